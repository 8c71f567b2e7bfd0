package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.CcModeShare;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.InventoryKind;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.FlowSettings;
import io.stormglass.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Congestion control by rack, through the topology. Senders are 10.0.1.n; 1 to 3 are in leafA, 4 to 6 in leafB. */
class CcModesTopologyTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;

    private static void link(Harness harness, String leaf, int firstSender, long millis) {
        List<String> addresses = IntStream.range(firstSender, firstSender + 3)
                .mapToObj(sender -> "10.0.1." + sender)
                .toList();
        LinkFacts facts = new LinkFacts(
                EntityRole.LEAF,
                "host",
                "eth0",
                EntityRole.HOST,
                SyntheticFlow.LINE,
                false,
                "",
                "",
                addresses,
                "",
                "",
                0,
                null,
                "file");
        PortEvent sent = new PortEvent.Traffic(T0 + millis * MS, Direction.TX, 3, 10, 10_000, 0);
        harness.port(new PortKey("f", leaf, "e" + firstSender), facts, List.of(sent));
    }

    private static void links(Harness harness) {
        link(harness, "leafA", 1, 0);
        link(harness, "leafB", 4, 0);
    }

    private static FlowBatch plain(int sender, long sequence, long millis) {
        SyntheticFlow flow = new SyntheticFlow(sender, sender, true);
        return new FlowBatch(
                SyntheticFlow.header("plain" + sender, ObserverRole.CAPTURE, Scope.FLOW, sequence),
                flow.key,
                -1,
                3,
                26,
                0,
                Vantage.MID,
                Pairing.NONE,
                "",
                List.of(),
                List.of(new FlowEvent(FlowEventKind.SENT, T0 + millis * MS, 1, 1000, 0, 0)));
    }

    /** Rack, time in ms, flows and their classes. */
    private static String text(CcMode row) {
        StringBuilder text = new StringBuilder();
        text.append(row.getRack().isEmpty() ? "fabric" : row.getRack()).append(" at ");
        text.append((row.getAtNanos() - T0) / MS).append(": ").append(row.getFlows());
        for (CcModeShare share : row.getClasses()) {
            text.append(' ').append(share.getClass$()).append('=').append(share.getFlows());
        }
        return text.toString();
    }

    private static List<String> told(Harness harness) {
        return harness.modes().stream().map(CcModesTopologyTest::text).toList();
    }

    /** Two of leafA react, one of it says nothing; those of leafB take no notice of CNPs; no link tells of 7. */
    private static List<List<FlowBatch>> flows() {
        List<List<FlowBatch>> flows = new ArrayList<>();
        for (int sender = 1; sender <= 7; sender++) {
            boolean reacts = sender <= 3;
            flows.add(
                    sender == 3
                            ? List.of(plain(sender, 0, 10))
                            : new SyntheticFlow(sender, 10 + sender, reacts).batches("a" + sender, 60));
        }
        return flows;
    }

    private static void listed(Harness harness, String device, String rack) {
        InventoryEntity entity = InventoryEntity.newBuilder().build();
        entity.setFabric("f");
        entity.setKind(InventoryKind.DEVICE);
        entity.setEntity(device);
        entity.setRack(rack);
        harness.inventory("f/device/" + device, entity, T0);
    }

    @Test
    void leavesThatPeopleListInOneRackAreOneRow() {
        try (Harness harness = Harness.replay()) {
            listed(harness, "leafA", "r12");
            listed(harness, "leafB", "r12");
            links(harness);
            flows().forEach(batches -> batches.forEach(harness::flow));
            harness.mark(RecordKind.END, T0 + 100 * MS);
            assertThat(harness.modes())
                    .extracting(CcMode::getRack, CcMode::getFlows)
                    .containsExactlyInAnyOrder(tuple("", 7L), tuple("r12", 6L), tuple("unknown", 1L));
        }
    }

    @Test
    void aRackWhoseSendersIgnoreCnpsIsOneRow() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            flows().forEach(batches -> batches.forEach(harness::flow));
            harness.mark(RecordKind.END, T0 + 100 * MS);
            List<CcMode> rows = harness.modes();
            assertThat(rows)
                    .extracting(CcModesTopologyTest::text)
                    .containsExactly(
                            "fabric at 100: 7 ignores-cnps=4 conforming=2 not-observable=1",
                            "leafA at 100: 3 conforming=2 not-observable=1",
                            "leafB at 100: 3 ignores-cnps=3",
                            "unknown at 100: 1 ignores-cnps=1");
            CcMode rack = rows.get(2);
            assertThat(rack.getFabric()).isEqualTo("f");
            assertThat(rack.getRunId()).isEqualTo(harness.naming.runId());
            assertThat(rack.getDominantClass()).isEqualTo("ignores-cnps");
            assertThat(rack.getDominantShare()).isEqualTo(1.0);
            assertThat(rows.get(1).getDominantShare()).isEqualTo(2 / 3.0);
        }
    }

    @Test
    void whoComesFirstChangesNothing() {
        Random random = new Random(Seeds.random("order of flows").nextLong());
        List<CcMode> expected = List.of();
        for (int round = 0; round < 4; round++) {
            List<List<FlowBatch>> flows = flows();
            if (round > 0) {
                Collections.shuffle(flows, random);
            }
            try (Harness harness = Harness.replay()) {
                if (round % 2 == 0) {
                    links(harness);
                }
                flows.forEach(batches -> batches.forEach(harness::flow));
                if (round % 2 == 1) {
                    links(harness);
                }
                if (round < 2) {
                    harness.mark(RecordKind.END, T0 + 100 * MS);
                } else {
                    harness.markPorts(RecordKind.END, T0 + 100 * MS);
                    harness.markFlows(RecordKind.END, T0 + 100 * MS);
                }
                List<CcMode> rows = harness.modes();
                assertThat(rows).hasSize(4);
                assertThat(rows).isEqualTo(round == 0 ? rows : expected);
                expected = rows;
            }
        }
    }

    @Test
    void rowsWaitForTheLinks() {
        try (Harness harness = Harness.replay()) {
            harness.flow(plain(1, 0, 5));
            harness.markFlows(RecordKind.TICK, T0 + 15_000 * MS);
            harness.markFlows(RecordKind.END, T0 + 16_000 * MS);
            assertThat(told(harness)).isEmpty();
            links(harness);
            harness.markPorts(RecordKind.TICK, T0 + 9000 * MS);
            assertThat(told(harness)).isEmpty();
            harness.markPorts(RecordKind.TICK, T0 + 11_000 * MS);
            assertThat(told(harness)).isEmpty();
            harness.markPorts(RecordKind.TICK, T0 + 20_000 * MS);
            assertThat(told(harness))
                    .containsExactly("fabric at 20000: 1 not-observable=1", "leafA at 20000: 1 not-observable=1");
            harness.markPorts(RecordKind.END, T0 + 21_000 * MS);
            assertThat(told(harness))
                    .containsExactly("fabric at 16000: 1 not-observable=1", "leafA at 16000: 1 not-observable=1");
        }
    }

    @Test
    void onlyWhatChangedLeavesAndWhatLiesOnTheBoundaryWaitsForTheNext() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            for (long at = 0; at < 45_000; at += 500) {
                harness.flow(plain(1, at / 500, at));
                if (at >= 9500) {
                    harness.flow(plain(4, (at - 9500) / 500, at));
                }
                harness.mark(RecordKind.TICK, T0 + (at + 500) * MS);
            }
            assertThat(told(harness))
                    .containsExactly(
                            "fabric at 10000: 1 not-observable=1",
                            "leafA at 10000: 1 not-observable=1",
                            "fabric at 20000: 2 not-observable=2",
                            "leafB at 20000: 1 not-observable=1");
        }
    }

    @Test
    void aFlowThatIsForgottenLeavesTheCount() {
        try (Harness harness = Harness.replay(FlowSettings.defaults().withExpiry(Duration.ofSeconds(10)))) {
            links(harness);
            for (long at = 0; at < 25_000; at += 500) {
                if (at <= 4500) {
                    harness.flow(plain(1, at / 500, at));
                }
                harness.flow(plain(4, at / 500, at));
                harness.mark(RecordKind.TICK, T0 + (at + 500) * MS);
            }
            assertThat(told(harness))
                    .containsExactly(
                            "fabric at 10000: 2 not-observable=2",
                            "leafA at 10000: 1 not-observable=1",
                            "leafB at 10000: 1 not-observable=1",
                            "fabric at 20000: 1 not-observable=1",
                            "leafA at 20000: 0");
            harness.mark(RecordKind.END, T0 + 25_000 * MS);
            assertThat(keysAtTheEnd(harness))
                    .containsExactly("f/leafA gone", "f/ row", "f/leafB row", "end|flow-classes|0 mark");
        }
    }

    private static List<String> keysAtTheEnd(Harness harness) {
        return harness.read(Topic.CC_MODES).stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8)
                        + (record.headers().lastHeader(RecordHeaders.MARK) != null
                                ? " mark"
                                : record.value() == null ? " gone" : " row"))
                .toList();
    }

    @Test
    void aProvisionalFlowThatWasMergedIsNotCounted() {
        FlowKey provisional = FlowKey.provisional("f", Transport.ROCEV2, "10.0.1.1", "10.0.2.1", 5);
        FlowKey flow = FlowKey.roce("f", Transport.ROCEV2, "10.0.1.1", "10.0.2.1", 17);
        FlowEvent first = new FlowEvent(FlowEventKind.SENT, T0, 1, 1000, 0, 0);
        FlowEvent later = new FlowEvent(FlowEventKind.SENT, T0 + 11_000 * MS, 1, 1000, 0, 0);
        try (Harness harness = Harness.replay()) {
            harness.flow(provisional, first);
            harness.mark(RecordKind.TICK, T0 + 50 * MS);
            harness.mark(RecordKind.TICK, T0 + 10_000 * MS);
            assertThat(told(harness))
                    .containsExactly("fabric at 10000: 1 not-observable=1", "unknown at 10000: 1 not-observable=1");
            harness.merging(flow, provisional.text(), later);
            harness.mark(RecordKind.END, T0 + 12_000 * MS);
            assertThat(told(harness))
                    .containsExactly("fabric at 12000: 1 not-observable=1", "unknown at 12000: 1 not-observable=1");
        }
    }

    @Test
    void withoutFlowsThereIsOnlyTheEndMark() {
        try (Harness harness = Harness.replay()) {
            links(harness);
            harness.mark(RecordKind.TICK, T0 + 10_000 * MS);
            harness.mark(RecordKind.END, T0 + 12_000 * MS);
            assertThat(keysAtTheEnd(harness)).containsExactly("end|flow-classes|0 mark");
        }
    }
}
