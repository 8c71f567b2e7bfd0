package io.stormglass.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.embedded.SharedStack;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.streams.metrics.Family;
import io.stormglass.streams.metrics.MetricsPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live application as the command starts and stops it. */
class RunIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String prefix = SharedStack.uniqueName("live").toLowerCase(Locale.ROOT);
    private final TopicNaming naming = new TopicNaming(prefix, TopicNaming.LIVE);

    private final int port = freePort();

    @TempDir
    Path folder;

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String config() throws IOException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, """
                bootstrapServers: %s
                schemaRegistry:
                  url: %s
                prefix: %s
                threads: 1
                stateDir: %s
                sinks:
                  webhook: {url: "http://127.0.0.1:1/", secretFile: %s}
                http: {address: "127.0.0.1:%d"}
                """.formatted(
                        SharedStack.endpoints().bootstrapServers(),
                        SharedStack.endpoints().registryUrl(),
                        prefix,
                        folder.resolve("state"),
                        Files.writeString(folder.resolve("secret"), "a secret of tests"),
                        port));
        return file.toString();
    }

    private void sendTo(Topic topic, byte[] value) throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", SharedStack.endpoints().bootstrapServers());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(naming.topic(topic), "key".getBytes(UTF_8), value))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    /** Waits for a number of dead letters and takes their reasons. */
    private List<String> reasons(int count) {
        TopicPartition letters = new TopicPartition(naming.topic(Topic.DEAD_LETTERS), 0);
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", SharedStack.endpoints().bootstrapServers(), "isolation.level", "read_committed");
        List<String> reasons = new ArrayList<>();
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(letters));
            consumer.seekToBeginning(List.of(letters));
            while (reasons.size() < count && System.nanoTime() < deadlineNanos) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    Header reason = record.headers().lastHeader(RecordHeaders.REASON);
                    reasons.add(reason == null ? "no reason" : new String(reason.value(), UTF_8));
                });
            }
        }
        return reasons;
    }

    /** Runs the command until the reasons have been seen, then stops it as Ctrl-C does. */
    private CommandRun runUntil(Look look, int deadLetters, String... reasons) throws Exception {
        CompletableFuture<CommandRun> result = new CompletableFuture<>();
        String file = config();
        Thread command = new Thread(() -> result.complete(CommandRun.of("run", "--config", file)), "run-command");
        command.start();
        try {
            assertThat(reasons(deadLetters)).containsExactly(reasons);
            look.look();
        } finally {
            command.interrupt();
        }
        return result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** What is looked at while it runs. */
    private interface Look {
        void look() throws Exception;
    }

    private HttpResponse<String> get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private void await(String path, String text) throws Exception {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        HttpResponse<String> response = get(path);
        while (!(response.statusCode() == 200 && response.body().contains(text)) && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            response = get(path);
        }
        assertThat(response.body()).as(path).contains(text);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
    }

    /** Told where there are ports and flows, which its own test has. */
    private static boolean isOfTheFabric(String name) {
        return name.startsWith("stormglass_port_")
                || name.startsWith("stormglass_queue_")
                || name.startsWith("stormglass_flow");
    }

    /** Every metric of the documentation is told, nothing else is, and Prometheus's own tool has no complaint. */
    private void metrics() throws Exception {
        Set<String> documented = MetricsPage.families().stream()
                .map(Family::name)
                .filter(name -> !isOfTheFabric(name))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> told = Set.of();
        String text = "";
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!told.containsAll(documented) && System.nanoTime() < deadlineNanos) {
            text = get("/metrics").body();
            told = text.lines()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ", -1)[2])
                    .collect(Collectors.toCollection(TreeSet::new));
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
        assertThat(told).isEqualTo(documented);
        assertThat(text).contains("stormglass_dead_letters_total{reason=\"not-confluent-format\"} 1.0");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(get("/").body()).contains("Stormglass");
        await("/api/v1/runs", "\"caughtUp\":true");
        assertThat(get("/api/v1/runs").body()).contains("\"runId\":\"live\"");
        assertThat(get("/api/v1/incidents").body()).contains("\"items\":[]");
        await("/readyz", "ready\n");
        Promtool.check(text);
    }

    @Test
    void itRunsUntilItIsStoppedAndGoesOnWhereItStopped() throws Exception {
        CommandRun topics = CommandRun.of(
                "topics",
                "apply",
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers(),
                "--prefix",
                prefix,
                "--partitions",
                "2");
        assertThat(topics.code()).as(topics.err()).isZero();
        sendTo(Topic.FLOW_EVENTS, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20});

        CommandRun first = runUntil(this::metrics, 1, "not-confluent-format");
        assertThat(first.code()).as(first.err()).isEqualTo(130);
        assertThat(first.err()).contains("running as").contains("Ctrl-C stops");

        // What came while nobody ran is not lost, and nothing is done twice.
        sendTo(Topic.PORT_EVENTS, new byte[] {0, 59, -102, -54, 0, 1});
        CommandRun second = runUntil(() -> {}, 2, "not-confluent-format", "unknown-schema-id");
        assertThat(second.code()).as(second.err()).isEqualTo(130);
    }

    @Test
    void withoutTopicsItSaysWhatCreatesThem() throws Exception {
        CommandRun run = CommandRun.of("run", "--config", config());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("topics apply");
    }
}
