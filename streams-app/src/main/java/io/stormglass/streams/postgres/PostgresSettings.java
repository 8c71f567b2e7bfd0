package io.stormglass.streams.postgres;

import io.stormglass.streams.sink.Credentials;
import io.stormglass.streams.sink.SinkTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Which database, and as whom.
 *
 * @param url such as {@code jdbc:postgresql://db:5432/stormglass}, without credentials
 * @param schema schema of the tables; made if it is not there
 * @param times time-outs and waits
 */
public record PostgresSettings(String url, String user, Password password, String schema, SinkTimes times) {
    /** Schema where nobody says otherwise. */
    public static final String SCHEMA = "stormglass";

    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
    private static final Pattern CREDENTIALS = Pattern.compile("(?i)[?&](user|password)=|//[^/?]*@");

    public PostgresSettings {
        if (CREDENTIALS.matcher(url).find()) {
            throw new IllegalArgumentException(
                    "the database's address holds credentials: give user and passwordFile instead");
        }
        if (!url.startsWith("jdbc:postgresql://")) {
            throw new IllegalArgumentException(
                    "the database's address must begin with jdbc:postgresql://, as in jdbc:postgresql://db:5432/stormglass");
        }
        if (user.isBlank()) {
            throw new IllegalArgumentException("the database needs a user");
        }
        if (!NAME.matcher(schema).matches()) {
            throw new IllegalArgumentException(
                    "schema is '" + schema + "'; give small letters, digits and underscores, at most 63");
        }
    }

    /** Where the password comes from; it is asked for with every new connection, so it can be renewed. */
    @FunctionalInterface
    public interface Password {
        /**
         * The password.
         *
         * @throws IOException if it cannot be read; the message does not hold it
         */
        String read() throws IOException;

        /** A file that holds it and nothing else. */
        static Password file(Path file) {
            return () -> Credentials.secret(file);
        }
    }
}
