package io.stormglass.streams.http;

import java.io.IOException;
import java.util.Map;

/**
 * What answers one path.
 *
 * @param path as it is asked for; one that ends with a slash answers all that begins with it, the longest first
 * @param access who may ask
 * @param endpoint what answers
 */
public record Route(String path, Access access, Endpoint endpoint) {
    /** Who may ask. */
    public enum Access {
        /** Anybody: it tells nothing of the fabric. */
        OPEN,
        /** Who shows the token, where there is one. */
        GUARDED
    }

    /** What answers. */
    public sealed interface Endpoint {}

    /** One answer to each request. */
    public non-sealed interface Once extends Endpoint {
        /**
         * The answer.
         *
         * @throws ProblemException if there is none
         */
        Answer answer(Call call);
    }

    /** An event stream that lasts until either side ends it. */
    public non-sealed interface Lasting extends Endpoint {
        /**
         * Opens a stream.
         *
         * @throws ProblemException if it cannot be
         */
        Stream open(Call call);
    }

    /** Events of one client. */
    public interface Stream extends AutoCloseable {
        /** The next text to send, after some seconds at the latest; empty where the stream has ended. */
        String next() throws InterruptedException, IOException;

        @Override
        void close();
    }

    /** A path that who shows the token may ask. */
    public static Route guarded(String path, Once endpoint) {
        return new Route(path, Access.GUARDED, endpoint);
    }

    /** A path that anybody may ask. */
    public static Route open(String path, Once endpoint) {
        return new Route(path, Access.OPEN, endpoint);
    }

    boolean isPrefix() {
        return path.endsWith("/");
    }

    /** Headers of every answer: nothing is taken from elsewhere, shown in a frame, or guessed. */
    static final Map<String, String> SECURITY = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cross-Origin-Opener-Policy",
            "same-origin");
}
