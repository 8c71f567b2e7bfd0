package io.stormglass.emulator.measure;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.NicCounters;
import io.stormglass.emulator.PortCounters;
import io.stormglass.emulator.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * Counters of all ports and NICs added up.
 *
 * @param xoff pauses begun: XOFF frames without those that only prolong
 * @param xoffRefreshed XOFF frames that prolong
 * @param xon pauses ended
 * @param dropped packets dropped by switches
 * @param ecnMarked packets marked by switches
 * @param cnps notifications that receivers sent, as CNPs or on ACKs
 * @param paused ports that were paused at all, the longest paused first
 */
public record PortTotals(
        long xoff, long xoffRefreshed, long xon, long dropped, long ecnMarked, long cnps, List<PausedPort> paused) {
    private static final int PRIORITIES = 8;

    public PortTotals {
        paused = List.copyOf(paused);
    }

    /**
     * How long a port was forbidden to send.
     *
     * @param port the one that had to wait
     * @param priority of its priorities the one that waited longest
     * @param picos for how long
     * @param ratio the same as a share of the run, 0 to 1
     */
    public record PausedPort(PortName port, int priority, long picos, double ratio) {}

    static PortTotals of(Emulation emulation, Topology topology, long runPicos) {
        long xoff = 0;
        long refreshed = 0;
        long xon = 0;
        long dropped = 0;
        long marked = 0;
        List<PausedPort> paused = new ArrayList<>();
        for (PortName at : ports(topology)) {
            PortCounters counters = emulation.counters(at.node(), at.port());
            PausedPort longest = new PausedPort(at, 0, 0, 0);
            for (int priority = 0; priority < PRIORITIES; priority++) {
                xoff += counters.xoffSent(priority);
                refreshed += counters.xoffRefreshed(priority);
                xon += counters.xonSent(priority);
                dropped += counters.dropped(priority);
                marked += counters.marked(priority);
                long picos = emulation.pausedPicos(at.node(), at.port(), priority);
                if (picos > longest.picos) {
                    double ratio = runPicos <= 0 ? 0 : (double) picos / runPicos;
                    longest = new PausedPort(at, priority, picos, ratio);
                }
            }
            if (longest.picos > 0) {
                paused.add(longest);
            }
        }
        // The sort is stable: ports that were paused alike stay in their order.
        paused.sort((a, b) -> Long.compare(b.picos, a.picos));
        return new PortTotals(xoff, refreshed, xon, dropped, marked, cnps(emulation, topology), paused);
    }

    private static long cnps(Emulation emulation, Topology topology) {
        long sent = 0;
        for (int host = 0; host < topology.hosts(); host++) {
            NicCounters nic = emulation.nicCounters(host);
            sent += nic.cnpSent();
        }
        return sent;
    }

    /** Every port of every node. */
    static List<PortName> ports(Topology topology) {
        int[] used = new int[topology.nodes()];
        List<PortName> ports = new ArrayList<>();
        for (Cable cable : topology.cables()) {
            ports.add(new PortName(cable.a(), used[cable.a()]++));
            ports.add(new PortName(cable.b(), used[cable.b()]++));
        }
        return ports;
    }

    static long bitsPerSecond(Topology topology, PortName port) {
        int[] used = new int[topology.nodes()];
        for (Cable cable : topology.cables()) {
            PortName a = new PortName(cable.a(), used[cable.a()]++);
            PortName b = new PortName(cable.b(), used[cable.b()]++);
            if (a.equals(port) || b.equals(port)) {
                return cable.bitsPerSecond();
            }
        }
        throw new IllegalArgumentException("the topology has no port " + port);
    }

    /** The largest share of the run that a port was paused; 0 where none was. */
    public double worstPausedRatio() {
        return paused.isEmpty() ? 0 : paused.getFirst().ratio();
    }
}
