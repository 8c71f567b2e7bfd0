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
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A program from Debian's packages that speaks HTTP on a free loopback port. It can be stopped and started again with its data. */
public final class LocalServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final String name;
    private final Path folder;
    private final int port;
    private final List<String> command;
    private final String readyPath;
    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Process process;

    private LocalServer(String name, Path folder, int port, List<String> command, String readyPath) {
        this.name = name;
        this.folder = folder;
        this.port = port;
        this.command = List.copyOf(command);
        this.readyPath = readyPath;
    }

    /**
     * VictoriaMetrics (package {@code victoria-metrics}); not started yet.
     *
     * @param retention value of {@code -retentionPeriod}, such as {@code 100y}
     */
    public static LocalServer victoriaMetrics(Path folder, String retention) {
        int port = freePort();
        return new LocalServer(
                "victoria-metrics",
                folder,
                port,
                List.of(
                        "victoria-metrics",
                        "-storageDataPath=" + folder.resolve("victoria"),
                        "-httpListenAddr=127.0.0.1:" + port,
                        "-retentionPeriod=" + retention,
                        "-search.latencyOffset=0s",
                        "-memory.allowedPercent=10"),
                "/health");
    }

    /**
     * Prometheus (package {@code prometheus}) that receives and scrapes nothing; not started yet.
     *
     * @param outOfOrder value of {@code out_of_order_time_window}, such as {@code 10y}
     */
    public static LocalServer prometheus(Path folder, String outOfOrder) throws IOException {
        int port = freePort();
        Path config = folder.resolve("prometheus.yml");
        Files.writeString(config, "storage:\n  tsdb:\n    out_of_order_time_window: " + outOfOrder + "\n");
        return new LocalServer(
                "prometheus",
                folder,
                port,
                List.of(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("prometheus"),
                        "--storage.tsdb.retention.time=100y",
                        "--web.enable-remote-write-receiver",
                        "--web.listen-address=127.0.0.1:" + port),
                "/-/ready");
    }

    /** True where such a program can be started. */
    public static boolean isInstalled(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "/usr/bin").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /** A port that nobody listens on. */
    static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens once it is started. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Starts it and waits until it is ready. */
    public LocalServer start() throws IOException {
        Path log = folder.resolve(name + ".log");
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        process = started;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady()) {
            if (!started.isAlive() || System.nanoTime() > deadline) {
                stop();
                throw new IllegalStateException(name + " does not start: " + Files.readString(log));
            }
            LockSupport.parkNanos(20_000_000L);
        }
        return this;
    }

    private boolean isReady() {
        try {
            get(readyPath);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The body of what is there.
     *
     * @param path with query, encoded
     * @throws IOException also where the answer is not 200
     */
    public String get(String path) throws IOException {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url() + path))
                            .timeout(ANSWER)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
            }
            return answer.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** It goes down in order. */
    public void stop() {
        Process running = process;
        process = null;
        if (running != null) {
            end(running);
        }
    }

    static void end(Process running) {
        running.destroy();
        try {
            if (!running.waitFor(20, TimeUnit.SECONDS)) {
                running.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        http.shutdownNow();
    }
}
