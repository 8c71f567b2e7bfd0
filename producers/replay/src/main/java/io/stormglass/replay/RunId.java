package io.stormglass.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The run id of a replay that was given none: what was replayed, and what decides about the result. */
public final class RunId {
    private static final int DIGITS = 12;

    private RunId() {}

    /**
     * Derives the id from the files' contents, in their order, and the options that change a result. Names of files,
     * speed, threads and partitions do not take part.
     *
     * @param options each as {@code name=value}, in a fixed order
     * @return {@code r-} and 12 hexadecimal digits
     * @throws IOException if a file cannot be read
     */
    public static String of(List<Path> files, List<String> options) throws IOException {
        MessageDigest digest = sha256();
        for (Path file : files) {
            digest.update(ofFile(file));
        }
        for (String option : options) {
            byte[] text = option.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(text.length).array());
            digest.update(text);
        }
        return "r-" + HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    private static byte[] ofFile(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            int read = in.read(buffer);
            while (read >= 0) {
                digest.update(buffer, 0, read);
                read = in.read(buffer);
            }
        }
        return digest.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
