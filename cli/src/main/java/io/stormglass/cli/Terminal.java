package io.stormglass.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a command writes to.
 *
 * @param in standard input
 * @param out results
 * @param err everything else
 * @param outIsTerminal a person reads the results
 * @param errIsTerminal a person reads everything else
 * @param environment environment variables
 */
record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Map<String, String> environment) {

    /** The process's own. */
    static Terminal system() {
        return new Terminal(
                // A channel, so that a stopped command need not wait for whoever writes.
                Channels.newInputStream(new FileInputStream(FileDescriptor.in).getChannel()),
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                isTerminal(1),
                isTerminal(2),
                System.getenv());
    }

    /** Colours: only for a person who has not switched them off. */
    boolean colours() {
        return outIsTerminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** A line for the person, beside the results. */
    void say(String text) {
        err.println("stormglass: " + text);
    }

    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            // No such links on this system: plain text is right everywhere.
            return false;
        }
    }
}
