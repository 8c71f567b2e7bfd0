package io.stormglass.emulator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.RecordKind;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class TelemetryFaultsTest {
    private static final long MS = Lab.MS;
    private static final long START = Lab.START;

    private static Lab with(Fault fault) {
        return new Lab(Lab.quick(), List.of(Lab.from10To20(fault)));
    }

    private static void isLabelled(Lab lab, String kind, String device) {
        assertThat(lab.labels())
                .extracting(FaultLabel::kind, FaultLabel::device, FaultLabel::fromMicros, FaultLabel::toMicros)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(kind, device, 10_000L, 20_000L));
    }

    private static boolean spokeIn10To20(Heard heard, String agent) {
        return heard.of(agent).stream()
                .flatMap(batch -> batch.events().stream())
                .anyMatch(event -> Lab.isIn10To20(event.timeNanos()));
    }

    private static boolean spokeAfter20(Heard heard, String agent) {
        return heard.of(agent).stream()
                .flatMap(batch -> batch.events().stream())
                .anyMatch(event -> event.timeNanos() > START + 20 * MS);
    }

    @Test
    void aSilentAgentSaysNothingAndGoesOnWhereItsCountersAre() {
        Lab lab = with(new Fault.AgentSilent(Lab.SWITCH_NODE)).runTo(30);
        assertThat(spokeIn10To20(lab.heard, Lab.SWITCH)).isFalse();
        assertThat(spokeAfter20(lab.heard, Lab.SWITCH)).isTrue();
        assertThat(spokeIn10To20(lab.heard, "nic-host-4")).isTrue();
        assertThat(lab.heard.of(Lab.SWITCH))
                .extracting(batch -> batch.header().epoch())
                .containsOnly(0L);
        assertThat(sent(lab)).isSorted();
        isLabelled(lab, "agent-silent", "switch-0");
    }

    private static List<Long> sent(Lab lab) {
        return lab.heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.QueueSample.class).stream()
                .filter(sample -> sample.priority() == 3 && sample.sentBytes() != null)
                .map(sample -> Objects.requireNonNull(sample.sentPackets()))
                .toList();
    }

    @Test
    void aClockThatIsAheadStampsEverythingAheadAndIsMeasured() {
        long ahead = 5_000_000_000L;
        Lab lab = with(new Fault.AgentClockSkew(Lab.SWITCH_NODE, ahead)).runTo(30);
        List<PortBatch> skewed = lab.heard.of(Lab.SWITCH).stream()
                .filter(batch -> batch.events().getFirst().timeNanos() > START + ahead / 2)
                .toList();
        assertThat(skewed).isNotEmpty().allSatisfy(batch -> {
            assertThat(batch.header().clockOffsetNanos()).isEqualTo(ahead);
            assertThat(batch.events())
                    .allMatch(event ->
                            Lab.isIn10To20(event.timeNanos() - ahead) || event.timeNanos() == START + ahead + 20 * MS);
        });
        assertThat(lab.heard.of("nic-host-4"))
                .allMatch(batch -> batch.events().getFirst().timeNanos() < START + 31 * MS);
        isLabelled(lab, "agent-clock-skew", "switch-0");
    }

    @Test
    void countersThatStartAgainFall() {
        Lab lab = with(new Fault.CounterReset(Lab.SWITCH_NODE)).runTo(30);
        List<Long> sent = sent(lab);
        long falls = 0;
        for (int i = 1; i < sent.size(); i++) {
            assertThat(sent.get(i)).isNotNegative();
            falls += sent.get(i) < sent.get(i - 1) ? 1 : 0;
        }
        assertThat(falls).isEqualTo(1);
        assertThat(sent(new Lab(Lab.quick(), List.of()).runTo(30))).isSorted();
        isLabelled(lab, "counter-reset", "switch-0");
    }

    @Test
    void anAgentThatRepeatsSendsEachBatchOfItsTimeTwice() {
        Lab lab = with(new Fault.DuplicatedTelemetry(4)).runTo(30);
        for (int i = 0; i < lab.heard.ports.size(); i++) {
            PortBatch batch = lab.heard.ports.get(i);
            boolean mine = batch.header().agentId().equals("nic-host-4");
            boolean during = mine && Lab.isIn10To20(batch.events().getLast().timeNanos());
            // What was gathered before the fault leaves when the slice ends.
            if (!mine || during) {
                assertThat(lab.heard.portFates.get(i))
                        .isEqualTo(during ? TelemetryOutput.Fate.REPEATED : TelemetryOutput.Fate.SENT);
            }
        }
        assertThat(lab.heard.portFates).contains(TelemetryOutput.Fate.REPEATED);
        isLabelled(lab, "duplicated-telemetry", "host-4");
    }

    @Test
    void aGroupThatIsRefreshedMoreSlowlyThanReadShowsTheSameSnapshotAgain() {
        Lab lab =
                with(new Fault.SlowRefresh(Lab.SWITCH_NODE, "watchdog", 5 * MS)).runTo(30);
        List<PortEvent.PauseCounters> reads =
                lab.heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.PauseCounters.class).stream()
                        .filter(read -> read.pausedNanos() != null && Lab.isIn10To20(read.timeNanos()))
                        .toList();
        assertThat(reads).hasSizeBetween(9, 11);
        assertThat(reads.stream()
                        .map(read -> read.refresh().refreshedNanos())
                        .distinct()
                        .count())
                .isBetween(2L, 4L);
        assertThat(reads.getLast().refresh().intervalNanos()).isEqualTo(5 * MS);
        isLabelled(lab, "slow-refresh", "switch-0");
        assertThatThrownBy(() -> with(new Fault.SlowRefresh(Lab.SWITCH_NODE, "queues", MS))
                        .runTo(11))
                .hasMessageContaining("'queues'");
    }

    @Test
    void aNicWhoseLifespanIsLongShowsTheSameSnapshotAgain() {
        Lab lab = with(new Fault.SlowRefresh(4, "nic", 5 * MS)).runTo(30);
        List<Long> refreshed = lab.heard.events("nic-host-4", "eth0", PortEvent.NicCongestion.class).stream()
                .map(read -> read.refresh().refreshedNanos())
                .toList();
        assertThat(new TreeSet<>(refreshed)).hasSizeLessThan(refreshed.size());
        assertThat(refreshed).isSorted();
    }

    @Test
    void watermarksThatAnotherReaderClearsAreTooLow() {
        TelemetrySettings rarely = Lab.quick()
                .with(new TelemetrySettings.SwitchReads(
                        0,
                        TelemetrySettings.Group.OFF,
                        TelemetrySettings.Group.OFF,
                        TelemetrySettings.Group.every(20 * MS),
                        TelemetrySettings.Group.OFF,
                        TelemetrySettings.MarkCounters.ON));
        ScheduledFault fault =
                new ScheduledFault(new Fault.WatermarkCleared(Lab.SWITCH_NODE, MS / 10), 0, 60 * Picos.PER_MILLI);
        Lab cleared = new Lab(rarely, List.of(fault)).runTo(60);
        Lab usual = new Lab(rarely, List.of()).runTo(60);
        assertThat(max(cleared)).isLessThan(max(usual) * 8 / 10);
        assertThat(cleared.labels()).extracting(FaultLabel::kind).containsExactly("watermark-cleared");
    }

    private static long max(Lab lab) {
        return EmulatedAgentsTest.watermarks(lab).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
    }

    @Test
    void anAgentThatRestartsHasANewEpochAndTellsItsLinksAgain() {
        Lab lab = with(new Fault.AgentRestart(Lab.SWITCH_NODE)).runTo(30);
        assertThat(spokeIn10To20(lab.heard, Lab.SWITCH)).isFalse();
        assertThat(lab.heard.of(Lab.SWITCH))
                .allSatisfy(batch -> assertThat(batch.header().epoch())
                        .isEqualTo(batch.events().getLast().timeNanos() > START + 15 * MS ? 1 : 0));
        assertThat(spokeAfter20(lab.heard, Lab.SWITCH)).isTrue();
        assertThat(lab.heard.goodbyes).singleElement().satisfies(header -> {
            assertThat(header.kind()).isEqualTo(RecordKind.GOODBYE);
            assertThat(header.agentId()).isEqualTo(Lab.SWITCH);
            assertThat(header.epoch()).isZero();
            assertThat(header.watermarkNanos()).isEqualTo(START + 10 * MS);
        });
        assertThat(EmulatedAgentsTest.facts(lab.heard, Lab.SWITCH, Lab.RECEIVER_PORT))
                .hasSize(2);
        // The device went on counting.
        assertThat(sent(lab)).isSorted();
        isLabelled(lab, "agent-restart", "switch-0");
    }

    @Test
    void aHostThatHangsHasNoAgentThatRuns() {
        Lab lab = with(new Fault.HostHang(4)).runTo(30);
        assertThat(lab.heard.goodbyes).isEmpty();
        assertThat(spokeIn10To20(lab.heard, "nic-host-4")).isFalse();
        assertThat(spokeIn10To20(lab.heard, "nic-host-3")).isTrue();
        assertThat(spokeIn10To20(lab.heard, Lab.SWITCH)).isTrue();
    }

    @Test
    void aDeviceThatWasOffComesBackWithCountersAt0AndANewEpoch() {
        Lab lab = with(new Fault.DeviceDown(Lab.SWITCH_NODE)).runTo(30);
        assertThat(spokeIn10To20(lab.heard, Lab.SWITCH)).isFalse();
        List<Long> sent = sent(lab);
        assertThat(sent).isNotEmpty();
        assertThat(lab.heard.of(Lab.SWITCH).getLast().header().epoch()).isEqualTo(1);
        assertThat(sent.getLast())
                .isLessThan(sent.stream().mapToLong(Long::longValue).max().orElseThrow());
    }

    @Test
    void wrongSettingsAreReadBack() {
        EcnSettings wrong = EcnSettings.atDequeue(new MarkingCurve(5_000_000, 9_000_000, 0.1));
        Lab lab = with(new Fault.WrongThresholds(Lab.SWITCH_NODE, Lab.RECEIVER, wrong))
                .runTo(40);
        assertThat(EmulatedAgentsTest.facts(lab.heard, Lab.SWITCH, Lab.RECEIVER_PORT))
                .extracting(LinkFacts::ecn)
                .containsExactly(
                        List.of(new QueueEcn(3, 120_000, 600_000)),
                        List.of(new QueueEcn(3, 5_000_000, 9_000_000)),
                        List.of(new QueueEcn(3, 120_000, 600_000)));
        assertThat(EmulatedAgentsTest.facts(lab.heard, Lab.SWITCH, "Ethernet0")).hasSize(1);
        assertThat(settings(lab, Lab.SWITCH, Lab.RECEIVER_PORT))
                .extracting(each -> each.markings().getFirst())
                .extracting(QueueMarking::object, QueueMarking::minimum, QueueMarking::maxProbability)
                .containsExactly(
                        tuple("AZURE_LOSSLESS", 120_000L, 0.2),
                        tuple("AZURE_LOSSLESS_" + Lab.RECEIVER_PORT, 5_000_000L, 0.1),
                        tuple("AZURE_LOSSLESS", 120_000L, 0.2));
    }

    private static List<PortSettings> settings(Lab lab, String agent, String port) {
        return EmulatedAgentsTest.facts(lab.heard, agent, port).stream()
                .map(LinkFacts::settings)
                .toList();
    }

    @Test
    void aWrongMapOfDscpIsReadBackAtEveryPortOfTheSwitch() {
        Lab lab = with(new Fault.WrongDscpMap(Lab.SWITCH_NODE, 3, 0)).runTo(40);
        String right = "0".repeat(8)
                + "1".repeat(8)
                + "2".repeat(8)
                + "3".repeat(8)
                + "4".repeat(8)
                + "5".repeat(8)
                + "6".repeat(8)
                + "7".repeat(8);
        for (String port : List.of("Ethernet0", Lab.RECEIVER_PORT)) {
            assertThat(settings(lab, Lab.SWITCH, port))
                    .extracting(PortSettings::dscpClasses)
                    .containsExactly(right, right.replace('3', '0'), right);
        }
        assertThat(settings(lab, "nic-host-4", "eth0")).hasSize(1);
    }

    @Test
    void aSwitchWithoutMarksSaysThatEcnIsOff() {
        Lab lab = with(new Fault.EcnOff(Lab.SWITCH_NODE)).runTo(40);
        assertThat(settings(lab, Lab.SWITCH, "Ethernet0"))
                .extracting(PortSettings::ecnPriorities)
                .containsExactly(1 << 3, 0, 1 << 3);
        assertThat(settings(lab, Lab.SWITCH, "Ethernet0"))
                .extracting(each -> each.markings().size())
                .containsExactly(1, 0, 1);
    }

    @Test
    void anEndWithoutPfcHasNoLosslessPriorityAndNoHeadroom() {
        Lab lab = with(new Fault.PfcOneSide(Lab.SWITCH_NODE, 0)).runTo(40);
        assertThat(EmulatedAgentsTest.facts(lab.heard, Lab.SWITCH, "Ethernet0"))
                .extracting(LinkFacts::pfcEnabledPriorities)
                .containsExactly(1 << 3, 0, 1 << 3);
        assertThat(settings(lab, Lab.SWITCH, "Ethernet0").get(1).headroom()).isEmpty();
        assertThat(settings(lab, Lab.SWITCH, "Ethernet0").get(1).buffers()).isEmpty();
    }

    @Test
    void aNicThatIgnoresCnpsHasItsReactionPointOff() {
        Lab lab = with(new Fault.IgnoresCnps(0)).runTo(40);
        assertThat(settings(lab, "nic-host-0", "eth0"))
                .extracting(PortSettings::ccSettings)
                .containsExactly(
                        "rp=on np=on preset=ns3-hpcc-paper",
                        "rp=off np=on preset=ns3-hpcc-paper",
                        "rp=on np=on preset=ns3-hpcc-paper");
        assertThat(settings(lab, "nic-host-1", "eth0"))
                .extracting(PortSettings::ccMode)
                .containsExactly("dcqcn");
    }

    @Test
    void aFaultOfANodeThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> with(new Fault.AgentSilent(6)))
                .hasMessageContaining("node 6")
                .hasMessageContaining("there are 6");
    }
}
