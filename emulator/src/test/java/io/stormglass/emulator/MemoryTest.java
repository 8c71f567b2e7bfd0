package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.stormglass.models.bbr.BbrV3Parameters;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryTest {
    @Test
    void noPacketAndNoEventAllocatesOnceThePoolHasGrown() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        WireFormat format = WireFormat.ns3();
        FabricSettings plain = Incast.fabric(format, EcnSettings.off());
        FabricSettings lossy =
                FabricSettings.of(format, SwitchSettings.standard().withLossless(0));
        CongestionControl bbr = new CongestionControl.BbrV3Nic(BbrV3Parameters.hardware(4000), BbrWindow.BYTES);
        CongestionControl reno = new CongestionControl.NewRenoLoss(TcpSettings.linux());
        for (Incast incast : List.of(
                Laws.DCQCN_4_WITH_WINDOW.incast(16),
                Laws.HPCC.incast(16),
                Laws.DCTCP.incast(16),
                Incast.of(16, plain, Transport.of(bbr)),
                Incast.of(16, lossy, Transport.of(reno)))) {
            Emulation emulation = incast.withBytes(16_000_000).start(1, FabricObserver.NONE);
            emulation.runUntil(500 * Picos.PER_MICRO);
            int made = emulation.packetsMade();
            long hops = emulation.packetHops();
            long bytes = threads.getCurrentThreadAllocatedBytes();
            emulation.runToQuiet(100 * Picos.PER_MILLI);
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            hops = emulation.packetHops() - hops;
            // Most are in use at the start; BBR's probes and losses may need some more at once later.
            assertThat(emulation.packetsMade()).isBetween(made, made + made / 10);
            assertThat(hops).isGreaterThan(200_000);
            // What is left is classes that load late and the like.
            assertThat((double) bytes / hops).as(incast.toString()).isLessThan(1);
        }
    }
}
