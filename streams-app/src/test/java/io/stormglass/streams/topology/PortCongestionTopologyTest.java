package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.NicClass;
import io.stormglass.avro.NicCongestionState;
import io.stormglass.avro.PortEvents;
import io.stormglass.avro.PortState;
import io.stormglass.avro.QueueClass;
import io.stormglass.avro.QueueCongestionState;
import io.stormglass.avro.QueueSign;
import io.stormglass.avro.TelemetryState;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Scope;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortCongestionTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final PortKey NIC = new PortKey("f", "host1", "mlx5_0/1");

    private static PortEvent nic(long millis, @Nullable Long ce, @Nullable Long sent, long handled, long slow) {
        long at = T0 + millis * MS;
        return new PortEvent.NicCongestion(at, new Refresh(at, 1000 * MS), ce, sent, handled, 0L, slow);
    }

    private static PortEvent sent(long millis, long bytes) {
        return new PortEvent.Traffic(T0 + millis * MS, Direction.TX, 3, bytes / 1000, bytes, 0);
    }

    private static PortEvent queue(long millis, @Nullable Long watermark, long packets, @Nullable Long marked) {
        long at = T0 + millis * MS;
        return new PortEvent.QueueSample(
                at, new Refresh(at, 1000 * MS), 3, 5, 0L, watermark, packets, null, marked, 2L, 0L);
    }

    private static PortState last(List<PortState> states, PortKey port) {
        return states.stream()
                .filter(state -> state.getDevice().equals(port.device()))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void aNicGoesThroughPortEventsIntoItsPortState() {
        try (Harness harness = Harness.replay()) {
            harness.port(NIC, null, List.of(nic(0, 100L, 7L, 50L, 10L)));
            harness.port(NIC, null, List.of(sent(500, 2_000_000_000L), nic(1000, 140L, 17L, 100L, 20L)));
            harness.port(NIC, null, List.of(nic(2000, 180L, 27L, 100L, 20L)));
            harness.mark(RecordKind.END, T0 + 2000 * MS + 1);
            PortState state = last(harness.portStates(), NIC);
            NicCongestionState nic = state.getNic();
            assertThat(nic.getNicClass()).isEqualTo(NicClass.HANDLING);
            assertThat(nic.getEvidence())
                    .isEqualTo("receiver's side: 80 packets with CE, 20 CNPs sent; "
                            + "sender's side: 40 CNPs handled, 0 ignored");
            assertThat(nic.getMissing()).isEmpty();
            assertThat(nic.getCnpsPerCe()).isEqualTo(0.25);
            assertThat(nic.getHandledPerGigabyte()).isEqualTo(20.0);
            assertThat(nic.getIgnoredPerGigabyte()).isZero();
            assertThat(nic.getCnpHandled()).isEqualTo(50);
            assertThat(nic.getSlowRestartCnps()).isEqualTo(10);
            assertThat(nic.getCoveredNanos()).isEqualTo(2000 * MS);
            assertThat(state.getQueues()).isEmpty();
        }
    }

    @Test
    void aQueueGoesThroughPortEventsIntoItsPortState() {
        try (Harness harness = Harness.replay()) {
            harness.port(Harness.PORT, null, List.of(queue(0, 0L, 100, 40L)));
            harness.port(Harness.PORT, null, List.of(queue(1000, 250_000L, 200, 40L)));
            harness.port(Harness.PORT, null, List.of(queue(2000, 250_000L, 300, 65L)));
            harness.mark(RecordKind.END, T0 + 2000 * MS + 1);
            PortState state = last(harness.portStates(), Harness.PORT);
            assertThat(state.getNic()).isNull();
            QueueCongestionState queue = state.getQueues().get(0);
            assertThat(queue.getPriority()).isEqualTo(3);
            assertThat(queue.getQueue()).isEqualTo(5);
            assertThat(queue.getQueueClass()).isEqualTo(QueueClass.MARKING);
            assertThat(queue.getSign()).isEqualTo(QueueSign.BETWEEN);
            assertThat(queue.getPeakBytes()).isEqualTo(250_000);
            assertThat(queue.getMarked()).isEqualTo(25);
            assertThat(queue.getSentPackets()).isEqualTo(200);
            assertThat(queue.getDropped()).isZero();
            assertThat(queue.getKminBytes()).isNull();
            assertThat(queue.getMissing()).isEqualTo("Kmin and Kmax of the queue");
        }
    }

    @Test
    void countersThatAreConstantZeroAreNotObservable() {
        try (Harness harness = Harness.replay()) {
            for (long i = 0; i < 5; i++) {
                harness.port(NIC, null, List.of(nic(1000 * i, 500 * i, 0L, 0, 0)));
                harness.port(Harness.PORT, null, List.of(queue(1000 * i, null, 100 * i, 0L)));
            }
            harness.mark(RecordKind.END, T0 + 4000 * MS + 1);
            List<PortState> states = harness.portStates();
            assertThat(last(states, NIC).getNic().getNicClass()).isEqualTo(NicClass.NOT_OBSERVABLE);
            assertThat(last(states, Harness.PORT).getQueues())
                    .singleElement()
                    .extracting(QueueCongestionState::getQueueClass)
                    .isEqualTo(QueueClass.NOT_OBSERVABLE);
        }
    }

    @Test
    void aNicThatFallsSilentIsPublishedAsUnknown() {
        try (Harness harness = Harness.replay()) {
            harness.port(NIC, null, List.of(nic(0, 100L, 7L, 50L, 10L)));
            harness.port(NIC, null, List.of(nic(1000, 140L, 47L, 100L, 20L)));
            harness.mark(RecordKind.TICK, T0 + 31_000 * MS);
            assertThat(last(harness.portStates(), NIC).getNic().getNicClass()).isEqualTo(NicClass.HANDLING);
            harness.mark(RecordKind.TICK, T0 + 31_500 * MS);
            assertThat(harness.portStates()).singleElement().satisfies(state -> {
                NicCongestionState nic = state.getNic();
                assertThat(nic.getNicClass()).isEqualTo(NicClass.UNKNOWN);
                assertThat(nic.getMissing()).isEqualTo("a refresh");
            });
            // Its telemetry counts by steps of a second.
            harness.mark(RecordKind.TICK, T0 + 32_000 * MS);
            assertThat(last(harness.portStates(), NIC).getTelemetry().getFirst().getState())
                    .isEqualTo(TelemetryState.UNKNOWN);
            harness.mark(RecordKind.TICK, T0 + 33_000 * MS);
            assertThat(harness.portStates()).isEmpty();
        }
    }

    @Test
    void aRestartedProcessorGoesOnWhereItStopped(@TempDir Path folder) {
        Run straight = new Run(folder.resolve("straight"));
        Run restarted = new Run(folder.resolve("restarted"));
        for (long i = 0; i < 12; i++) {
            List<PortEvent> events = List.of(
                    sent(1000 * i, 3_000_000L),
                    nic(1000 * i, 100 + 20 * i, 7L, 50, 10),
                    queue(1000 * i, i * 60_000, 100 * i, 40 + i));
            straight.port(events);
            restarted.port(events);
            restarted.restart();
        }
        PortState state = straight.end();
        assertThat(state.getNic().getNicClass()).isEqualTo(NicClass.CC_OFF);
        assertThat(state.getNic().getSentBytes()).isEqualTo(24_000_000);
        assertThat(state.getQueues().get(0).getMarked()).isEqualTo(8);
        assertThat(restarted.end()).isEqualTo(state);
    }

    @Test
    void aNicWithoutCongestionCountersIsPublishedAsNotObservable(@TempDir Path folder) {
        Run run = new Run(folder);
        run.port(List.of(sent(0, 1000)));
        NicCongestionState nic = run.end().getNic();
        assertThat(nic.getNicClass()).isEqualTo(NicClass.NOT_OBSERVABLE);
        assertThat(nic.getMissing()).isEqualTo("a counter of CNPs sent; a counter of CNPs handled");
    }

    /** The processor of a NIC's partition over stores that outlive it. */
    private static final class Run {
        private final StageFixture stage;
        private final AvroSerializer<PortEvents> values;
        private PortProcessor processor;
        private long sequence;

        Run(Path folder) {
            stage = new StageFixture(folder, Topic.PORT_EVENTS);
            values = new AvroSerializer<>(PortEvents.class, stage.ids.id(Topic.PORT_EVENTS));
            stage.portStores();
            processor = started();
        }

        private PortProcessor started() {
            PortProcessor started = new PortProcessor(stage.inputs);
            started.init(stage.context);
            return started;
        }

        void restart() {
            processor = started();
        }

        private void process(RecordKind kind, @Nullable PortKey port, List<PortEvent> events, long atNanos) {
            BatchHeader header = new BatchHeader(
                    kind,
                    "f",
                    "test",
                    "agent",
                    1,
                    sequence++,
                    ObserverRole.NIC,
                    Scope.NIC,
                    1,
                    false,
                    kind == RecordKind.EVENTS ? 0 : atNanos,
                    null,
                    1.0);
            PortBatch batch = new PortBatch(header, port, 0, null, List.of(), events);
            byte[] value = Objects.requireNonNull(values.serialize("t", EventCodec.toAvro(batch)));
            processor.process(new Record<>(Harness.bytes("key"), value, atNanos / MS));
        }

        void port(List<PortEvent> events) {
            process(RecordKind.EVENTS, NIC, events, events.getLast().timeNanos());
        }

        /** The newest state after the end of the partition. */
        PortState end() {
            process(RecordKind.END, null, List.of(), T0 + 20_000 * MS);
            AvroDeserializer<PortState> reader = new AvroDeserializer<>(PortState.class, stage.registry);
            List<PortState> states = new ArrayList<>();
            stage.context.forwarded(Nodes.PORT_STATES).forEach(forward -> {
                PortState state = reader.deserialize("t", forward.record().value());
                if (state != null) {
                    states.add(state);
                }
            });
            return states.getLast();
        }
    }
}
