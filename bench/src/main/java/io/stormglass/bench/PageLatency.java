package io.stormglass.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.embedded.EmbeddedConfig;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.SchemaIds;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * How long a page takes: wall clock from the acknowledged publication of the first record whose time lies past the page condition to its
 * acceptance by a real Alertmanager, while everything else goes on at full rate. The broker, the publisher and Alertmanager's front door,
 * which notes when it accepted, are in this process; {@code run} and Alertmanager are processes of their own. How late the page condition itself is
 * found to hold, in event time, is a row of its own: who falls behind and calls records late would look fast otherwise.
 *
 * <p>Usage: {@code PageLatency [STORMS] [FLOW EVENTS/S] [PARTITIONS] [THREADS] [FIRST STORM, S]}: everything starts cold, the first storm
 * begins so long afterwards. Alertmanager is {@code prometheus-alertmanager} on the path.
 */
public final class PageLatency {
    private static final double EVERY_SECONDS = 0.7;
    private static final int GOAL_MILLIS = 500;
    private static final int AFTER_SECONDS = 8;
    private static final long SLOT_NANOS = 1_000_000L;
    private static final Pattern HOST = Pattern.compile("\"host\"\\s*:\\s*\"(host-\\d+)\"");

    private final EmbeddedStack stack;
    private final TopicNaming naming = TopicNaming.live();
    private final int partitions;
    private final int firstStormSeconds;
    /** Event time in ms, and when the first record of it was acknowledged. */
    private final ConcurrentSkipListMap<Long, Long> acknowledged = new ConcurrentSkipListMap<>();

    private final Map<String, Long> accepted = new ConcurrentHashMap<>();
    private final Map<String, Seen> pages = new ConcurrentHashMap<>();
    /** Watermark that all partitions of ports have passed, and when that could be read. */
    private final ConcurrentSkipListMap<Long, Long> watermarks = new ConcurrentSkipListMap<>();

    private final List<Split> splits = new ArrayList<>();
    private long firstStormNanos;

    /** A page as the incidents' topic has it. */
    private record Seen(long pageNanos, long wallNanos) {}

    /** One storm, ms; {@code condition} is event time since its beginning. */
    private record Split(
            String host, double condition, double waiting, double deciding, double sending, double total) {}

    private PageLatency(EmbeddedStack stack, int partitions, int firstStormSeconds) {
        this.stack = stack;
        this.partitions = partitions;
        this.firstStormSeconds = firstStormSeconds;
    }

