package io.stormglass.cli;

import io.stormglass.replay.YamlShape;
import io.stormglass.streams.postgres.PostgresSettings;
import io.stormglass.streams.sink.SinkTimes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code postgres} of {@code run}.
 *
 * @param url such as {@code jdbc:postgresql://db:5432/stormglass}, without credentials
 * @param user null: {@code stormglass}
 * @param passwordFile file that holds the password; without it STORMGLASS_POSTGRES_PASSWORD
 * @param schema null: {@code stormglass}
 */
record PostgresConfig(
        @Nullable String url,
        @Nullable String user,
        @Nullable String passwordFile,
        @Nullable String schema) {
    static final YamlShape SHAPE = YamlShape.keys("url", "user", "passwordFile", "schema");

    private static final String DEFAULT_USER = "stormglass";
    private static final String VARIABLE = "STORMGLASS_POSTGRES_PASSWORD";

    PostgresConfig {
        if (url == null) {
            throw new IllegalArgumentException("postgres.url is missing, such as jdbc:postgresql://db:5432/stormglass");
        }
    }

    PostgresSettings settings(Map<String, String> environment) {
        try {
            return new PostgresSettings(
                    String.valueOf(url),
                    user == null ? DEFAULT_USER : user,
                    password(environment),
                    schema == null ? PostgresSettings.SCHEMA : schema,
                    SinkTimes.defaults());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("postgres: " + e.getMessage(), e);
        }
    }

    private PostgresSettings.Password password(Map<String, String> environment) {
        if (passwordFile != null) {
            return PostgresSettings.Password.file(SinksConfig.readable("passwordFile", passwordFile));
        }
        String given = environment.getOrDefault(VARIABLE, "");
        if (given.isEmpty()) {
            throw new IllegalArgumentException(
                    "no password: give passwordFile, or " + VARIABLE + " in the environment");
        }
        return () -> given;
    }
}
