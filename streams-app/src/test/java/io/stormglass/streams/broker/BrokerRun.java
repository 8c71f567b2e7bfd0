package io.stormglass.streams.broker;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.embedded.SharedStack;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicAdmin;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.StreamsSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Input of a run on the shared broker: a storm that starts at a host and spreads to a spine, another of its own, and flows.
 * Each input partition's records can be published on their own, in any order of partitions.
 */
final class BrokerRun implements AutoCloseable {
    private static final long MS = 1_000_000L;
    /** In 2024: far older than any time limit of a broker. */
    private static final long YEARS_AGO_NANOS = 1_710_000_000_000L * MS;

    private static final List<PortKey> PORTS =
            List.of(new PortKey("f", "spine1", "s1"), new PortKey("f", "leaf1", "e1"), new PortKey("f", "leaf2", "e1"));
    private static final int FLOWS = 20;
    private static final long END_MILLIS = 1500;

    final TopicNaming naming;
    final StreamsSettings settings;
    final SchemaRegistryClient registry;
    private long t0 = YEARS_AGO_NANOS;
    private final int partitions;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AvroSerializer<FlowEvents> flowValues;
    private final AvroSerializer<PortEvents> portValues;
    private final long[] flowSequences;
    private final long[] portSequences;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private long published;

    BrokerRun(String hint, int partitions, Path stateDir) {
        this.partitions = partitions;
        naming = new TopicNaming(SharedStack.uniqueName(hint).toLowerCase(Locale.ROOT), "run");
        String bootstrap = SharedStack.endpoints().bootstrapServers();
        registry = new HttpSchemaRegistryClient(
                RegistryConfig.parse(SharedStack.endpoints().registryUrl()));
        settings = StreamsSettings.replay(naming, bootstrap, stateDir);
        flowSequences = new long[partitions];
        portSequences = new long[partitions];
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            new TopicAdmin(admin, Duration.ofSeconds(60))
                    .createNew(TopicDefinition.all(naming, TopicOptions.DEFAULT.withEventPartitions(partitions)));
        }
        SchemaIds ids = SchemaIds.register(registry, naming);
        flowValues = new AvroSerializer<>(FlowEvents.class, ids.id(Topic.FLOW_EVENTS));
        portValues = new AvroSerializer<>(PortEvents.class, ids.id(Topic.PORT_EVENTS));
        producer = new KafkaProducer<>(
                // One at a time: a new partition may refuse the first batch and take the second, which is then out of
                // order.
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                        1),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Lets the events begin at another time than years ago. */
    void startAt(long firstNanos) {
        t0 = firstNanos;
    }

    /** Events published so far. */
    long published() {
        return published;
    }

