package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.BbrV3Parameters;
import io.stormglass.models.cc.Cubic;
import io.stormglass.models.cc.Dctcp;
import io.stormglass.models.cc.Hpcc;
import io.stormglass.models.cc.Swift;
import io.stormglass.models.cc.Timely;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.testkit.Property;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FlowLifeTest {
    private static final long LINE = 100_000_000_000L;
    private static final Topology.Link LINK = new Topology.Link(LINE, Picos.PER_MICRO);
    private static final WireFormat FORMAT = WireFormat.roce(1024);
    private static final Transport PLAIN = Transport.of(new CongestionControl.None());

    private static Emulation star(int hosts, FabricObserver observer) {
        SwitchSettings switches = SwitchSettings.standard().with(EcnSettings.atDequeue(MarkingCurve.hpcc(LINE)));
        return new Emulation(
                Topology.star(hosts, LINK), FabricSettings.of(FORMAT, switches), new SplittableRandom(1), observer);
    }

    private static List<CongestionControl> laws() {
        return List.of(
                new CongestionControl.None(),
                new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(LINE), CnpPacing.paper()),
                new CongestionControl.Dcqcn(DcqcnPreset.MSR_NS3.at(LINE), CnpPacing.msr()),
                new CongestionControl.Dcqcn(DcqcnPreset.NVIDIA_FIRMWARE.at(LINE), CnpPacing.nvidia()),
                new CongestionControl.Dcqcn(DcqcnPreset.NS3_HPCC_PAPER.at(LINE), CnpPacing.hpcc()),
                new CongestionControl.HpccTelemetry(new Hpcc.Parameters(LINE, 100_000_000, 4160, 0.95, 0, 160_000_000)),
                new CongestionControl.TimelyDelay(Timely.Parameters.paper(LINE)),
                new CongestionControl.DctcpMarks(Dctcp.Parameters.rfc8257(1024)),
                new CongestionControl.SwiftDelay(Swift.Parameters.htsim(1024, 20_000)),
                new CongestionControl.BbrV1Nic(BbrV1Parameters.hardware(1024)),
                new CongestionControl.BbrV3Nic(BbrV3Parameters.hardware(1024)),
                new CongestionControl.NewRenoLoss(TcpSettings.linux()),
                new CongestionControl.CubicLoss(Cubic.Parameters.rfc9438(1024), TcpSettings.linux()));
    }

    @Test
    void aCompletionMayStartTheNextFlowAtOnce() {
        Emulation emulation = star(4, FabricObserver.NONE);
        List<Long> ends = new ArrayList<>();
        FlowListener chain = new FlowListener() {
            @Override
            public void completed(FlowCompletion completion) {
                ends.add(completion.completedPicos());
                assertThat(completion.flow()).isEqualTo(ends.size() - 1);
                assertThat(completion.bytes()).isEqualTo(10_240);
                assertThat(completion.counts().acceptedBytes()).isEqualTo(10_240);
                assertThat(completion.completedPicos()).isEqualTo(emulation.nowPicos());
                if (ends.size() < 20) {
                    emulation.add(new FlowSpec(1, 2, 10_240, emulation.nowPicos(), 3, PLAIN), this);
                }
            }
        };
        emulation.add(new FlowSpec(1, 2, 10_240, 0, 3, PLAIN), chain);
        assertThat(emulation.runToQuiet(Picos.PER_MILLI)).isTrue();
        assertThat(ends).hasSize(20);
        // Each takes what the first took: the fabric is idle at each start.
        for (int flow = 1; flow < 20; flow++) {
            assertThat(ends.get(flow) - ends.get(flow - 1)).isEqualTo(ends.getFirst());
        }
        assertThat(emulation.flowsMade()).isEqualTo(2);
        assertThat(emulation.totals().acceptedBytes()).isEqualTo(20 * 10_240);
        assertThatThrownBy(() -> emulation.flowCounts(3)).hasMessageContaining("flow 3 is over");
    }

    /** Under any law: a flow that uses an old one again does to the picosecond what it does in a fabric where it is the first. */
    @Test
    void aFlowUsedAgainIsAsANewOne() {
        for (CongestionControl law : laws()) {
            assertThat(durations(law, false)).as(law.toString()).isEqualTo(durations(law, true));
        }
    }

    /** Three rounds of four senders; each flow's time from start to completion. */
    private static List<Long> durations(CongestionControl law, boolean kept) {
        List<Long> durations = new ArrayList<>();
        Emulation emulation = star(5, FabricObserver.NONE);
        if (kept) {
            emulation.keepFinishedFlows();
        }
        for (int round = 0; round < 3; round++) {
            long start = emulation.nowPicos() + 50 * Picos.PER_MILLI;
            for (int host = 0; host < 4; host++) {
                FlowSpec spec = new FlowSpec(host, 4, 500_000, start, 3, Transport.of(law));
                emulation.add(spec, done -> durations.add(done.completedPicos() - done.startPicos()));
            }
            assertThat(emulation.runToQuiet(start + 5_000 * Picos.PER_MILLI)).isTrue();
        }
        assertThat(durations).hasSize(12);
        assertThat(emulation.flowsMade()).isEqualTo(kept ? 12 : 4);
        return durations;
    }

    @Test
    void messagesOfOneConnectionFollowEachOtherThroughOneStateOfItsLaw() {
        Transport dcqcn = Transport.of(new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(LINE), CnpPacing.paper()));
        Emulation emulation = star(5, FabricObserver.NONE);
        List<Integer> order = new ArrayList<>();
        int[] flows = new int[4];
        for (int host = 0; host < 4; host++) {
            flows[host] = emulation.open(new Connection(host, 4, 3, dcqcn));
            for (int message = 0; message < 3; message++) {
                int watched = host;
                emulation.send(flows[host], 1_000_100, 0, done -> {
                    if (watched == 0) {
                        order.add(done.message());
                    }
                });
            }
        }
        assertThat(emulation.runToQuiet(100 * Picos.PER_MILLI)).isTrue();
        assertThat(order).containsExactly(0, 1, 2);
        long rate = emulation.rateBitsPerSecond(flows[0]);
        assertThat(rate).isLessThan(LINE / 2);
        emulation.send(flows[0], 100_000, emulation.nowPicos(), FlowListener.NONE);
        emulation.runUntil(emulation.nowPicos() + Picos.PER_MICRO);
        assertThat(emulation.rateBitsPerSecond(flows[0])).isLessThan(LINE / 2);
        assertThat(emulation.runToQuiet(200 * Picos.PER_MILLI)).isTrue();
        assertThat(emulation.flowCounts(flows[0]).acceptedBytes()).isEqualTo(3_100_300);
        emulation.close(flows[0]);
        assertThatThrownBy(() -> emulation.flowCounts(flows[0])).hasMessageContaining("is over");
        assertThat(emulation.flowCounts(flows[1]).acceptedBytes()).isEqualTo(3_000_300);
    }

    @Test
    void connectionsLoseNoByteWhateverTheirMessagesAreAndWhateverIsDropped() {
        Property.check("messages", 60, random -> {
            List<CongestionControl> laws = laws();
            CongestionControl law = laws.get(random.nextInt(laws.size()));
            if (law instanceof CongestionControl.NewRenoLoss) {
                law = new CongestionControl.NewRenoLoss(TcpSettings.linux().withTimeout(Picos.PER_MILLI));
            }
            SwitchSettings lossy = SwitchSettings.standard()
                    .withLossless(0)
                    .with(BufferSettings.standard().withTotal(random.nextLong(50_000, 400_000)))
                    .with(EcnSettings.atDequeue(MarkingCurve.hpcc(LINE)));
            NicSettings nics = NicSettings.standard()
                    .withPacketsPerAck(random.nextInt(1, 5))
                    .withRetransmitPicos(200 * Picos.PER_MICRO);
            FabricSettings settings = FabricSettings.of(FORMAT, lossy).with(nics);
            Emulation emulation = new Emulation(Topology.star(5, LINK), settings, random.split(), FabricObserver.NONE);
            Transport transport = Transport.of(law, WindowLimit.fixed(random.nextLong(1_000, 100_000)));
            long[] told = new long[1];
            long bytes = 0;
            for (int host = 0; host < 4; host++) {
                int flow = emulation.open(new Connection(host, 4, 3, transport));
                long start = 0;
                for (int message = 0; message < 30; message++) {
                    long size = random.nextLong(1, 20_000);
                    start += random.nextLong(5 * Picos.PER_MICRO);
                    emulation.send(flow, size, start, done -> told[0] += done.bytes());
                    bytes += size;
                }
            }
            assertThat(emulation.runToQuiet(60_000 * Picos.PER_MILLI)).isTrue();
            assertThat(told[0]).isEqualTo(bytes);
            FlowCounts totals = emulation.totals();
            assertThat(totals.acceptedBytes()).isEqualTo(bytes);
            assertThat(totals.receivedPackets(PacketKind.DATA) + totals.droppedPackets(PacketKind.DATA))
                    .isEqualTo(totals.sentPackets(PacketKind.DATA));
        });
    }

    @Test
    void aMillionShortFlowsNeedNoMoreMemoryThanAFewAndAllocateNothing() {
        int many = Boolean.getBoolean("stormglass.full") ? 1_000_000 : 200_000;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Emulation emulation = star(9, FabricObserver.NONE);
        Transport dcqcn = Transport.of(new CongestionControl.Dcqcn(DcqcnPreset.PAPER.at(LINE), CnpPacing.paper()));
        int[] left = {many};
        FlowListener again = new FlowListener() {
            @Override
            public void completed(FlowCompletion done) {
                if (left[0]-- > 0) {
                    emulation.add(new FlowSpec(done.source(), 8, 2_000, emulation.nowPicos(), 3, dcqcn), this);
                }
            }
        };
        for (int host = 0; host < 8; host++) {
            emulation.add(new FlowSpec(host, 8, 2_000, 0, 3, dcqcn), again);
        }
        emulation.runUntil(20 * Picos.PER_MILLI);
        int made = emulation.flowsMade();
        int flows = emulation.flows();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        assertThat(emulation.runToQuiet(60_000 * Picos.PER_MILLI)).isTrue();
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        assertThat(emulation.flows()).isEqualTo(many + 8);
        assertThat(emulation.flowsMade()).isEqualTo(made).isLessThan(50);
        // FlowSpec and Connection of the workload itself.
        assertThat((double) bytes / (emulation.flows() - flows)).isLessThan(100);
    }
}
