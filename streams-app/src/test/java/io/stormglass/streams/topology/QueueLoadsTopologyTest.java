package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ports and flows measure of a queue comes together, whoever was read first. */
final class QueueLoadsTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final PortKey HOT = new PortKey("f", "leaf1", "e9");
    private static final PortKey OTHER = new PortKey("f", "leaf1", "e1");
    private static final PortKey SPINE = new PortKey("f", "spine1", "d1");
    private static final PortKey THIRD = new PortKey("f", "leaf1", "e5");
    private static final PortKey NIC = new PortKey("f", "host5", "mlx5_0");
    private static final long BYTES = 4000;

    @TempDir
    Path folder;

    private int runs;

    private LoadStages run(int partitions, long seed, int restartEvery) {
        LoadStages stages = new LoadStages(folder.resolve("run-" + runs++), partitions, seed, restartEvery);
        for (long at = 0; at < 2300; at += 10) {
            if (at % 500 == 0) {
                ports(stages, at);
            }
            for (int flow = 0; flow < 6; flow++) {
                longFlow(stages, flow, at, List.of());
            }
            longFlow(stages, 6, at, List.of(new PathHop("spine1", "d1", 3)));
            for (int flow = 10; flow < 14; flow++) {
                burst(stages, flow, at);
            }
            tcp(stages, at);
            if ((at + 10) % 50 == 0) {
                stages.mark(RecordKind.TICK, T0 + (at + 10) * MS);
            }
        }
        stages.mark(RecordKind.END, T0 + 2300 * MS);
        stages.run();
        return stages;
    }

    private static FlowBatch batch(
            BatchHeader header, FlowKey key, Vantage vantage, List<PathHop> path, List<FlowEvent> events) {
        return new FlowBatch(
                header,
                key,
                -1,
                key.transport() == Transport.TCP ? 0 : 3,
                26,
                100_000_000_000L,
                vantage,
                Pairing.PSN,
                "",
                path,
                events);
    }

    private static FlowKey key(int flow) {
        return FlowKey.roce("f", Transport.ROCEV2, "10.0.1." + flow, "10.0.0.9", 17 + flow);
    }

    /** Five packets every 500 us; at the receiver one in 10 is marked; a CNP every 10 ms, a round trip every 5. */
    private static void longFlow(LoadStages stages, int flow, long atMillis, List<PathHop> path) {
        FlowKey key = key(flow);
        long from = T0 + atMillis * MS + flow * 1000L;
        List<FlowEvent> sent = new ArrayList<>();
        for (int event = 0; event < 20; event++) {
            sent.add(new FlowEvent(FlowEventKind.SENT, from + event * 500_000L, 5, 5 * BYTES, 0, 0));
        }
        sent.add(new FlowEvent(FlowEventKind.RTT_SAMPLE, from + 9_750_000L, 1, BYTES, 9_000 + flow, 0));
        sent.add(new FlowEvent(FlowEventKind.CNP_SEEN, from + 9_760_000L, 1, 60, 0, 0));
        stages.flow(
                key.text(),
                "mirror-" + flow,
                ObserverRole.MIRROR,
                header -> batch(header, key, Vantage.SENDER, path, sent));
        List<FlowEvent> arrived = new ArrayList<>();
        for (int packet = 0; packet < 10; packet++) {
            arrived.add(new FlowEvent(FlowEventKind.CE_MARKED, from + packet * 1_000_000L + 3000, 1, BYTES, 0, 0));
        }
        stages.flow(
                key.text(),
                "mirror-9",
                ObserverRole.MIRROR,
                header -> batch(header, key, Vantage.RECEIVER, path, arrived));
    }

    /** Ten packets at line rate, every 10 ms. */
    private static void burst(LoadStages stages, int flow, long atMillis) {
        FlowKey key = key(flow);
        FlowEvent sent =
                new FlowEvent(FlowEventKind.SENT, T0 + atMillis * MS + 5_000_000L + flow * 200L, 10, 10 * BYTES, 0, 0);
        stages.flow(
                key.text(),
                "mirror-" + flow,
                ObserverRole.MIRROR,
                header -> batch(header, key, Vantage.SENDER, List.of(), List.of(sent)));
    }

    private static void tcp(LoadStages stages, long atMillis) {
        FlowKey key = FlowKey.tcp("f", "10.0.1.1", 1000, "10.0.0.9", 80);
        FlowEvent sent = new FlowEvent(FlowEventKind.SENT, T0 + atMillis * MS + 1000, 1, 1500, 0, 0);
        stages.flow(
                key.text(),
                "mirror-1",
                ObserverRole.MIRROR,
                header -> batch(header, key, Vantage.SENDER, List.of(), List.of(sent)));
    }

    private static void ports(LoadStages stages, long atMillis) {
        long at = T0 + atMillis * MS + 1;
        Refresh refresh = new Refresh(at - 1, 500 * MS);
        LinkFacts hot = atMillis == 0 ? Harness.hostLink("host9", 100_000_000_000L, List.of("10.0.0.9")) : null;
        port(stages, HOT, hot, sample(at, refresh, 3, atMillis), paused(at, refresh, Direction.RX, 1));
        port(stages, OTHER, null, sample(at, refresh, 3, 0), paused(at, refresh, Direction.TX, atMillis * MS / 10));
        port(stages, SPINE, null, sample(at, refresh, 4, atMillis));
        // The switch counts frames that it sends; how long they held the NIC up the NIC says, which does not know where
        // it is cabled to.
        LinkFacts third = Harness.hostLink("", 100_000_000_000L, List.of("10.0.0.5"))
                .change()
                .peer("", "", EntityRole.HOST)
                .macs("", "02:05")
                .done();
        port(stages, THIRD, atMillis == 0 ? third : null, frames(at, refresh, atMillis));
        LinkFacts nic = LinkFacts.speedOnly(100_000_000_000L, false)
                .change()
                .role(EntityRole.HOST)
                .macs("02:05", "")
                .done();
        port(stages, NIC, atMillis == 0 ? nic : null, paused(at, refresh, Direction.RX, atMillis * MS / 5));
    }

    private static PortEvent sample(long at, Refresh refresh, int priority, long count) {
        return new PortEvent.QueueSample(
                at, refresh, priority, priority, count, 2 * count, 10 * count, 10_000 * count, count, 0L, null);
    }

    private static PortEvent paused(long at, Refresh refresh, Direction direction, long total) {
        return new PortEvent.PauseCounters(at, refresh, direction, 3, null, total, null, null);
    }

    private static PortEvent frames(long at, Refresh refresh, long total) {
        return new PortEvent.PauseCounters(at, refresh, Direction.TX, 3, total, null, null, null);
    }

    private static void port(LoadStages stages, PortKey port, @Nullable LinkFacts link, PortEvent... events) {
        stages.port(
                port.text(),
                "switch-" + port.device(),
                header -> new PortBatch(header, port, 100_000_000_000L, link, List.of(), List.of(events)));
    }

    @Test
    void aQueueHasItsFlowsAndItsCounters() {
        LoadStages stages = run(1, 1, 0);
        QueueLoad hot = Objects.requireNonNull(stages.loads.get("f/leaf1/e9/3@1000"));
        QueueLoad.Flows flows = Objects.requireNonNull(hot.flows());
        assertThat(flows.flows()).isEqualTo(10);
        assertThat(flows.traffic().longFlows()).isCloseTo(6, within(0.1));
        assertThat(flows.traffic().bursts().count()).isEqualTo(100);
        assertThat(flows.traffic().bursts().fanIn()).isEqualTo(4);
        assertThat(flows.traffic().bursts().volumeBytes()).isEqualTo(4 * 10 * BYTES);
        assertThat(flows.traffic().bursts().periodNanos()).isCloseTo(10_000_000, within(10.0));
        assertThat(flows.sentPackets()).isEqualTo(6 * 10_000 + 4 * 1000);
        assertThat(flows.marked()).isEqualTo(6 * 1000);
        assertThat(flows.cnps()).isEqualTo(6 * 100);
        assertThat(flows.cnpVariation()).isZero();
        assertThat(flows.baseRttNanos()).isEqualTo(9_000);
        assertThat(flows.rttSamples()).isEqualTo(6 * 100);
        QueueLoad.Counters counters = Objects.requireNonNull(hot.counters());
        // Refreshes of 1.0 and 1.5 s, which look back on 0.5 s each.
        assertThat(counters.coveredNanos()).isEqualTo(1_000 * MS);
        assertThat(counters.sentPackets()).isEqualTo(10_000);
        assertThat(counters.sentBytes()).isEqualTo(10_000_000);
        assertThat(counters.marked()).isEqualTo(1_000);
        assertThat(counters.watermarkBytes()).isEqualTo(3_000);
        assertThat(counters.depths()).isEqualTo(new QueueLoad.Depths(2, 1250, 1000, 1500));
        assertThat(counters.pausedNanos()).isZero();
        assertThat(counters.ingress()).isEqualTo(new QueueLoad.Ingress(2, 2_000 * MS, 100 * MS + 200 * MS));
    }

    @Test
    void whatIsKnownOfAPathCountsAndTcpIsApart() {
        LoadStages stages = run(1, 2, 0);
        QueueLoad spine = Objects.requireNonNull(stages.loads.get("f/spine1/d1/3@1000"));
        assertThat(Objects.requireNonNull(spine.flows()).flows()).isEqualTo(1);
        assertThat(spine.counters()).isNull();
        QueueLoad counted = Objects.requireNonNull(stages.loads.get("f/spine1/d1/4@1000"));
        assertThat(counted.flows()).isNull();
        QueueLoad tcp = Objects.requireNonNull(stages.loads.get("f/leaf1/e9/0@1000"));
        QueueLoad.Flows flows = Objects.requireNonNull(tcp.flows());
        assertThat(flows.flows()).isZero();
        assertThat(flows.otherFlows()).isEqualTo(1);
        assertThat(flows.otherBytes()).isEqualTo(100 * 1500);
        // A queue that does nothing is not told, though its counters are read.
        assertThat(stages.loads.keySet()).noneMatch(queue -> queue.startsWith("f/leaf1/e1/") && queue.endsWith("@0"));
    }

    @Test
    void neitherPartitionsNorArrivalNorRestartsChangeAnything() {
        LoadStages one = run(1, 3, 0);
        assertThat(one.loads).hasSizeGreaterThan(8);
        assertThat(one.published).isEqualTo(one.loads.size());
        assertThat(one.ends).containsExactly("end|queue-measures|0");
        for (long seed = 10; seed < 12; seed++) {
            LoadStages four = run(4, seed, 0);
            assertThat(four.loads).isEqualTo(one.loads);
            assertThat(four.published).isEqualTo(one.published);
            assertThat(four.ends)
                    .containsExactlyInAnyOrder(
                            "end|queue-measures|0",
                            "end|queue-measures|1",
                            "end|queue-measures|2",
                            "end|queue-measures|3");
            assertThat(four.counters.get(Count.LOADS_LATE)).isZero();
        }
        LoadStages restarted = run(2, 20, 997);
        assertThat(restarted.loads).isEqualTo(one.loads);
        assertThat(restarted.published).isEqualTo(one.published);
    }

    @Test
    void theEndPublishesAllWindows() {
        LoadStages stages = run(2, 5, 0);
        assertThat(stages.loads.keySet())
                .contains("f/leaf1/e9/3@0", "f/leaf1/e9/3@1000", "f/leaf1/e9/3@2000", "f/spine1/d1/3@2000");
        QueueLoad whole = Objects.requireNonNull(stages.loads.get("f/leaf1/e9/3@1000"));
        assertThat(whole.toNanos() - whole.fromNanos()).isEqualTo(1000 * MS);
        // Of the last one 300 ms were seen: it is no quiet second.
        QueueLoad cut = Objects.requireNonNull(stages.loads.get("f/leaf1/e9/3@2000"));
        assertThat(cut.toNanos()).isEqualTo(T0 + 2300 * MS);
        QueueLoad.Flows flows = Objects.requireNonNull(cut.flows());
        assertThat(flows.traffic().longFlows()).isCloseTo(6, within(0.1));
        assertThat(flows.traffic().toNanos()).isEqualTo(cut.toNanos());
        assertThat(flows.cnpVariation()).isZero();
    }

    @Test
    void flowsOfWhichNoQueueIsKnownAreCounted() {
        LoadStages stages = new LoadStages(folder.resolve("lost"), 1, 1, 0);
        burst(stages, 10, 0);
        stages.mark(RecordKind.END, T0 + 100 * MS);
        stages.run();
        assertThat(stages.loads).isEmpty();
        assertThat(stages.counters.get(Count.LOADS_WITHOUT_QUEUE)).isEqualTo(1);
    }
}
