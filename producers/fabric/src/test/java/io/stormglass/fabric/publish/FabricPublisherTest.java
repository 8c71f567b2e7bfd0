package io.stormglass.fabric.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.RecordKind;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class FabricPublisherTest {
    private static final long MS = Scenarios.MS;
    private static final long START = FabricSource.DEFAULT_START_NANOS;
    private static final TopicNaming NAMING = TopicNaming.replay("emulated");
    private static final int PARTITIONS = 2;

    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    private FabricPublisher publisher(Scenario scenario, FabricPublisher.Timing timing) {
        BatchPublisher records = BatchPublisher.over(
                new BatchPublisher.Settings("emulated", "emulated", "fabric", PARTITIONS, PARTITIONS, 1),
                new EventPublisher.Target(NAMING, 1 << 30, partitions -> Map.of(), Pace.unlimited()),
                producer,
                SchemaIds.register(registry, NAMING));
        return new FabricPublisher(FabricPublisher.Plan.of(scenario, 1), timing, records);
    }

    /** A record with its header. */
    private record Read(String topic, int partition, String key, BatchHeader header, long newestMillis) {}

    private List<Read> published() {
        AvroDeserializer<FlowEvents> flows = new AvroDeserializer<>(FlowEvents.class, registry);
        AvroDeserializer<PortEvents> ports = new AvroDeserializer<>(PortEvents.class, registry);
        List<Read> found = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> record : producer.history()) {
            BatchHeader header = record.topic().contains("flow-events")
                    ? value(EventCodec.toNeutral(value(flows.read(record.value()))))
                            .header()
                    : value(EventCodec.toNeutral(value(ports.read(record.value()))))
                            .header();
            found.add(new Read(
                    record.topic(),
                    record.partition(),
                    new String(record.key(), StandardCharsets.UTF_8),
                    header,
                    record.timestamp()));
        }
        return found;
    }

    private static <T> T value(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Value<T> good -> good.value();
            case Decoded.Malformed<T> bad -> throw new AssertionError(bad.detail());
        };
    }

    @Test
    void everyPartitionHasDenseSequencesTicksAndAnEnd() {
        FabricProgress end = publisher(
                        Scenarios.incast(Scenarios.quick(), List.of(), 200), FabricPublisher.Timing.unlimited())
                .run();

        List<Read> read = published();
        assertThat(end.eventNanos()).isEqualTo(200 * MS);
        assertThat(end.records())
                .isEqualTo(read.stream().filter(FabricPublisherTest::isEvents).count());
        assertThat(read.stream().map(one -> one.header.agentId()))
                .contains("fabric", "nic-host-0", "switch-switch-0", "mirror-host-3");
        Map<String, Long> next = new HashMap<>();
        for (Read one : read) {
            String place = one.header.agentId() + " " + one.topic + " " + one.partition;
            assertThat(one.header.sequence()).as(place).isEqualTo(next.merge(place, 1L, Long::sum) - 1);
            assertThat(one.header.runId()).isEqualTo("emulated");
        }
        for (String topic : List.of(
                NAMING.topic(io.stormglass.schemas.topics.Topic.FLOW_EVENTS),
                NAMING.topic(io.stormglass.schemas.topics.Topic.PORT_EVENTS))) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                int wanted = partition;
                List<Read> here = read.stream()
                        .filter(one -> one.topic.equals(topic) && one.partition == wanted)
                        .toList();
                assertThat(here.stream()
                                .filter(one -> one.header.kind() == RecordKind.TICK)
                                .map(one -> one.header.watermarkNanos()))
                        .containsExactly(START + 50 * MS, START + 100 * MS, START + 150 * MS, START + 200 * MS);
                assertThat(here.getLast().header.kind()).isEqualTo(RecordKind.END);
                isBehindNoTick(here);
            }
        }
    }

    private static boolean isEvents(Read read) {
        return read.header.kind() == RecordKind.EVENTS;
    }

    private static void isBehindNoTick(List<Read> partition) {
        long ticked = 0;
        for (Read one : partition) {
            if (one.header.kind() == RecordKind.TICK) {
                ticked = one.header.watermarkNanos();
            } else if (isEvents(one)) {
                assertThat(one.newestMillis).isGreaterThanOrEqualTo(ticked / MS);
            }
        }
    }

    @Test
    void twoRunsPublishTheSameBytes() {
        Scenario scenario = Scenarios.incast(
                Scenarios.quick().with(new TelemetrySettings.Delivery(0.05, 0.05, 20 * MS)), List.of(), 100);
        publisher(scenario, FabricPublisher.Timing.unlimited()).run();
        List<ProducerRecord<byte[], byte[]>> first = List.copyOf(producer.history());
        producer.clear();
        publisher(scenario, FabricPublisher.Timing.unlimited()).run();
        assertThat(first).hasSizeGreaterThan(50);
        assertThat(producer.history()).hasSameSizeAs(first);
        for (int i = 0; i < first.size(); i++) {
            assertThat(producer.history().get(i).value()).isEqualTo(first.get(i).value());
            assertThat(producer.history().get(i).partition())
                    .isEqualTo(first.get(i).partition());
        }
    }

    @Test
    void whatIsRepeatedHasItsSequenceTwiceAndWhatIsLostLeavesAHole() {
        Scenario scenario = Scenarios.incast(
                Scenarios.quick().with(new TelemetrySettings.Delivery(0.3, 0, 0)),
                List.of(new ScheduledFault(new Fault.DuplicatedTelemetry(4), 0, 100 * Picos.PER_MILLI)),
                100);
        FabricProgress end =
                publisher(scenario, FabricPublisher.Timing.unlimited()).run();

        List<Long> sequences =
                sequences(read -> read.header.agentId().equals("switch-switch-0") && read.partition == 0);
        assertThat(end.lost()).isPositive();
        assertThat(end.repeated()).isPositive();
        long highest = sequences.stream().mapToLong(Long::longValue).max().orElseThrow();
        assertThat(sequences.stream().distinct().count()).isLessThan(highest + 1);
        for (long sequence : LongStream.rangeClosed(0, highest).toArray()) {
            assertThat(sequences.stream().filter(one -> one == sequence).count())
                    .isIn(0L, 2L);
        }
    }

    private List<Long> sequences(Predicate<Read> wanted) {
        return published().stream()
                .filter(wanted)
                .map(one -> one.header.sequence())
                .toList();
    }

    @Test
    void whatComesLateComesBehindTheTickOfItsTime() {
        Scenario scenario = Scenarios.incast(
                Scenarios.quick().with(new TelemetrySettings.Delivery(0, 0.5, 60 * MS)), List.of(), 200);
        FabricProgress end =
                publisher(scenario, FabricPublisher.Timing.unlimited()).run();
        assertThat(end.late()).isPositive();
        long behind = 0;
        Map<String, Long> ticked = new HashMap<>();
        for (Read one : published()) {
            String place = one.topic + one.partition;
            if (one.header.kind() == RecordKind.TICK) {
                ticked.put(place, one.header.watermarkNanos());
            } else if (isEvents(one)) {
                behind += one.newestMillis < ticked.getOrDefault(place, 0L) / MS ? 1 : 0;
            }
        }
        assertThat(behind).isPositive();
    }

    @Test
    void scaledTimeWaitsForTheWallClockAndSaysWhereItIsBehind() {
        AtomicLong wall = new AtomicLong(1_000);
        FabricPublisher.Timing timing = new FabricPublisher.Timing(0.5, wall::get, wall::addAndGet);
        FabricProgress end = publisher(Scenarios.incast(Scenarios.quick(), List.of(), 100), timing)
                .run();
        assertThat(end.wallNanos()).isEqualTo(200 * MS);
        assertThat(end.achievedScale()).isEqualTo(0.5);
        assertThat(end.behindNanos()).isZero();

        // Each look at this clock costs 50 ms: the fabric cannot keep up.
        AtomicLong slow = new AtomicLong();
        FabricPublisher.Timing late =
                new FabricPublisher.Timing(1, () -> slow.addAndGet(50 * MS), nanos -> slow.addAndGet(nanos));
        FabricProgress behind = publisher(Scenarios.incast(Scenarios.quick(), List.of(), 100), late)
                .run();
        assertThat(behind.behindNanos()).isGreaterThan(100 * MS);
        assertThat(behind.achievedScale()).isLessThan(0.5);
    }

    @Test
    void aRunThatIsStoppedEndsInOrder() {
        Scenario scenario = Scenarios.incast(Scenarios.quick(), List.of(), 1_000_000);
        FabricPublisher[] stopped = new FabricPublisher[1];
        AtomicLong wall = new AtomicLong();
        stopped[0] = publisher(scenario, new FabricPublisher.Timing(1, wall::get, nanos -> {
            if (wall.addAndGet(nanos) >= 60 * MS) {
                stopped[0].stop();
            }
        }));
        FabricProgress end = stopped[0].run();
        assertThat(end.eventNanos()).isBetween(60 * MS, 80 * MS);
        assertThat(published().stream()
                        .filter(one -> one.header.kind() == RecordKind.END)
                        .count())
                .isEqualTo(2L * PARTITIONS);
    }

    @Test
    void aStartBesideTheTicksIsRefused() {
        Scenario scenario = Scenarios.incast(Scenarios.quick(), List.of(), 10);
        assertThatThrownBy(() -> new FabricPublisher.Plan(scenario, 1, START + 1))
                .hasMessageContaining("multiple of");
    }
}