    int partitionOf(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    static String spine() {
        return PORTS.get(0).text();
    }

    static String leaf() {
        return PORTS.get(1).text();
    }

    /** Everything, all partitions side by side. */
    void publishAll() {
        for (long slice = 0; slice <= END_MILLIS; slice += 10) {
            for (int partition = 0; partition < partitions; partition++) {
                slice(partition, slice);
            }
        }
        flush();
    }

    /** All partitions up to and without a slice, or from it on. */
    void publishSlices(long fromMillis, long toMillis) {
        for (long slice = fromMillis; slice < toMillis; slice += 10) {
            for (int partition = 0; partition < partitions; partition++) {
                slice(partition, slice);
            }
        }
        flush();
    }

    static long endMillis() {
        return END_MILLIS + 10;
    }

    /** One partition of both topics from its first record to its end mark. */
    void publishPartition(int partition) {
        for (long slice = 0; slice <= END_MILLIS; slice += 10) {
            slice(partition, slice);
        }
        flush();
    }

    /** One port's partition, without progress of any other. */
    void publishPartitionOf(String port, long fromMillis, long toMillis) {
        for (long slice = fromMillis; slice < toMillis; slice += 10) {
            slice(partitionOf(port), slice);
        }
        flush();
    }

    private void slice(int partition, long slice) {
        for (int flow = 0; flow < FLOWS; flow++) {
            flow(partition, flow, slice);
        }
        for (int port = 0; port < PORTS.size(); port++) {
            port(partition, PORTS.get(port), port * 30L, slice);
        }
        if (slice == END_MILLIS) {
            mark(partition, RecordKind.END, t0 + END_MILLIS * MS);
        } else if ((slice + 10) % 50 == 0) {
            mark(partition, RecordKind.TICK, t0 + (slice + 10) * MS);
        }
    }

    private void flow(int partition, int number, long slice) {
        FlowKey flow = FlowKey.roce("f", Transport.ROCEV2, "10.0.0." + number, "10.0.1.1", number);
        if (partitionOf(flow.text()) != partition || slice == END_MILLIS) {
            return;
        }
        List<FlowEvent> events = List.of(
                new FlowEvent(FlowEventKind.SENT, t0 + slice * MS, 10, 10_000, 0, 0),
                new FlowEvent(FlowEventKind.CE_MARKED, t0 + slice * MS + 5, 1, 1000, 0, 0));
        FlowBatch batch = new FlowBatch(
                header(RecordKind.EVENTS, flowSequences[partition]++, 0),
                flow,
                -1,
                3,
                26,
                0,
                Vantage.SENDER,
                Pairing.PSN,
                "",
                List.of(),
                events);
        published += events.size();
        send(
                Topic.FLOW_EVENTS,
                partition,
                flow.text(),
                flowValues.serialize("t", EventCodec.toAvro(batch)),
                t0 + slice * MS);
    }

    /** One batch of a flow, which may merge a provisional flow. */
    void publish(FlowKey flow, String mergesProvisionalKey, List<FlowEvent> events) {
        int partition = partitionOf(flow.text());
        FlowBatch batch = new FlowBatch(
                header(RecordKind.EVENTS, flowSequences[partition]++, 0),
                flow,
                flow.isProvisional() ? flow.srcQp() : -1,
                3,
                26,
                0,
                Vantage.SENDER,
                Pairing.PSN,
                mergesProvisionalKey,
                List.of(),
                events);
        published += events.size();
        send(
                Topic.FLOW_EVENTS,
                partition,
                flow.text(),
                flowValues.serialize("t", EventCodec.toAvro(batch)),
                events.get(events.size() - 1).timeNanos());
        flush();
    }

    private void port(int partition, PortKey port, long pausedFrom, long slice) {
        if (partitionOf(port.text()) != partition || slice == END_MILLIS) {
            return;
        }
        List<PortEvent> events = new ArrayList<>();
        if (slice == 0) {
            events.add(new PortEvent.Traffic(t0, Direction.TX, 3, 5, 5000, 0));
        }
        for (long us = slice * 1000; us < (slice + 10) * 1000; us += 300) {
            if (us >= pausedFrom * 1000 && us < 700_000) {
                events.add(new PortEvent.PfcFrame(t0 + us * 1000, Direction.RX, 3, 65_535));
            }
        }
        if (events.isEmpty()) {
            return;
        }
        PortBatch batch = new PortBatch(
                header(RecordKind.EVENTS, portSequences[partition]++, 0),
                port,
                100_000_000_000L,
                slice == 0 ? link(port) : null,
                List.of(),
                events);
        published += events.size();
        send(
                Topic.PORT_EVENTS,
                partition,
                port.text(),
                portValues.serialize("t", EventCodec.toAvro(batch)),
                events.get(events.size() - 1).timeNanos());
    }

    /** Addresses of every other flow. */
    private static List<String> senders(boolean even) {
        return IntStream.range(0, FLOWS)
                .filter(flow -> (flow % 2 == 0) == even)
                .mapToObj(flow -> "10.0.0." + flow)
                .toList();
    }

    private static LinkFacts link(PortKey port) {
        boolean spine = port.device().equals("spine1");
        return new LinkFacts(
                spine ? EntityRole.SPINE : EntityRole.LEAF,
                spine ? "leaf1" : "host-of-" + port.device(),
                spine ? "u1" : "eth0",
                spine ? EntityRole.LEAF : EntityRole.HOST,
                100_000_000_000L,
                false,
                "",
                "",
                spine ? List.of() : senders(port.device().equals("leaf1")),
                "",
                "",
                0,
                null,
                "file");
    }

    private void mark(int partition, RecordKind kind, long nanos) {
        FlowBatch flow = new FlowBatch(
                header(kind, flowSequences[partition]++, nanos),
                null,
                -1,
                -1,
                -1,
                0,
                Vantage.UNKNOWN,
                Pairing.UNKNOWN,
                "",
                List.of(),
                List.of());
        send(Topic.FLOW_EVENTS, partition, "tick|a", flowValues.serialize("t", EventCodec.toAvro(flow)), nanos);
        PortBatch port =
                new PortBatch(header(kind, portSequences[partition]++, nanos), null, 0, null, List.of(), List.of());
        send(Topic.PORT_EVENTS, partition, "tick|a", portValues.serialize("t", EventCodec.toAvro(port)), nanos);
    }

    private BatchHeader header(RecordKind kind, long sequence, long watermarkNanos) {
        return new BatchHeader(
                kind,
                "f",
                "run",
                "a",
                1,
                sequence,
                ObserverRole.CAPTURE,
                Scope.FLOW,
                1,
                false,
                watermarkNanos,
                null,
                1.0);
    }

    private void send(Topic topic, int partition, String key, byte @Nullable [] value, long nanos) {
        sent.add(producer.send(new ProducerRecord<>(
                naming.topic(topic), partition, nanos / MS, key.getBytes(StandardCharsets.UTF_8), value)));
    }

    private void flush() {
        producer.flush();
        // A record that the broker refused throws here.
        sent.forEach(Future::resultNow);
        sent.clear();
    }

    @Override
    public void close() {
        producer.close();
        registry.close();
    }
}
