package io.stormglass.streams.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What a caller must show. Only its hash is kept, and it is compared in constant time. */
public final class AccessToken {
    private static final int SHORTEST = 16;

    private final byte[] hash;

    private AccessToken(byte[] hash) {
        this.hash = hash;
    }

    /**
     * A token.
     *
     * @throws IllegalArgumentException if it is shorter than 16 characters or holds other signs than visible ASCII
     */
    public static AccessToken of(String text) {
        if (text.length() < SHORTEST) {
            throw new IllegalArgumentException("the HTTP token has " + text.length() + " characters, at least "
                    + SHORTEST + " are needed; 'openssl rand -hex 32' makes one");
        }
        if (!text.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("the HTTP token must be one line of ASCII letters, digits and signs");
        }
        return new AccessToken(hash(text));
    }

    /** Whether this is the token. */
    boolean matches(String shown) {
        return MessageDigest.isEqual(hash, hash(shown));
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "***";
    }
}
