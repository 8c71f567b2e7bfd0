package io.stormglass.streams.sink;

import java.nio.file.Path;

/** Credentials for an HTTP receiver. Secrets stand in files that are read again before each request, so they can be renewed. */
public sealed interface SinkAuth {
    /** No credentials. */
    SinkAuth NONE = new None();

    /** No credentials. */
    record None() implements SinkAuth {}

    /**
     * Basic authentication.
     *
     * @param passwordFile file that holds the password and nothing else
     */
    record Basic(String user, Path passwordFile) implements SinkAuth {
        public Basic {
            if (user.isEmpty() || user.indexOf(':') >= 0) {
                throw new IllegalArgumentException("the user name must not be empty nor hold ':'");
            }
        }
    }

    /**
     * A bearer token.
     *
     * @param file file that holds the token and nothing else
     */
    record BearerFile(Path file) implements SinkAuth {}
}
