package io.stormglass.streams.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.Evidence;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.InventoryKind;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormVictim;
import io.stormglass.avro.StormVictimTotals;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Transport;
import io.stormglass.models.storm.StormGraph;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Inventory and flows on their way to the stage of their fabric: whose job is hurt by a storm. */
class InventoryTopologyTest {
    private static final long T0 = Harness.T0;
    private static final long MS = Harness.MS;
    private static final PortKey AT_ORIGIN = new PortKey("f", "leaf1", "e3");
    private static final PortKey AT_WAITER = new PortKey("f", "leaf1", "e1");
    private static final PortKey ELSEWHERE = new PortKey("f", "leaf1", "e4");

    private static InventoryEntity entity(InventoryKind kind, String name) {
        InventoryEntity entity = InventoryEntity.newBuilder().build();
        entity.setFabric("f");
        entity.setKind(kind);
        entity.setEntity(name);
        return entity;
    }

    private static InventoryEntity job(String id, String... hosts) {
        InventoryEntity job = entity(InventoryKind.JOB, id);
        job.setHosts(List.of(hosts));
        job.setTenant("acme");
        return job;
    }

    private static InventoryEntity cluster(String name) {
        InventoryEntity fabric = entity(InventoryKind.FABRIC, "f");
        fabric.setCluster(name);
        return fabric;
    }

    private static FlowKey flow(int from, int to, int qp) {
        return FlowKey.roce("f", Transport.ROCEV2, "10.0.0." + from, "10.0.0." + to, qp);
    }

    private static void sends(Harness harness, FlowKey flow, long millis) {
        harness.flow(flow, new FlowEvent(FlowEventKind.SENT, T0 + millis * MS, 1, 1000, 0, 0));
    }

    private static void link(Harness harness, PortKey port, int host) {
        harness.port(
                port,
                Harness.hostLink("host" + host, 100_000_000_000L, List.of("10.0.0." + host)),
                List.of(new PortEvent.Traffic(T0, Direction.TX, 3, 10, 10_000, 0)));
    }

    /** host3 pauses its leaf and that pauses host1, from 1 s to 4 s; host1 sends to host3 and to host4. */
    private static void storm(Harness harness) {
        link(harness, AT_ORIGIN, 3);
        link(harness, AT_WAITER, 1);
        link(harness, ELSEWHERE, 4);
        sends(harness, flow(1, 3, 7), 10);
        sends(harness, flow(1, 4, 8), 10);
        sends(harness, flow(1, 4, 9), 10);
        sends(harness, flow(4, 3, 10), 10);
        for (long slice = 0; slice < 4010; slice += 10) {
            pauses(harness, AT_ORIGIN, Direction.RX, slice);
            pauses(harness, AT_WAITER, Direction.TX, slice);
            if ((slice + 10) % 50 == 0) {
                harness.mark(RecordKind.TICK, T0 + (slice + 10) * MS);
            }
        }
    }

    private static void pauses(Harness harness, PortKey port, Direction direction, long slice) {
        List<PortEvent> events = new ArrayList<>();
        for (long us = slice * 1000; us < (slice + 10) * 1000; us += 300) {
            if (us >= 1_000_000 && us < 4_000_000) {
                events.add(new PortEvent.PfcFrame(T0 + us * 1000, direction, 3, 65_535));
            }
        }
        if (!events.isEmpty()) {
            harness.port(port, null, events);
        }
    }

    private static StormIncident newest(Harness harness) {
        List<StormIncident> all = harness.incidents();
        assertThat(all).isNotEmpty();
        return all.get(all.size() - 1);
    }

    @Test
    void jobsFlowsAndClusterOfAStorm() {
        try (Harness harness = Harness.replay()) {
            harness.inventory("f/job/train-7", job("train-7", "host1", "host9"), T0);
            harness.inventory("f/job/other", job("other", "host4"), T0);
            harness.inventory("f/fabric/f", cluster("east"), T0);
            storm(harness);
            StormIncident incident = newest(harness);

            assertThat(incident.getVictimTotals()).isEqualTo(new StormVictimTotals(1L, 1L, 1L, 3L, 2L, 0L));
            assertThat(incident.getVictimCount()).isEqualTo(6);
            assertThat(incident.getVictims())
                    .extracting(StormVictim::getKind, StormVictim::getName, StormVictim::getHeadOfLine)
                    .containsExactly(
                            tuple("job", "train-7", true),
                            tuple("host", "host1", false),
                            tuple("flow", flow(1, 4, 8).text(), true),
                            tuple("flow", flow(1, 4, 9).text(), true),
                            tuple("flow", flow(1, 3, 7).text(), false),
                            tuple("port", "leaf1/e3/3", false));
            assertThat(incident.getCluster()).isEqualTo("east");
            assertThat(incident.getPage()).isNotNull();
            assertThat(incident.getPage().getLabels())
                    .filteredOn(label -> label.getName().equals("cluster"))
                    .extracting(AlertLabel::getValue)
                    .containsExactly("east");
        }
    }