    public static void main(String[] args) throws Exception {
        int storms = argument(args, 0, 100);
        PageLoad load = new PageLoad(16, Math.max(8, storms / 16 + 1), 2_000, argument(args, 1, 100_000));
        int partitions = argument(args, 2, 4);
        Path folder = Files.createTempDirectory("stormglass-page");
        List<String> missed;
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary())) {
            PageLatency latency = new PageLatency(stack, partitions, argument(args, 4, 20));
            latency.measure(load, storms, argument(args, 3, 1), folder);
            missed = latency.missed(storms);
        }
        missed.forEach(each -> System.out.println("not reached: " + each));
        if (!missed.isEmpty()) {
            System.exit(1);
        }
    }

    /** What was promised and not reached. */
    private List<String> missed(int storms) {
        List<String> missed = new ArrayList<>();
        if (splits.size() < storms) {
            missed.add("of " + storms + " storms " + splits.size() + " were paged and measured");
        }
        double[] totals = splits.stream().mapToDouble(Split::total).toArray();
        Arrays.sort(totals);
        if (totals.length > 0 && percentile(totals, 0.99) >= GOAL_MILLIS) {
            missed.add("99 of 100 pages within " + GOAL_MILLIS + " ms");
        }
        return missed;
    }

    private static int argument(String[] args, int index, int otherwise) {
        return args.length > index ? Integer.parseInt(args[index]) : otherwise;
    }

    private void measure(PageLoad load, int storms, int threads, Path folder) throws Exception {
        try (HttpSchemaRegistryClient registry =
                        new HttpSchemaRegistryClient(RegistryConfig.parse(stack.registryUrl()));
                Admin admin = Admin.create(Map.of("bootstrap.servers", stack.bootstrapServers()))) {
            new TopicAdmin(admin, Duration.ofSeconds(30))
                    .createNew(TopicDefinition.all(naming, TopicOptions.DEFAULT.withEventPartitions(partitions)));
            int alertmanagerPort = freePort();
            Process alertmanager = alertmanager(folder, alertmanagerPort);
            HttpServer door = door(alertmanagerPort);
            AtomicBoolean stop = new AtomicBoolean();
            Instance instance =
                    Instance.start(config(folder, threads, door.getAddress().getPort()));
            Thread incidents = reader(stop, Topic.STORM_INCIDENTS, 1, record -> incident(registry, record));
            Thread progress = reader(stop, Topic.PORT_TRANSITIONS, 4, transitions(registry));
            try (BatchPublisher publisher = publisher(registry)) {
                long begin = load.publish(
                        publisher,
                        (int) (firstStormSeconds + storms * EVERY_SECONDS) + AFTER_SECONDS,
                        firstStormSeconds,
                        EVERY_SECONDS,
                        Double.POSITIVE_INFINITY);
                System.out.printf(
                        Locale.ROOT,
                        "%,d events published, %,.0f/s, %d partitions, %d threads%n",
                        publisher.counts().events(),
                        load.eventsPerSecond(),
                        partitions,
                        threads);
                firstStormNanos = begin + (long) (firstStormSeconds * 1e9);
            } finally {
                stop.set(true);
                incidents.join();
                progress.join();
                instance.kill();
                alertmanager.destroy();
                door.stop(0);
            }
            say(storms);
        }
    }

    // ---- what is watched

    private BatchPublisher publisher(HttpSchemaRegistryClient registry) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                stack.bootstrapServers(),
                "acks",
                "all",
                "enable.idempotence",
                true,
                "compression.type",
                "lz4",
                "linger.ms",
                5,
                "batch.size",
                64 << 10);
        Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        return BatchPublisher.over(
                new BatchPublisher.Settings(PageLoad.FABRIC, TopicNaming.LIVE, "bench", partitions, partitions, 1),
                new EventPublisher.Target(naming, Long.MAX_VALUE / 4, unused -> Map.of(), Pace.unlimited()),
                noting(producer),
                SchemaIds.register(registry, naming));
    }

    /** The same producer, whose acknowledgements are noted by the time of their records. */
    @SuppressWarnings("unchecked")
    private Producer<byte[], byte[]> noting(Producer<byte[], byte[]> producer) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                Producer.class.getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, args) -> {
                    Object[] handed = args;
                    if (method.getName().equals("send") && args.length == 2) {
                        ProducerRecord<byte[], byte[]> record = (ProducerRecord<byte[], byte[]>) args[0];
                        handed = new Object[] {record, noting(record, (Callback) args[1])};
                    }
                    try {
                        return method.invoke(producer, handed);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Callback noting(ProducerRecord<byte[], byte[]> record, Callback callback) {
        long slot = record.timestamp() * 1_000_000L / SLOT_NANOS;
        return (metadata, error) -> {
            if (error == null && record.topic().equals(naming.topic(Topic.PORT_EVENTS))) {
                acknowledged.merge(slot, System.nanoTime(), Math::min);
            }
            callback.onCompletion(metadata, error);
        };
    }

    private interface Taker {
        void take(ConsumerRecord<byte[], byte[]> record);
    }

    private Thread reader(AtomicBoolean stop, Topic topic, int topicPartitions, Taker taker) {
        return Thread.ofPlatform().name("read-" + topic.shortName()).start(() -> {
            Map<String, Object> settings = Map.of(
                    "bootstrap.servers",
                    stack.bootstrapServers(),
                    "isolation.level",
                    "read_committed",
                    "fetch.max.wait.ms",
                    20);
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                List<TopicPartition> all = new ArrayList<>();
                for (int i = 0; i < topicPartitions; i++) {
                    all.add(new TopicPartition(naming.topic(topic), i));
                }
                consumer.assign(all);
                consumer.seekToBeginning(all);
                while (!stop.get()) {
                    consumer.poll(Duration.ofMillis(50)).forEach(taker::take);
                }
            }
        });
    }

    private void incident(HttpSchemaRegistryClient registry, ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        StormIncident incident =
                new AvroDeserializer<>(StormIncident.class, registry).deserialize(record.topic(), record.value());
        StormPage page = incident == null ? null : incident.getPage();
        if (page == null) {
            return;
        }
        for (AlertLabel label : page.getLabels()) {
            if (label.getName().equals("host")) {
                pages.putIfAbsent(label.getValue(), new Seen(page.getAtNanos(), System.nanoTime()));
            }
        }
    }

    /** Progress is in every partition of the topic: one of them is enough. */
    private Taker transitions(HttpSchemaRegistryClient registry) {
        AvroDeserializer<PortTransition> reader = new AvroDeserializer<>(PortTransition.class, registry);
        Map<Integer, Long> newest = new HashMap<>();
        return record -> {
            if (record.partition() != 0) {
                return;
            }
            PortTransition transition = reader.deserialize(record.topic(), record.value());
            if (transition != null && transition.getKind() == PortTransitionKind.WATERMARK) {
                newest.merge(transition.getPartition(), transition.getAtNanos(), Math::max);
                if (newest.size() == partitions) {
                    long least = newest.values().stream()
                            .mapToLong(Long::longValue)
                            .min()
                            .orElseThrow();
                    watermarks.putIfAbsent(least, System.nanoTime());
                }
            }
        };
    }

    private HttpServer door(int alertmanagerPort) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpClient client = HttpClient.newHttpClient();
        server.setExecutor(Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task, "door");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> pass(exchange, client, alertmanagerPort));
        server.start();
        return server;
    }

    private void pass(HttpExchange exchange, HttpClient client, int port) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                .header("Content-Type", "application/json")
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            long now = System.nanoTime();
            if (answer.statusCode() == 200) {
                Matcher hosts = HOST.matcher(new String(body, StandardCharsets.UTF_8));
                while (hosts.find()) {
                    accepted.putIfAbsent(hosts.group(1), now);
                }
            }
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    // ---- what runs

    private Path config(Path folder, int threads, int doorPort) throws IOException {
        return Files.writeString(folder.resolve("run.yaml"), """
                bootstrapServers: %s
                schemaRegistry:
                  url: %s
                threads: %d
                stateDir: %s
                sinks:
                  alertmanager:
                    urls: ["http://127.0.0.1:%d"]
                """.formatted(
                        stack.bootstrapServers(), stack.registryUrl(), threads, folder.resolve("state"), doorPort));
    }

    private static Process alertmanager(Path folder, int port) throws IOException {
        Path config = Files.writeString(
                folder.resolve("alertmanager.yml"), "route:\n  receiver: nobody\nreceivers:\n  - name: nobody\n");
        return new ProcessBuilder(
                        "prometheus-alertmanager",
                        "--config.file=" + config,
                        "--storage.path=" + folder.resolve("alertmanager"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--cluster.listen-address=")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("alertmanager.log").toFile())
                .start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    // ---- what is said

    private void say(int storms) {
        Map<String, Long> hosts = new TreeMap<>(accepted);
        hosts.forEach((host, acceptedNanos) -> {
            Split split = split(host, acceptedNanos);
            if (split != null) {
                splits.add(split);
            }
        });
        System.out.printf("%d storms, %d pages accepted, %d measured%n", storms, accepted.size(), splits.size());
        row(
                "first pause to page condition (event)",
                splits.stream().mapToDouble(Split::condition).toArray());
        row(
                "watermark wait and first commit",
                splits.stream().mapToDouble(Split::waiting).toArray());
        row(
                "decision and second commit",
                splits.stream().mapToDouble(Split::deciding).toArray());
        row(
                "sink, until Alertmanager accepted",
                splits.stream().mapToDouble(Split::sending).toArray());
        row(
                "page condition to acceptance",
                splits.stream().mapToDouble(Split::total).toArray());
        splits.stream()
                .filter(split -> split.total > GOAL_MILLIS)
                .forEach(split -> System.out.println("  over " + GOAL_MILLIS + " ms: " + split));
    }

    private @Nullable Split split(String host, long acceptedNanos) {
        Seen page = pages.get(host);
        if (page == null) {
            return null;
        }
        Map.Entry<Long, Long> first = acknowledged.ceilingEntry(page.pageNanos / SLOT_NANOS + 1);
        Map.Entry<Long, Long> passed = watermarks.higherEntry(page.pageNanos);
        if (first == null || passed == null) {
            return null;
        }
        return new Split(
                host,
                (page.pageNanos - stormNanos(host)) / 1e6,
                (passed.getValue() - first.getValue()) / 1e6,
                (page.wallNanos - passed.getValue()) / 1e6,
                (acceptedNanos - page.wallNanos) / 1e6,
                (acceptedNanos - first.getValue()) / 1e6);
    }

    private long stormNanos(String host) {
        return firstStormNanos + (long) (Integer.parseInt(host.substring("host-".length())) * EVERY_SECONDS * 1e9);
    }

    private static void row(String what, double[] millis) {
        Arrays.sort(millis);
        if (millis.length == 0) {
            System.out.println(what + ": nothing was seen");
            return;
        }
        System.out.printf(
                Locale.ROOT,
                "%-38s p50 %7.1f  p90 %7.1f  p99 %7.1f  max %7.1f ms%n",
                what,
                millis[(millis.length - 1) / 2],
                percentile(millis, 0.9),
                percentile(millis, 0.99),
                millis[millis.length - 1]);
    }

    private static double percentile(double[] sorted, double share) {
        return sorted[(int) Math.ceil(sorted.length * share) - 1];
    }
}
