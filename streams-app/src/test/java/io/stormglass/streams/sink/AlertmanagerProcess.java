package io.stormglass.streams.sink;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Debian's Alertmanager on a free loopback port, with the configuration that we ship. */
final class AlertmanagerProcess implements AutoCloseable {
    static final Path CONFIG = Path.of(System.getProperty("stormglass.root", "."), "docker", "alertmanager.yml");

    private static final String BINARY = "prometheus-alertmanager";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();

    /** What a program said, and its exit code. */
    record Said(int code, String text) {}

    /** Chooses a port; nothing is started yet. */
    AlertmanagerProcess(Path folder, URI receiver) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String shipped = Files.readString(CONFIG);
        String quick = shipped.replace("http://127.0.0.1:9099", receiver.toString())
                .replace("group_wait: 5s", "group_wait: 100ms")
                .replace("group_interval: 1m", "group_interval: 300ms");
        if (quick.contains("9099") || quick.contains("5s") || quick.contains("group_interval: 1m")) {
            throw new IllegalStateException("the shipped configuration is not as this test expects");
        }
        Files.writeString(folder.resolve("alertmanager.yml"), quick);
    }

    /** Runs a program to its end; skips the test where it is not installed. */
    static Said run(String... command) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            assumeTrue(false, command[0] + " is not installed (Debian package " + BINARY + "): not checked");
            throw new UncheckedIOException(e);
        }
        try {
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            return new Said(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    AlertmanagerProcess start() throws IOException, InterruptedException {
        assumeTrue(run(BINARY, "--version").code() == 0, BINARY + " does not run: not checked");
        started.add(new ProcessBuilder(
                        BINARY,
                        "--config.file=" + folder.resolve("alertmanager.yml"),
                        "--storage.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("alertmanager.log").toFile())
                .start());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(Files.readString(folder.resolve("alertmanager.log")));
            }
            LockSupport.parkNanos(20_000_000L);
        }
        return this;
    }

    private boolean isReady() throws InterruptedException {
        try {
            return http.send(
                                    HttpRequest.newBuilder(url().resolve("/-/ready"))
                                            .timeout(Duration.ofSeconds(5))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Alerts that fire, without the one that says that somebody watches. */
    List<JsonNode> alerts() throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(url().resolve("/api/v2/alerts"))
                        .timeout(Duration.ofSeconds(5))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        List<JsonNode> alerts = new ArrayList<>();
        for (JsonNode alert : JsonMapper.builder().build().readTree(answer.body())) {
            if (!alert.get("labels").get("alertname").asText().equals(Watching.NAME)) {
                alerts.add(alert);
            }
        }
        return alerts;
    }

    void post(String alerts) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(url().resolve("/api/v2/alerts"))
                        .timeout(Duration.ofSeconds(5))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(alerts))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.body());
        }
    }

    /** It goes down; it can be started again, with what it kept on disk. */
    void stop() {
        for (Process process : started) {
            process.destroy();
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        started.clear();
    }

    @Override
    public void close() {
        stop();
        http.shutdownNow();
    }
}
