package io.stormglass.streams.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Makes the authorization header of one request, and takes its secrets out of texts. */
public final class Credentials {
    private final SinkAuth auth;

    Credentials(SinkAuth auth) {
        this.auth = auth;
    }

    /**
     * The header; empty without credentials.
     *
     * @throws IOException if a file cannot be read or does not hold one printable secret
     */
    Optional<String> header() throws IOException {
        return switch (auth) {
            case SinkAuth.None none -> Optional.empty();
            case SinkAuth.Basic basic -> Optional.of("Basic " + pair(basic.user(), secret(basic.passwordFile())));
            case SinkAuth.BearerFile bearer -> Optional.of("Bearer " + token(bearer.file()));
        };
    }

    private static String token(Path file) throws IOException {
        String token = secret(file);
        if (!token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IOException("token file " + file + " does not hold one token of ASCII letters, digits and signs");
        }
        return token;
    }

    /** The text without this client's secrets. */
    String redact(String text) {
        String clean = text;
        for (String secret : secrets()) {
            clean = clean.replace(secret, "***");
        }
        return clean;
    }

    /**
     * The one secret that a file holds.
     *
     * @throws IOException with the file's name, never its contents
     */
    public static String secret(Path file) throws IOException {
        String secret;
        try {
            secret = Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (NoSuchFileException e) {
            throw new IOException("secret file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException(
                    "secret file " + file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
        if (secret.isEmpty() || secret.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw new IOException("secret file " + file + " does not hold one line of printable text");
        }
        return secret;
    }

    private List<String> secrets() {
        try {
            return switch (auth) {
                case SinkAuth.None none -> List.of();
                case SinkAuth.Basic basic -> {
                    String password = secret(basic.passwordFile());
                    yield List.of(pair(basic.user(), password), password);
                }
                case SinkAuth.BearerFile bearer -> List.of(secret(bearer.file()));
            };
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String pair(String user, String password) {
        return Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
