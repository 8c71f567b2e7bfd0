package io.stormglass.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An {@link EmbeddedChild} and the lines that it says. */
final class ChildProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private ChildProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static ChildProcess start(Path dataDirectory) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedChild.class.getName(),
                dataDirectory.toString());
        return new ChildProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Next line that it says; fails if it says no more. */
    String line() {
        try {
            String line = lines.readLine();
            assertThat(line).as("a line of the child process").isNotNull();
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it serves, and returns its addresses. */
    EmbeddedStack.Endpoints ready() {
        String[] words = line().split(" ", -1);
        assertThat(words[0]).isEqualTo("READY");
        return new EmbeddedStack.Endpoints(words[1], words[2]);
    }

    /** Kills it with SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Asks it to stop with SIGTERM, which the JVM takes as it takes Ctrl-C. */
    void interrupt() {
        // By its handle: Process.destroy() would close the stream with the last words, too.
        process.toHandle().destroy();
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
