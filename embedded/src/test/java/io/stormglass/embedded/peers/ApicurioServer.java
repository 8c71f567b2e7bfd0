package io.stormglass.embedded.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Apicurio Registry in a process of its own, from its archive in Maven's local repository or an unpacked directory. */
final class ApicurioServer implements AutoCloseable {
    private static final String VERSION = "3.3.3";
    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://[0-9.]+:[0-9]+)");

    private final Process process;
    private final String url;

    private ApicurioServer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    static boolean installed() {
        return named() != null || Files.exists(archive());
    }

    private static @Nullable String named() {
        return System.getenv("STORMGLASS_APICURIO_HOME");
    }

    private static Path archive() {
        Path repository = Path.of(System.getProperty(
                "localRepository",
                Path.of(System.getProperty("user.home"), ".m2", "repository").toString()));
        return repository.resolve(
                "io/apicurio/apicurio-registry-app/" + VERSION + "/apicurio-registry-app-" + VERSION + "-all.tar.gz");
    }

    /** Starts the server and returns when it listens. */
    static ApicurioServer start() throws IOException, InterruptedException {
        String named = named();
        Path home = named == null ? unpacked() : Path.of(named);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx160m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=0",
                "-Dquarkus.management.host=127.0.0.1",
                "-Dquarkus.management.port=0",
                "-Dquarkus.http.access-log.enabled=false",
                "-jar",
                home.resolve("quarkus-run.jar").toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher matcher = LISTENING.matcher(line);
            if (matcher.find()) {
                drain(lines);
                return new ApicurioServer(process, matcher.group(1) + "/apis/ccompat/v7");
            }
        }
        throw new IOException("Apicurio ended with " + process.waitFor() + " before it listened");
    }

    /** A server that nobody listens to stops once the pipe is full. */
    private static void drain(BufferedReader lines) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(line -> {}));
    }

    private static Path unpacked() throws IOException, InterruptedException {
        Path home = Path.of("target", "apicurio-" + VERSION).toAbsolutePath();
        if (!Files.exists(home.resolve("quarkus-run.jar"))) {
            Files.createDirectories(home);
            int exitCode = new ProcessBuilder("tar", "-xzf", archive().toString(), "-C", home.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            assertThat(exitCode).as("exit code of tar").isZero();
        }
        return home;
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
