package io.stormglass.schemas.registry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Makes the authorization header, and takes secrets out of texts that a server sent back. */
final class Credentials {
    private final RegistryAuth auth;

    Credentials(RegistryAuth auth) {
        this.auth = auth;
    }

    /**
     * The header for one request; empty without credentials.
     *
     * @throws IOException if the token file cannot be read or holds no token
     */
    Optional<String> header() throws IOException {
        return switch (auth) {
            case RegistryAuth.None none -> Optional.empty();
            case RegistryAuth.Basic basic -> Optional.of("Basic " + encoded(basic));
            case RegistryAuth.Bearer bearer -> Optional.of("Bearer " + bearer.token());
            case RegistryAuth.BearerFile file -> Optional.of("Bearer " + read(file));
        };
    }

    /** The text without this client's secrets. */
    String redact(String text) {
        String clean = text;
        for (String secret : secrets()) {
            clean = clean.replace(secret, "***");
        }
        return clean;
    }

    private List<String> secrets() {
        return switch (auth) {
            case RegistryAuth.None none -> List.of();
            case RegistryAuth.Basic basic ->
                basic.password().isEmpty() ? List.of() : List.of(encoded(basic), basic.password());
            case RegistryAuth.Bearer bearer -> List.of(bearer.token());
            case RegistryAuth.BearerFile file -> {
                try {
                    yield List.of(read(file));
                } catch (IOException e) {
                    yield List.of();
                }
            }
        };
    }

    private static String encoded(RegistryAuth.Basic basic) {
        byte[] pair = (basic.user() + ":" + basic.password()).getBytes(StandardCharsets.UTF_8);
        return Base64.getEncoder().encodeToString(pair);
    }

    private static String read(RegistryAuth.BearerFile file) throws IOException {
        String token = Files.readString(file.file()).strip();
        try {
            return new RegistryAuth.Bearer(token).token();
        } catch (IllegalArgumentException e) {
            throw new IOException("token file " + file.file() + " does not hold one printable token", e);
        }
    }
}
