package io.stormglass.cli;

import io.stormglass.streams.sink.AlertLinks;
import io.stormglass.streams.sink.SinkAuth;
import io.stormglass.streams.sink.SinkSettings;
import io.stormglass.streams.sink.SinkTimes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whom a replay pages and where it is kept, if anywhere. */
final class SinkOptions {
    private static final String ALERTMANAGER = "alertmanager=";
    private static final String WEBHOOK = "webhook=";
    private static final String REMOTE_WRITE = "remote-write=";
    private static final String POSTGRES = "postgres=";
    /** What a replay finds may have ended years ago. */
    private static final Duration ANY_AGE = Duration.ofDays(365_000);

    @Option(
            names = "--sinks",
            paramLabel = "SINK=URL",
            split = ",",
            description = {
                "Where pages go, with --page: alertmanager=URL, webhook=URL, separated by commas; alerts of a replay have"
                        + " the label 'run'.",
                "Where what is found is kept: remote-write=URL (samples, docs/how-to/metrics-storage.md) and"
                        + " postgres=jdbc:postgresql://HOST:PORT/DATABASE (docs/how-to/postgresql.md)."
            })
    private List<String> sinks = List.of();

    @Option(names = "--page", description = "Lets the replay page: without it the sinks get nothing.")
    private boolean page;

    @Option(
            names = "--webhook-secret",
            paramLabel = "FILE",
            description = "File with the key that signs what the webhook gets.")
    private @Nullable String webhookSecret;

    @Option(names = "--postgres-user", paramLabel = "USER", description = "User of the database (default: stormglass).")
    private @Nullable String postgresUser;

    @Option(
            names = "--postgres-password",
            paramLabel = "FILE",
            description = "File with the database's password (default: STORMGLASS_POSTGRES_PASSWORD).")
    private @Nullable String postgresPassword;

    /** Says what the options mean where they tell nobody anything, and refuses what cannot be. */
    void check(Terminal terminal) {
        Optional<SinkSettings> settings = settings("checked");
        if (page && settings.isEmpty()) {
            throw CommandFailure.usage(
                    "--page needs --sinks, such as --sinks alertmanager=http://127.0.0.1:9093", null);
        }
        if (!page && settings.isPresent()) {
            terminal.say("the sinks get nothing: a replay pages nobody without --page");
        }
    }

    /** Who is paged; empty where nobody is. */
    Optional<SinkSettings> paged(String runId) {
        return page ? settings(runId) : Optional.empty();
    }

    /** Where what is found is kept. */
    StorageSinks stored(Map<String, String> environment) {
        List<String> databases = given(POSTGRES);
        if (databases.size() > 1) {
            throw CommandFailure.usage("--sinks takes postgres=URL once", null);
        }
        return new StorageSinks(
                given(REMOTE_WRITE).stream()
                        .map(url -> new RemoteWriteConfig(url, null, null, null, null, null, null, null, null))
                        .map(RemoteWriteConfig::settings)
                        .toList(),
                databases.isEmpty()
                        ? null
                        : new PostgresConfig(databases.getFirst(), postgresUser, postgresPassword, null)
                                .settings(environment));
    }

    private List<String> given(String kind) {
        return sinks.stream()
                .filter(sink -> sink.startsWith(kind))
                .map(sink -> sink.substring(kind.length()))
                .toList();
    }

    private Optional<SinkSettings> settings(String runId) {
        List<String> told = sinks.stream()
                .filter(sink -> !sink.startsWith(REMOTE_WRITE) && !sink.startsWith(POSTGRES))
                .toList();
        if (told.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<URI> alertmanagers = new ArrayList<>();
            SinkSettings.Webhook webhook = null;
            for (String sink : told) {
                if (sink.startsWith(ALERTMANAGER)) {
                    alertmanagers.add(SinkSettings.address("--sinks", sink.substring(ALERTMANAGER.length())));
                } else if (sink.startsWith(WEBHOOK) && webhook == null) {
                    webhook = webhook(sink.substring(WEBHOOK.length()));
                } else {
                    throw new IllegalArgumentException(
                            "--sinks takes alertmanager=URL, remote-write=URL, and webhook=URL, postgres=URL once; one of them is none");
                }
            }
            return Optional.of(new SinkSettings(
                    alertmanagers.isEmpty() ? null : new SinkSettings.Alertmanagers(alertmanagers, SinkAuth.NONE),
                    webhook,
                    AlertLinks.NONE,
                    SinkTimes.defaults().withForget(ANY_AGE),
                    runId));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private SinkSettings.Webhook webhook(String url) {
        if (webhookSecret == null) {
            throw new IllegalArgumentException("--sinks webhook=URL needs --webhook-secret FILE");
        }
        return new SinkSettings.Webhook(
                SinkSettings.address("--sinks", url), SinksConfig.readable("--webhook-secret", webhookSecret));
    }
}
