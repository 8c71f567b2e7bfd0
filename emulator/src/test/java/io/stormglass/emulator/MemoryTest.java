package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class MemoryTest {
    @Test
    void noPacketAndNoEventAllocatesOnceThePoolHasGrown() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (Laws law : new Laws[] {Laws.DCQCN_4_WITH_WINDOW, Laws.HPCC, Laws.DCTCP}) {
            Emulation emulation = law.incast(16).withBytes(16_000_000).start(1, FabricObserver.NONE);
            emulation.runUntil(500 * Picos.PER_MICRO);
            int made = emulation.packetsMade();
            long hops = emulation.packetHops();
            long bytes = threads.getCurrentThreadAllocatedBytes();
            emulation.runToQuiet(100 * Picos.PER_MILLI);
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            hops = emulation.packetHops() - hops;
            assertThat(emulation.packetsMade()).isEqualTo(made);
            assertThat(hops).isGreaterThan(200_000);
            // What is left is classes that load late and the like.
            assertThat((double) bytes / hops).as(law.toString()).isLessThan(1);
        }
    }
}
