package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.PortEvents;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Scope;
import io.stormglass.models.storm.StormTransition;
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

/** What the ports stage tells the fabric stage of storm states and signs. */
class PortStormTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final PortKey PORT = new PortKey("f", "leaf-1", "Ethernet12");

    @Test
    void statesAndSignsAreToldInOrderAndPriority3IsLosslessByItsLink(@TempDir Path folder) {
        Run run = new Run(folder);
        story(run, () -> {});
        List<String> told = run.told();
        assertThat(told)
                .containsSubsequence(
                        "1000 STORM_OPENED watchdog",
                        "1000 SIGN WAITING true",
                        "2000 SIGN WATCHDOG_DROPS true",
                        "6000 STORM_CLEARED watchdog",
                        // What the NIC reported still holds.
                        "64000 STORM_CLEARED nic-reported",
                        "64000 SIGN WAITING false");
        assertThat(told)
                .contains(
                        "2000 SIGN LINE_RATE true",
                        "3000 SIGN BACK_PRESSURE true",
                        "4000 STORM_OPENED nic-reported",
                        "8000 SIGN LOSSLESS_DROPS true");
        List<Long> times =
                run.transitions().stream().map(PortTransition::getAtNanos).toList();
        assertThat(times).isSorted();
        List<Long> orders =
                run.transitions().stream().map(PortTransition::getOrder).toList();
        assertThat(orders).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aRestartBeforeEveryRecordTellsTheSame(@TempDir Path folder, @TempDir Path other) {
        Run plain = new Run(folder);
        story(plain, () -> {});
        Run restarted = new Run(other);
        story(restarted, restarted::restart);
        assertThat(restarted.transitions()).isEqualTo(plain.transitions());
    }

    /** Ten seconds of a port: its watchdog acts and restores, its host stalls and reports a storm, it sends at line rate and drops. */
    private static void story(Run run, Runnable between) {
        for (int i = 0; i <= 10; i++) {
            long at = T0 + i * 1000L * MS;
            Refresh refresh = new Refresh(at, 1000 * MS);
            List<PortEvent> events = new ArrayList<>();
            long dropped = i < 2 ? 0 : i < 8 ? 500 : 501;
            events.add(new PortEvent.QueueSample(
                    at, refresh, 3, 3, 9000L, null, i * 10L, i * 12_000_000_000L, null, dropped, null));
            if (i == 1 || i == 6) {
                events.add(new PortEvent.Watchdog(at, 3, 3, i == 1));
            }
            events.add(new PortEvent.PauseCounters(at, refresh, Direction.RX, 3, 100L, 0L, null, null));
            events.add(new PortEvent.HostBackPressure(at, refresh, i < 3 ? 5L : 6L, null, null, i < 4 ? 0L : 1L, null));
            between.run();
            run.process(RecordKind.EVENTS, PORT, events, at);
            run.process(RecordKind.TICK, null, List.of(), at);
        }
        for (long at : List.of(11_000L, 11_050L, 30_000L, 63_990L, 90_000L)) {
            between.run();
            run.process(RecordKind.TICK, null, List.of(), T0 + at * MS);
        }
    }

    private static LinkFacts link() {
        return new LinkFacts(
                EntityRole.LEAF,
                "host-7",
                "eth0",
                EntityRole.HOST,
                100_000_000_000L,
                false,
                "",
                "",
                List.of(),
                "",
                "",
                9000,
                1 << 3,
                "file");
    }

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

        void process(RecordKind kind, @Nullable PortKey port, List<PortEvent> events, long atNanos) {
            BatchHeader header = new BatchHeader(
                    kind,
                    "f",
                    "test",
                    "agent",
                    1,
                    sequence++,
                    ObserverRole.SWITCH,
                    Scope.SWITCH,
                    1,
                    false,
                    kind == RecordKind.EVENTS ? 0 : atNanos,
                    null,
                    1.0);
            PortBatch batch = new PortBatch(
                    header, port, port == null ? 0 : 100_000_000_000L, port == null ? null : link(), List.of(), events);
            byte[] value = Objects.requireNonNull(values.serialize("t", EventCodec.toAvro(batch)));
            processor.process(new Record<>(Harness.bytes("key"), value, atNanos / MS));
        }

        List<PortTransition> transitions() {
            AvroDeserializer<PortTransition> reader = new AvroDeserializer<>(PortTransition.class, stage.registry);
            List<PortTransition> transitions = new ArrayList<>();
            stage.context.forwarded(Nodes.PORT_TRANSITIONS).forEach(forward -> {
                PortTransition transition =
                        reader.deserialize("t", forward.record().value());
                if (transition != null
                        && transition.getKind() != PortTransitionKind.WATERMARK
                        && transition.getKind() != PortTransitionKind.END
                        && transition.getKind() != PortTransitionKind.TELEMETRY) {
                    transitions.add(transition);
                }
            });
            return transitions;
        }

        List<String> told() {
            return transitions().stream()
                    .map(transition -> {
                        String what =
                                switch (Transitions.toNeutral(transition)) {
                                    case StormTransition.Storm storm ->
                                        storm.change().rule().text();
                                    case StormTransition.Sign sign ->
                                        sign.sign().kind() + " " + sign.sign().present();
                                    case StormTransition.Link unused -> "";
                                    case StormTransition.Maintenance unused -> "";
                                    case StormTransition.Inventory unused -> "";
                                    case StormTransition.Flow unused -> "";
                                    case StormTransition.Silence unused -> "";
                                };
                        return (transition.getAtNanos() - T0) / MS + " " + transition.getKind() + " " + what;
                    })
                    .toList();
        }
    }
}
