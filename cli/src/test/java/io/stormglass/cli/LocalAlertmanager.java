package io.stormglass.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Debian's Alertmanager with the configuration that we ship, on a free loopback port; where it is not installed the test is skipped. */
final class LocalAlertmanager implements AutoCloseable {
    private static final String BINARY = "prometheus-alertmanager";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final int port;

    private LocalAlertmanager(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static LocalAlertmanager start(Path folder) throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path log = folder.resolve("alertmanager.log");
        Process process;
        try {
            process = new ProcessBuilder(
                            BINARY,
                            "--config.file="
                                    + Path.of(System.getProperty("stormglass.root"), "docker", "alertmanager.yml"),
                            "--storage.path=" + folder.resolve("alertmanager"),
                            "--web.listen-address=127.0.0.1:" + port,
                            "--cluster.listen-address=")
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            assumeTrue(false, BINARY + " is not installed (Debian package of that name): not checked");
            throw e;
        }
        LocalAlertmanager started = new LocalAlertmanager(process, port);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!started.isReady()) {
            if (System.nanoTime() > deadline || !process.isAlive()) {
                started.close();
                throw new IllegalStateException(Files.readString(log));
            }
            LockSupport.parkNanos(20_000_000L);
        }
        return started;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The body of what is there. */
    String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(url().resolve(path))
                        .timeout(Duration.ofSeconds(10))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    private boolean isReady() throws InterruptedException {
        try {
            return !get("/-/ready").isBlank();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