    @Test
    void whatIsDeletedIsNotListedAnyMore() {
        try (Harness harness = Harness.replay()) {
            harness.inventory("f/job/train-7", job("train-7", "host1"), T0);
            harness.inventory("f/job/train-7", null, T0 + 1);
            harness.inventory("f/job/never-there", null, T0 + 1);
            storm(harness);
            assertThat(newest(harness).getVictimTotals().getJobs()).isZero();
            assertThat(harness.read(Topic.DEAD_LETTERS)).isEmpty();
        }
    }

    @Test
    void inAReplayTheStormWaitsForTheFlows() {
        try (Harness harness = Harness.replay()) {
            harness.port(
                    AT_ORIGIN, Harness.hostLink(), List.of(new PortEvent.Traffic(T0, Direction.TX, 3, 10, 10_000, 0)));
            for (long slice = 0; slice < 3000; slice += 10) {
                pauses(harness, AT_ORIGIN, Direction.RX, slice);
                harness.markPorts(RecordKind.TICK, T0 + (slice + 10) * MS);
            }
            assertThat(harness.incidents()).isEmpty();
            harness.markFlows(RecordKind.TICK, T0 + 1000 * MS);
            assertThat(harness.incidents()).isEmpty();
            harness.markFlows(RecordKind.TICK, T0 + 3000 * MS);
            assertThat(harness.incidents()).isNotEmpty();
        }
    }

    /** The watchdog says storm at 1 s; host3 tells of itself until 5 s, then no more for a while. */
    private static void silentHost(Harness harness) {
        link(harness, AT_ORIGIN, 3);
        for (long second = 0; second < 90; second++) {
            long at = T0 + second * 1000 * MS;
            if (second < 5 || second >= 70) {
                harness.port(new PortKey("f", "host3", "eth0"), null, List.of(counters(at, second)));
            }
            harness.port(AT_ORIGIN, null, List.of(counters(at, second)));
            if (second == 1) {
                harness.port(AT_ORIGIN, null, List.of(new PortEvent.Watchdog(at, 3, 3, true)));
            }
            harness.mark(RecordKind.TICK, at + 900 * MS);
        }
    }

    private static PortEvent counters(long at, long total) {
        return new PortEvent.PauseCounters(
                at, new Refresh(at, 1000 * MS), Direction.RX, 3, total, total * 1000, null, null);
    }

    @Test
    void aHostThatIsNotHeardAnyMoreIsEvidenceUntilItIs() {
        try (Harness harness = Harness.replay()) {
            silentHost(harness);
            List<StormIncident> all = harness.incidents();
            List<String> said = all.stream()
                    .flatMap(incident -> incident.getEvidence().stream())
                    .filter(evidence -> evidence.getRule().equals(StormGraph.RULE_HOST_SILENT))
                    .map(Evidence::getText)
                    .distinct()
                    .toList();
            assertThat(said)
                    .containsExactly("host3 pauses and nothing is heard of it since " + (T0 + 4000 * MS)
                            + " ns: the host may be dead");
            assertThat(all.get(all.size() - 1).getEvidence())
                    .noneMatch(evidence -> evidence.getRule().equals(StormGraph.RULE_HOST_SILENT));
        }
    }

    @Test
    void whatCannotBeIsADeadLetterWithItsReason() {
        try (Harness harness = Harness.replay()) {
            harness.inventory("f/job/empty", job("empty"), T0);
            harness.inventory("f/job/one", job("two", "host1"), T0);
            harness.inventory("f/x/y", entity(InventoryKind.UNKNOWN, "y"), T0);
            harness.raw(Topic.INVENTORY, "k".getBytes(UTF_8), new byte[] {1, 2, 3}, T0);
            assertThat(harness.read(Topic.DEAD_LETTERS))
                    .extracting(
                            letter -> header(letter, RecordHeaders.REASON),
                            letter -> header(letter, RecordHeaders.PROCESSOR))
                    .containsExactly(
                            tuple("value-out-of-range", "inventory"),
                            tuple("invalid-key", "inventory"),
                            tuple("value-out-of-range", "inventory"),
                            tuple("not-confluent-format", "inventory"));
        }
    }

    private static String header(TestRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
