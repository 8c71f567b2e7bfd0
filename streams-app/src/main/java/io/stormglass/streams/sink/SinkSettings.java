package io.stormglass.streams.sink;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of storms, and how.
 *
 * @param alertmanager null where there is none
 * @param webhook null where there is none
 * @param run id of a replay, a label of its alerts so that nobody takes them for live ones; empty for the live application
 */
public record SinkSettings(
        @Nullable Alertmanagers alertmanager,
        @Nullable Webhook webhook,
        AlertLinks links,
        SinkTimes times,
        String run) {

    /**
     * Alertmanagers, each of which is told everything.
     *
     * @param urls base addresses, without {@code /api/v2}
     */
    public record Alertmanagers(List<URI> urls, SinkAuth auth) {
        public Alertmanagers {
            if (urls.isEmpty()) {
                throw new IllegalArgumentException("no address of an Alertmanager, such as http://alertmanager:9093");
            }
            if (urls.stream().distinct().count() < urls.size()) {
                throw new IllegalArgumentException("an Alertmanager is named twice");
            }
            urls = List.copyOf(urls);
        }
    }

    /**
     * A receiver of signed JSON.
     *
     * @param secretFile file that holds the key of the signature
     */
    public record Webhook(URI url, Path secretFile) {}

    /** True for the live application. */
    boolean isLive() {
        return run.isEmpty();
    }

    /**
     * An address.
     *
     * @param what names it in messages
     * @throws IllegalArgumentException if it is none, or holds credentials; the message shows no secret
     */
    public static URI address(String what, String text) {
        URI uri;
        try {
            uri = new URI(text.strip());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(what + " is no address: " + e.getReason(), e);
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(what + " holds credentials: give them in files, never in an address");
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean isHttp = scheme.equals("http") || scheme.equals("https");
        if (!isHttp || uri.getHost() == null) {
            throw new IllegalArgumentException(what + " must begin with http:// or https:// and name a host");
        }
        return uri;
    }
}
