package io.stormglass.emulator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.Connection;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowListener;
import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.PortCounters;
import io.stormglass.emulator.QueueMeter;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueBuffer;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.event.Vantage;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class EmulatedAgentsTest {
    private static final long MS = Lab.MS;
    private static final long START = Lab.START;

    @Test
    void agentsChangeNothingInTheFabric() {
        Lab watched = new Lab(Lab.quick(), List.of()).runTo(20);
        SplittableRandom random = new SplittableRandom(1);
        random.split();
        Emulation alone = Lab.emulation(random.split(), FabricObserver.NONE);
        alone.runUntil(20 * Picos.PER_MILLI);
        assertThat(watched.emulation.eventLogHash()).isEqualTo(alone.eventLogHash());
        assertThat(watched.heard.order).hasSizeGreaterThan(100);
    }

    @Test
    void theSeedDecidesWhatIsSaidAndWhen() {
        TelemetrySettings settings = Lab.quick()
                .with(new TelemetrySettings.Delivery(0.1, 0.1, 5 * MS))
                .with(new TelemetrySettings.FlowSight(
                        TelemetrySettings.Mirrors.BOTH_ENDS, 10, 0, TelemetrySettings.Paths.UNKNOWN));
        List<String> first = new Lab(settings, List.of(), 7).runTo(15).heard.order;
        assertThat(new Lab(settings, List.of(), 7).runTo(15).heard.order).isEqualTo(first);
        assertThat(new Lab(settings, List.of(), 8).runTo(15).heard.order).isNotEqualTo(first);
    }

    @Test
    void howFarTimeIsTakenAtOnceMakesNoDifference() {
        Lab once = new Lab(Lab.quick(), List.of()).runTo(15);
        Lab often = new Lab(Lab.quick(), List.of());
        for (long micros = 0; micros <= 15_000; micros += 137) {
            often.agents.runUntil(micros * Picos.PER_MICRO, often.emulation::runUntil);
        }
        often.runTo(15);
        assertThat(often.heard.order).isEqualTo(once.heard.order);
    }

    @Test
    void aBatchHoldsTenMillisecondsAtMostAndLeavesInOrderOfTimeKeyAndAgent() {
        Heard heard = new Lab(Lab.quick(), List.of()).runTo(30).heard;
        assertThat(heard.flows).isNotEmpty().allSatisfy(batch -> {
            long first = batch.events().getFirst().timeNanos();
            long last = batch.events().getLast().timeNanos();
            assertThat(last - first).isBetween(0L, 10 * MS);
            assertThat(batch.events())
                    .isSortedAccordingTo(Comparator.comparingLong(FlowEvent::timeNanos))
                    .hasSizeLessThanOrEqualTo(512);
        });
        assertThat(heard.progress)
                .containsExactly(START + 10 * MS, START + 20 * MS, START + 30 * MS, START + 30 * MS + 1);
        List<Long> newest = heard.flows.stream()
                .map(batch -> batch.events().getLast().timeNanos())
                .toList();
        // Of all slices one after the other.
        for (int slice = 0; slice < 3; slice++) {
            long from = START + slice * 10L * MS;
            assertThat(newest.stream()
                            .filter(time -> time > from && time <= from + 10 * MS)
                            .toList())
                    .isSorted();
        }
    }

    @Test
    void mirrorsTellOfEveryPacketOnce() {
        Lab lab = new Lab(Lab.quick(), List.of()).runTo(30);
        long sent = total(lab, PacketKind.DATA, true);
        assertThat(sent).isGreaterThan(10_000);
        assertThat(lab.heard.packets(Vantage.SENDER, FlowEventKind.SENT)).isEqualTo(sent);
        long marked = lab.emulation.nicCounters(Lab.RECEIVER).markedReceived();
        assertThat(marked).isPositive();
        assertThat(lab.heard.packets(Vantage.RECEIVER, FlowEventKind.CE_MARKED)).isEqualTo(marked);
        assertThat(lab.heard.packets(Vantage.RECEIVER, FlowEventKind.SENT) + marked)
                .isEqualTo(total(lab, PacketKind.DATA, false));
        assertThat(lab.heard.packets(Vantage.RECEIVER, FlowEventKind.CNP_SENT))
                .isEqualTo(lab.emulation.nicCounters(Lab.RECEIVER).cnpSent())
                .isPositive();
        long handled = IntStream.range(0, Lab.RECEIVER)
                .mapToLong(host -> lab.emulation.nicCounters(host).cnpHandled())
                .sum();
        assertThat(lab.heard.packets(Vantage.SENDER, FlowEventKind.CNP_SEEN)).isEqualTo(handled);
        assertThat(lab.heard.packets(Vantage.SENDER, FlowEventKind.RTT_SAMPLE)).isBetween(sent - 5_000, sent);
        assertThat(lab.heard.flows)
                .filteredOn(batch -> batch.vantage() == Vantage.SENDER)
                .flatExtracting(FlowBatch::events)
                .filteredOn(event -> event.kind() == FlowEventKind.RTT_SAMPLE)
                .allSatisfy(event -> assertThat(event.rttNanos()).isBetween(4_000L, 10 * MS));
    }

    private static long total(Lab lab, PacketKind kind, boolean sent) {
        return IntStream.range(0, Lab.RECEIVER)
                .mapToLong(flow -> sent
                        ? lab.emulation.flowCounts(flow).sentPackets(kind)
                        : lab.emulation.flowCounts(flow).receivedPackets(kind))
                .sum();
    }

    @Test
    void aSamplerSeesOneInNAndSaysSo() {
        TelemetrySettings settings = Lab.quick()
                .with(new TelemetrySettings.FlowSight(
                        TelemetrySettings.Mirrors.SENDERS, 100, 0, TelemetrySettings.Paths.UNKNOWN));
        Lab lab = new Lab(settings, List.of()).runTo(30);
        assertThat(lab.heard.flows).isNotEmpty().allSatisfy(batch -> {
            assertThat(batch.header().samplingRate()).isEqualTo(100);
            assertThat(batch.vantage()).isEqualTo(Vantage.SENDER);
            assertThat(batch.events()).noneMatch(event -> event.kind() == FlowEventKind.RTT_SAMPLE);
        });
        long sent = total(lab, PacketKind.DATA, true);
        long seen = lab.heard.packets(Vantage.SENDER, FlowEventKind.SENT);
        assertThat((double) seen * 100).isBetween(0.7 * sent, 1.3 * sent);
    }

    @Test
    void pathsAreToldWhereTheyAreToBeKnown() {
        TelemetrySettings settings = Lab.quick()
                .with(new TelemetrySettings.FlowSight(
                        TelemetrySettings.Mirrors.SENDERS, 1, 0, TelemetrySettings.Paths.KNOWN));
        assertThat(new Lab(settings, List.of()).runTo(2).heard.flows)
                .isNotEmpty()
                .allSatisfy(batch ->
                        assertThat(batch.path()).containsExactly(new PathHop("switch-0", Lab.RECEIVER_PORT, 3)));
        assertThat(new Lab(Lab.quick(), List.of()).runTo(2).heard.flows)
                .isNotEmpty()
                .allSatisfy(batch -> assertThat(batch.path()).isEmpty());
    }

    @Test
    void acknowledgementsOfASpanBecomeOneEvent() {
        TelemetrySettings settings = Lab.quick()
                .with(new TelemetrySettings.FlowSight(
                        TelemetrySettings.Mirrors.SENDERS, 1, 100_000, TelemetrySettings.Paths.UNKNOWN));
        Heard coarse = new Lab(settings, List.of()).runTo(10).heard;
        Heard fine = new Lab(Lab.quick(), List.of()).runTo(10).heard;
        assertThat(coarse.packets(Vantage.SENDER, FlowEventKind.RTT_SAMPLE))
                .isEqualTo(fine.packets(Vantage.SENDER, FlowEventKind.RTT_SAMPLE));
        assertThat(roundTrips(coarse)).isBetween(200L, 440L);
        assertThat(roundTrips(fine)).isGreaterThan(20_000L);
    }

    @Test
    void messagesThatLieApartAreNotOneEvent() {
        TelemetrySettings settings = Lab.quick()
                .with(new TelemetrySettings.FlowSight(
                        TelemetrySettings.Mirrors.SENDERS, 1, 100_000, TelemetrySettings.Paths.UNKNOWN));
        Lab lab = new Lab(settings, List.of());
        int flow = lab.emulation.open(new Connection(Lab.RECEIVER, 0, 3, Lab.dcqcn()));
        // Within one slice, and no acknowledgement or CNP is told between them.
        for (int message = 0; message < 4; message++) {
            lab.emulation.send(flow, 4 * 4_096, (1_000 + 150 * message) * Picos.PER_MICRO, FlowListener.NONE);
        }
        lab.runTo(10);
        FlowBatch longest = lab.heard.flows.stream()
                .max(Comparator.comparingInt(batch -> batch.events().size()))
                .orElseThrow();
        String receiver = Objects.requireNonNull(longest.flow()).dstIp();

        assertThat(lab.heard.flows)
                .filteredOn(
                        batch -> Objects.requireNonNull(batch.flow()).srcIp().equals(receiver))
                .flatExtracting(FlowBatch::events)
                .filteredOn(event -> event.kind() == FlowEventKind.SENT)
                .extracting(FlowEvent::packets)
                .containsExactly(4L, 4L, 4L, 4L);
    }

    private static long roundTrips(Heard heard) {
        return heard.flows.stream()
                .flatMap(batch -> batch.events().stream())
                .filter(event -> event.kind() == FlowEventKind.RTT_SAMPLE)
                .count();
    }

    @Test
    void countersAreTheDevicesOwnAtTheTimeOfTheRefresh() {
        Lab lab = new Lab(Lab.quick(), List.of());
        lab.agents.runUntil(30 * Picos.PER_MILLI, lab.emulation::runUntil);
        lab.agents.end();
        List<PortEvent.QueueSample> samples =
                lab.heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.QueueSample.class);
        List<PortEvent.QueueSample> queue = samples.stream()
                .filter(sample -> sample.priority() == 3 && sample.sentBytes() != null)
                .toList();
        assertThat(queue).hasSizeBetween(12, 16);
        PortCounters counters = lab.emulation.counters(Lab.SWITCH_NODE, Lab.RECEIVER);
        PortEvent.QueueSample last = queue.getLast();
        assertThat(last.refresh().intervalNanos()).isEqualTo(2 * MS);
        assertThat(last.timeNanos() - last.refresh().refreshedNanos()).isBetween(0L, 2 * MS);
        // What 100 Gb/s move in the time since.
        assertThat(counters.sentBytes(3) - Objects.requireNonNull(last.sentBytes()))
                .isBetween(0L, 50_000_000L);
        assertThat(queue)
                .extracting(PortEvent.QueueSample::marked)
                .doesNotContainNull()
                .isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(last.marked()).isPositive().isLessThanOrEqualTo(counters.marked(3));
        assertThat(last.wredDropped()).isZero();
    }

    @Test
    void pauseTimesAreWholeMicrosecondsAndGrowWithThePauseThatLasts() {
        TelemetrySettings settings = Lab.quick();
        Lab lab = new Lab(settings, List.of()).runTo(4);
        List<PortEvent.PauseCounters> read = lab.heard.ports.stream()
                .flatMap(batch -> batch.events().stream())
                .filter(PortEvent.PauseCounters.class::isInstance)
                .map(PortEvent.PauseCounters.class::cast)
                .filter(counters -> counters.pausedNanos() != null)
                .toList();
        assertThat(read)
                .isNotEmpty()
                .allSatisfy(counters -> assertThat(Objects.requireNonNull(counters.pausedNanos()) % 1_000)
                        .isZero());
        // Four senders at line rate fill the buffer before DCQCN answers: they are paused.
        assertThat(read)
                .anyMatch(counters ->
                        counters.direction() == Direction.RX && Objects.requireNonNull(counters.pausedNanos()) > 0);
    }

    @Test
    void aWatermarkIsClearedByItsRead() {
        Lab lab = new Lab(Lab.quick(), List.of()).runTo(30);
        List<Long> peaks = watermarks(lab);
        assertThat(peaks).hasSizeGreaterThan(5);
        assertThat(peaks.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isGreaterThan(400_000);
        assertThat(peaks.getLast()).isLessThan(peaks.getFirst());
    }

    static List<Long> watermarks(Lab lab) {
        return lab.heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.QueueSample.class).stream()
                .filter(sample -> sample.priority() == 3)
                .map(PortEvent.QueueSample::watermarkBytes)
                .filter(Objects::nonNull)
                .toList();
    }

    @Test
    void aSwitchKnowsItsNeighboursAndThresholdsAndAHostKnowsItself() {
        Heard heard = new Lab(Lab.quick(), List.of()).runTo(10).heard;
        LinkFacts atSwitch = facts(heard, Lab.SWITCH, Lab.RECEIVER_PORT).getFirst();
        assertThat(atSwitch.role()).isEqualTo(EntityRole.SWITCH);
        assertThat(atSwitch.peerDevice() + "/" + atSwitch.peerPort()).isEqualTo("host-4/eth0");
        assertThat(atSwitch.peerRole()).isEqualTo(EntityRole.HOST);
        assertThat(atSwitch.attachedAddresses()).containsExactly("10.0.0.5");
        assertThat(atSwitch.linkBitsPerSecond()).isEqualTo(100_000_000_000L);
        assertThat(atSwitch.pfcEnabledPriorities()).isEqualTo(1 << 3);
        assertThat(atSwitch.ecn()).containsExactly(new QueueEcn(3, 120_000, 600_000));
        LinkFacts atHost = facts(heard, "nic-host-4", "eth0").getFirst();
        assertThat(atHost.role()).isEqualTo(EntityRole.HOST);
        assertThat(atHost.peerDevice()).isEmpty();
        assertThat(facts(heard, Lab.SWITCH, Lab.RECEIVER_PORT)).hasSize(1);
        PortSettings ofSwitch = atSwitch.settings();
        assertThat(ofSwitch.ecnPriorities()).isEqualTo(1 << 3);
        // 2 D R + 3 M + 256 of the cable's 1 us at 100 Gb/s and 4,178 bytes.
        assertThat(ofSwitch.headroom())
                .containsExactly(new PortSettings.QueueHeadroom(3, 2 * 12_500 + 3 * 4_178 + 256));
        assertThat(ofSwitch.dscpClasses()).startsWith("0000000011111111").endsWith("77777777");
        assertThat(ofSwitch.cnpPriority()).isEqualTo(6);
        assertThat(ofSwitch.sendsPause()).isFalse();
        assertThat(ofSwitch.watchdog()).isNull();
        assertThat(ofSwitch.ccMode()).isEmpty();
        assertThat(ofSwitch.markings())
                .containsExactly(new QueueMarking(
                        3, "sonic", "AZURE_LOSSLESS", "", ThresholdUnit.BYTES, 120_000L, 600_000L, 0.2, 0, null));
        // 32 MiB without the headroom and the reserve of five ports.
        long shared = (32L << 20) - 5 * (2 * 12_500 + 3 * 4_178 + 256 + 4_096);
        assertThat(ofSwitch.buffers()).containsExactly(new QueueBuffer(3, shared, 4_096L, null, 100_000L, 3_072L));
        assertThat(atHost.settings().markings()).isEmpty();
        assertThat(atHost.settings().buffers()).isEmpty();
        assertThat(atHost.settings().dscpClasses()).isEqualTo(ofSwitch.dscpClasses());
        assertThat(atHost.settings().ecnPriorities()).isNull();
        assertThat(atHost.settings().headroom()).isEmpty();
        assertThat(heard.of("nic-host-4")).allSatisfy(batch -> {
            assertThat(batch.header().observerRole()).isEqualTo(ObserverRole.NIC);
            assertThat(batch.header().scope()).isEqualTo(Scope.NIC);
        });
    }

    @Test
    void factsAreToldAgainAndAgainSoThatOneLostRecordHidesNoLinkForLong() {
        Heard heard = new Lab(Lab.quick(), List.of()).runTo(1_000).heard;
        List<Long> toldMillis = heard.of(Lab.SWITCH).stream()
                .filter(batch -> Objects.requireNonNull(batch.port()).port().equals(Lab.RECEIVER_PORT))
                .filter(batch -> batch.link() != null)
                .map(batch -> (batch.events().getLast().timeNanos() - Lab.START) / Lab.MS)
                .toList();

        assertThat(toldMillis).hasSize(3);
        assertThat(toldMillis.get(1) - toldMillis.get(0)).isBetween(200L, 204L);
        assertThat(toldMillis.get(2) - toldMillis.get(1)).isBetween(400L, 404L);
        assertThat(new HashSet<>(facts(heard, Lab.SWITCH, Lab.RECEIVER_PORT))).hasSize(1);
    }

    static List<LinkFacts> facts(Heard heard, String agent, String port) {
        return heard.of(agent).stream()
                .filter(batch -> Objects.requireNonNull(batch.port()).port().equals(port))
                .map(PortBatch::link)
                .filter(Objects::nonNull)
                .toList();
    }

    @Test
    void aTapSeesEveryPauseFrameAndWhatPassesBeside() {
        TelemetrySettings settings = Lab.quick().with(List.of(new TelemetrySettings.Tap(0, 0)));
        Lab lab = new Lab(settings, List.of()).runTo(10);
        String tap = "tap-host-0-eth0";
        List<PortEvent.PfcFrame> frames = lab.heard.events(tap, "eth0", PortEvent.PfcFrame.class);
        PortCounters counters = lab.emulation.counters(0, 0);
        assertThat(frames).hasSize((int) (counters.xoffReceived(3) + counters.xonReceived(3)));
        assertThat(frames).isNotEmpty().allSatisfy(frame -> {
            assertThat(frame.direction()).isEqualTo(Direction.RX);
            assertThat(frame.quanta()).isIn(0, 65_535);
        });
        List<PortEvent.Traffic> passed = lab.heard.events(tap, "eth0", PortEvent.Traffic.class);
        long bytes = passed.stream()
                .filter(event -> event.direction() == Direction.TX && event.priority() == 3)
                .mapToLong(PortEvent.Traffic::bytes)
                .sum();
        assertThat(bytes).isEqualTo(counters.sentBytes(3));
        // Its sender learns when it could not send.
        assertThat(lab.heard.flows.stream()
                        .filter(batch -> batch.header().agentId().equals("mirror-host-0"))
                        .flatMap(batch -> batch.events().stream())
                        .filter(event -> event.kind() == FlowEventKind.PAUSED)
                        .mapToLong(FlowEvent::rttNanos)
                        .sum())
                .isCloseTo(
                        lab.emulation.pausedPicos(0, 0, 3) / Picos.PER_NANO,
                        org.assertj.core.data.Offset.offset((long) frames.size() * 10));
    }

    @Test
    void batchesGetLostAndComeLateAsOftenAsWasAsked() {
        TelemetrySettings settings = Lab.quick().with(new TelemetrySettings.Delivery(0.2, 0.3, 5 * MS));
        Heard heard = new Lab(settings, List.of()).runTo(400).heard;
        long all = heard.portFates.size();
        long lost = heard.portFates.stream()
                .filter(fate -> fate == TelemetryOutput.Fate.LOST)
                .count();
        long late = heard.lateness.stream().filter(nanos -> nanos > 0).count();
        assertThat(all).isGreaterThan(300);
        assertThat((double) lost / all).isBetween(0.14, 0.26);
        assertThat((double) late / all).isBetween(0.23, 0.37);
        assertThat(heard.lateness).allMatch(nanos -> nanos >= 0 && nanos <= 5 * MS);
    }

    @Test
    void agentsWatchOneThing() {
        Lab lab = new Lab(Lab.quick(), List.of());
        assertThatThrownBy(() -> lab.agents.attach(new TelemetryScript(List.of())))
                .hasMessageContaining("watch something already");
    }

    @Test
    void aMeterBesideTheAgentsSeesTheSamePeak() {
        QueueMeter meter = new QueueMeter(Lab.SWITCH_NODE, Lab.RECEIVER, 0, 30 * Picos.PER_MILLI);
        SplittableRandom random = new SplittableRandom(1);
        random.split();
        Emulation alone = Lab.emulation(random.split(), meter);
        alone.runUntil(30 * Picos.PER_MILLI);
        List<Long> peaks = watermarks(new Lab(Lab.quick(), List.of()).runTo(40));
        // The first snapshot clears what was before it, so it may hold the peak of the start.
        assertThat(peaks.stream().mapToLong(Long::longValue).max().orElseThrow())
                .isEqualTo(meter.peakBytes());
    }
}
