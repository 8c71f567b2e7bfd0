package io.stormglass.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares text with a reviewed file.
 *
 * <p>With {@code -Dgolden.update=true} the file in the source tree is rewritten and the check fails all the same, so that
 * somebody reads the difference.
 */
public final class Golden {
    private Golden() {}

    /**
     * Compares with {@code src/test/resources/<name>} of the module under test.
     *
     * @throws AssertionError if the text differs, the file is missing, or it has just been rewritten
     */
    public static void check(String name, String actual) {
        checkFile(moduleDirectory().resolve("src/test/resources").resolve(name), actual);
    }

    /** As {@link #check}, with any file of the source tree. */
    public static void checkFile(Path file, String actual) {
        checkFile(file, actual, updating());
    }

    static void checkFile(Path file, String actual, boolean update) {
        try {
            String expected = Files.exists(file) ? Files.readString(file) : null;
            if (actual.equals(expected)) {
                return;
            }
            if (update) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, actual);
                throw new AssertionError("rewrote " + file + ": read the difference, then run without golden.update");
            }
            throw new AssertionError(
                    expected == null
                            ? "there is no " + file + "; create it with -Dgolden.update=true"
                            : firstDifference(file, expected, actual));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read or write " + file, e);
        }
    }

    /** True where golden files are to be rewritten. */
    public static boolean updating() {
        return Boolean.getBoolean("golden.update");
    }

    /** Directory of the module whose tests run. */
    public static Path moduleDirectory() {
        return Path.of(System.getProperty("basedir", System.getProperty("user.dir", ".")));
    }

    private static String firstDifference(Path file, String expected, String actual) {
        List<String> want = expected.lines().toList();
        List<String> have = actual.lines().toList();
        int line = 0;
        while (line < want.size() && line < have.size() && want.get(line).equals(have.get(line))) {
            line++;
        }
        return file + " differs from line " + (line + 1) + " on (" + want.size() + " lines expected, " + have.size()
                + " found)\n  expected: " + lineOrEnd(want, line) + "\n  found:    " + lineOrEnd(have, line)
                + "\nif the new text is right, rewrite the file with -Dgolden.update=true";
    }

    private static String lineOrEnd(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "<end of text>";
    }
}
