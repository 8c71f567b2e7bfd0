package io.stormglass.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Debian's Alertmanager on a free loopback port. It can be stopped and started again with what it kept on disk. */
public final class AlertmanagerProcess implements AutoCloseable {
    /** What a skipped test says. */
    public static final String MISSING = "prometheus-alertmanager is not installed (Debian package of that name)";

    private static final String BINARY = "prometheus-alertmanager";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Path folder;
    private final int port;
    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Process process;

    /** What a program said, both streams in one, and its exit code. */
    public record Said(int code, String text) {}

    /**
     * Chooses a port; nothing is started yet.
     *
     * @param folder for its data, log and configuration; nobody else's
     * @param configuration text of the file
     */
    public AlertmanagerProcess(Path folder, String configuration) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Files.writeString(folder.resolve("alertmanager.yml"), configuration);
    }

    /** True where a test can start one. */
    public static boolean isInstalled() throws InterruptedException {
        try {
            return run(BINARY, "--version").code() == 0;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /**
     * Runs a program to its end.
     *
     * @throws UncheckedIOException if it is not there
     * @throws IllegalStateException if it has not ended after a minute
     */
    public static Said run(String... command) throws InterruptedException {
        try {
            Path said = Files.createTempFile("said", ".txt");
            try {
                Process program = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
                if (!program.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    program.destroyForcibly();
                    throw new IllegalStateException(command[0] + " does not end");
                }
                return new Said(program.exitValue(), Files.readString(said));
            } finally {
                Files.delete(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens once it is started. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Starts it and waits until it is ready. */
    public AlertmanagerProcess start() throws IOException, InterruptedException {
        Path log = folder.resolve("alertmanager.log");
        process = new ProcessBuilder(
                        BINARY,
                        "--config.file=" + folder.resolve("alertmanager.yml"),
                        "--storage.path=" + folder.resolve("alertmanager"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await(this::isReady);
        } catch (IllegalStateException e) {
            throw new IllegalStateException(Files.readString(log), e);
        }
        return this;
    }

    private boolean isReady() throws InterruptedException {
        try {
            return !get("/-/ready").isBlank();
        } catch (IOException e) {
            return false;
        }
    }

    /** The body of what is there. */
    public String get(String path) throws IOException, InterruptedException {
        return body(HttpRequest.newBuilder(url().resolve(path)));
    }

    /** Posts JSON. */
    public void post(String path, String json) throws IOException, InterruptedException {
        body(HttpRequest.newBuilder(url().resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private String body(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.timeout(ANSWER).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(answer.request().uri() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /**
     * Waits until it has put down whom it notified of what. It does that after the receiver has answered, and forgets it if it is
     * stopped in between: then it never tells of the end.
     *
     * @param notifications that receivers have got since it was started
     */
    public void awaitPutDown(int notifications) throws IOException, InterruptedException {
        await(() -> metric("alertmanager_notification_latency_seconds_count") >= notifications);
        // Each group looks up what was put down before it tells of news, one time after the other.
        double lookedUp = metric("alertmanager_nflog_queries_total");
        await(() -> metric("alertmanager_nflog_queries_total") >= lookedUp + 4);
    }

    /** Sum over the labels of a metric. */
    private double metric(String name) throws IOException, InterruptedException {
        Predicate<String> ofName = line -> line.startsWith(name + " ") || line.startsWith(name + "{");
        return get("/metrics")
                .lines()
                .filter(ofName)
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static void await(Callable<Boolean> wanted) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!wanted.call()) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("waited in vain for " + PATIENCE);
                }
                LockSupport.parkNanos(20_000_000L);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** It goes down in order. */
    public void stop() {
        Process running = process;
        if (running == null) {
            return;
        }
        running.destroy();
        try {
            if (!running.waitFor(10, TimeUnit.SECONDS)) {
                running.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process = null;
    }

    @Override
    public void close() {
        stop();
        http.shutdownNow();
    }
}
