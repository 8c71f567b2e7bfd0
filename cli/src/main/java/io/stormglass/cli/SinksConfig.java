package io.stormglass.cli;

import io.stormglass.replay.YamlShape;
import io.stormglass.streams.sink.AlertLinks;
import io.stormglass.streams.sink.SinkAuth;
import io.stormglass.streams.sink.SinkSettings;
import io.stormglass.streams.sink.SinkTimes;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of {@code run}'s configuration that says who is told of storms.
 *
 * @param alertmanager null where there is none
 * @param webhook null where there is none
 */
record SinksConfig(
        @Nullable Alertmanager alertmanager, @Nullable Webhook webhook) {
    /** Keys that it may hold. */
    static final YamlShape SHAPE = YamlShape.keys("alertmanager", "webhook")
            .with(
                    "alertmanager",
                    YamlShape.keys(
                            "urls",
                            "user",
                            "passwordFile",
                            "tokenFile",
                            "resendSeconds",
                            "runbookBaseUrl",
                            "dashboardUrl"))
            .with("webhook", YamlShape.keys("url", "secretFile"));

    /**
     * Alertmanagers.
     *
     * @param urls base addresses; each is told everything
     * @param user user of basic authentication, with {@code passwordFile}
     * @param tokenFile file that holds a bearer token
     * @param resendSeconds how often firing alerts are sent again; null: every minute
     * @param runbookBaseUrl see {@link AlertLinks}
     * @param dashboardUrl see {@link AlertLinks}
     */
    record Alertmanager(
            @Nullable List<String> urls,
            @Nullable String user,
            @Nullable String passwordFile,
            @Nullable String tokenFile,
            @Nullable Integer resendSeconds,
            @Nullable String runbookBaseUrl,
            @Nullable String dashboardUrl) {
        Alertmanager {
            if (urls == null || urls.isEmpty()) {
                throw new IllegalArgumentException(
                        "sinks.alertmanager.urls is missing, such as [http://alertmanager:9093]");
            }
            if (user != null && tokenFile != null) {
                throw new IllegalArgumentException("sinks.alertmanager has both user and tokenFile: give one");
            }
            if ((user == null) != (passwordFile == null)) {
                throw new IllegalArgumentException("sinks.alertmanager: user and passwordFile belong together");
            }
        }

        private SinkSettings.Alertmanagers settings() {
            List<URI> addresses = urls == null
                    ? List.of()
                    : urls.stream()
                            .map(url -> SinkSettings.address("sinks.alertmanager.urls", url))
                            .toList();
            return new SinkSettings.Alertmanagers(addresses, auth());
        }

        private SinkAuth auth() {
            if (tokenFile != null) {
                return new SinkAuth.BearerFile(readable("sinks.alertmanager.tokenFile", tokenFile));
            }
            return user == null || passwordFile == null
                    ? SinkAuth.NONE
                    : new SinkAuth.Basic(user, readable("sinks.alertmanager.passwordFile", passwordFile));
        }

        private AlertLinks links() {
            return new AlertLinks(
                    runbookBaseUrl == null ? "" : runbookBaseUrl, dashboardUrl == null ? "" : dashboardUrl);
        }
    }

    /**
     * A receiver of signed JSON.
     *
     * @param secretFile file that holds the key of the signature
     */
    record Webhook(@Nullable String url, @Nullable String secretFile) {
        Webhook {
            if (url == null || secretFile == null) {
                throw new IllegalArgumentException("sinks.webhook needs url and secretFile");
            }
        }

        private SinkSettings.Webhook settings() {
            return new SinkSettings.Webhook(
                    SinkSettings.address("sinks.webhook.url", String.valueOf(url)),
                    readable("sinks.webhook.secretFile", String.valueOf(secretFile)));
        }
    }

    SinksConfig {
        if (alertmanager == null && webhook == null) {
            throw new IllegalArgumentException("sinks is empty: give alertmanager, webhook or both, or leave it out");
        }
    }

    /** The settings. */
    SinkSettings settings() {
        try {
            SinkTimes times = SinkTimes.defaults();
            Integer seconds = alertmanager == null ? null : alertmanager.resendSeconds();
            return new SinkSettings(
                    alertmanager == null ? null : alertmanager.settings(),
                    webhook == null ? null : webhook.settings(),
                    alertmanager == null ? AlertLinks.NONE : alertmanager.links(),
                    seconds == null ? times : times.withResend(Duration.ofSeconds(seconds)),
                    "");
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    static Path readable(String what, String name) {
        Path file = Path.of(name);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    what + " " + file + " does not exist or is not readable; check the path");
        }
        return file;
    }
}
