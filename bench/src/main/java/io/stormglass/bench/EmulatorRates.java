package io.stormglass.bench;

import com.sun.management.ThreadMXBean;
import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.EcnSettings;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FabricSettings;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.SwitchSettings;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.Transport;
import io.stormglass.emulator.WireFormat;
import io.stormglass.models.dcqcn.CnpPacing;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.MarkingCurve;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Speed of the emulator: packet-hops per CPU second of one thread, bytes allocated per hop, and 100 ms of an incast of 16 at 100G in wall time.
 *
 * <p>Usage: {@code EmulatorRates [rounds]}. A round is 64 senders of 4 MB each at 400 Gb/s under DCQCN (NVIDIA firmware, Kmin 120 kB, Kmax 600 kB); the first
 * 0.5 ms, in which the pool grows, is not measured.
 */
public final class EmulatorRates {
    private static final int PRIORITY = 3;

    private EmulatorRates() {}

    /** Prints one line per round. */
    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int round = 1; round <= rounds; round++) {
            Emulation emulation = incast(64, 400_000_000_000L, 4_000_000);
            emulation.runUntil(Picos.PER_MILLI / 2);
            measure("incast-64 round " + round, emulation, threads, 1_000 * Picos.PER_MILLI);
        }
        Emulation longer = incast(16, 100_000_000_000L, 1_000_000_000);
        long start = System.nanoTime();
        measure("incast-16, 100G, 100 ms", longer, threads, 100 * Picos.PER_MILLI);
        System.out.printf(Locale.ROOT, "wall %.2f s%n", (System.nanoTime() - start) / 1e9);
    }

    private static void measure(String name, Emulation emulation, ThreadMXBean threads, long untilPicos) {
        long hops = emulation.packetHops();
        long events = emulation.events();
        long cpu = threads.getCurrentThreadCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        emulation.runToQuiet(untilPicos);
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        hops = emulation.packetHops() - hops;
        events = emulation.events() - events;
        System.out.printf(
                Locale.ROOT,
                "%s: %.2f M packet-hops per CPU second, %d hops, %.2f events and %.3f bytes allocated per hop, %d packets made%n",
                name,
                1e3 * hops / cpu,
                hops,
                (double) events / hops,
                (double) bytes / hops,
                emulation.packetsMade());
    }

    private static Emulation incast(int senders, long bitsPerSecond, long bytes) {
        Topology.Link link = new Topology.Link(bitsPerSecond, Picos.PER_MICRO);
        SwitchSettings switches =
                SwitchSettings.standard().with(EcnSettings.atDequeue(new MarkingCurve(120_000, 600_000, 1)));
        FabricSettings settings = FabricSettings.of(WireFormat.roce(4096), switches);
        SplittableRandom random = new SplittableRandom(1);
        Emulation emulation =
                new Emulation(Topology.star(senders + 1, link), settings, random.split(), FabricObserver.NONE);
        Transport dcqcn = Transport.of(
                new CongestionControl.Dcqcn(DcqcnPreset.NVIDIA_FIRMWARE.at(bitsPerSecond), CnpPacing.nvidia()));
        for (int sender = 0; sender < senders; sender++) {
            long start = random.nextLong(2 * Picos.PER_MICRO);
            emulation.add(new FlowSpec(sender, senders, bytes, start, PRIORITY, dcqcn));
        }
        return emulation;
    }
}
