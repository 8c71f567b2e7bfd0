package io.stormglass.schemas.registry;

import java.nio.file.Path;

/** Credentials for a registry. Their text never shows a secret. */
public sealed interface RegistryAuth {
    /** No credentials. */
    RegistryAuth NONE = new None();

    /** No credentials. */
    record None() implements RegistryAuth {}

    /** User name and password. */
    record Basic(String user, String password) implements RegistryAuth {
        public Basic {
            if (user.isEmpty() || user.indexOf(':') >= 0) {
                throw new IllegalArgumentException("the registry's user name must not be empty nor hold ':'");
            }
        }

        @Override
        public String toString() {
            return "Basic[user=" + user + ", password=***]";
        }
    }

    /** A bearer token. */
    record Bearer(String token) implements RegistryAuth {
        public Bearer {
            if (token.isBlank() || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
                throw new IllegalArgumentException("the registry's token must be printable ASCII without spaces");
            }
        }

        @Override
        public String toString() {
            return "Bearer[token=***]";
        }
    }

    /** A bearer token in a file that something else renews; read again before each request. */
    record BearerFile(Path file) implements RegistryAuth {}
}
