package io.stormglass.models.storm;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Incident ids: derived, never random, so the same run gives the same ids. */
public final class StormIds {
    private StormIds() {}

    /** First 16 hex digits of SHA-256 over the parts, each ended by a newline. */
    public static String incident(String runId, String fabric, String entity, long openedNanos) {
        String text = runId + "\n" + fabric + "\n" + entity + "\n" + openedNanos + "\n";
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
