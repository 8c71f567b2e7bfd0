package io.stormglass.emulator.telemetry;

import java.util.EnumMap;
import java.util.Map;

/** The counters of one device as its software shows them: they may have started anew, and durations are whole microseconds. */
final class DeviceCounters {
    private static final int PRIORITIES = 8;
    private static final long NANOS_PER_MICRO = 1_000;

    final int node;
    final int ports;
    private final boolean isHost;
    private final Readings readings;
    /** What the registers held when the counters started anew: by port and priority, by port, of the NIC. */
    private final Map<Total, long[]> base = new EnumMap<>(Total.class);

    private final Map<LinkTotal, long[]> linkBase = new EnumMap<>(LinkTotal.class);
    private final Map<NicTotal, Long> nicBase = new EnumMap<>(NicTotal.class);

    DeviceCounters(Readings readings, FabricMap map, int node) {
        this.readings = readings;
        this.node = node;
        ports = map.ports(node);
        isHost = node < map.hosts();
    }

    long total(int port, int priority, Total which) {
        long[] from = base.get(which);
        long value =
                readings.total(node, port, priority, which) - (from == null ? 0 : from[port * PRIORITIES + priority]);
        return switch (which) {
            case PAUSED_NANOS, PAUSING_NANOS -> value - value % NANOS_PER_MICRO;
            case SENT_PACKETS,
                    SENT_BYTES,
                    RECEIVED_PACKETS,
                    RECEIVED_BYTES,
                    MARKED,
                    DROPPED,
                    WRED_DROPPED,
                    PAUSE_FRAMES_RECEIVED,
                    PAUSE_FRAMES_SENT,
                    RESUMED -> value;
        };
    }

    long link(int port, LinkTotal which) {
        long[] from = linkBase.get(which);
        return readings.link(node, port, which) - (from == null ? 0 : from[port]);
    }

    long nic(NicTotal which) {
        return readings.nic(node, which) - nicBase.getOrDefault(which, 0L);
    }

    long depthBytes(int port, int priority) {
        return readings.depthBytes(node, port, priority);
    }

    boolean isPaused(int port, int priority) {
        return readings.isPaused(node, port, priority);
    }

    /** The watermark, which a read clears. */
    long takePeak(int port, int priority) {
        long peak = readings.peakBytes(node, port, priority);
        readings.clearPeak(node, port, priority);
        return peak;
    }

    /** Somebody else reads the watermarks. */
    void clearPeaks() {
        for (int port = 0; port < ports; port++) {
            for (int priority = 0; priority < PRIORITIES; priority++) {
                readings.clearPeak(node, port, priority);
            }
        }
    }

    /** Everything counts from 0 again. */
    void reset() {
        for (Total which : Total.values()) {
            long[] now = new long[ports * PRIORITIES];
            for (int at = 0; at < now.length; at++) {
                now[at] = readings.total(node, at / PRIORITIES, at % PRIORITIES, which);
            }
            base.put(which, now);
        }
        for (LinkTotal which : LinkTotal.values()) {
            long[] now = new long[ports];
            for (int port = 0; port < ports; port++) {
                now[port] = readings.link(node, port, which);
            }
            linkBase.put(which, now);
        }
        if (isHost) {
            for (NicTotal which : NicTotal.values()) {
                nicBase.put(which, readings.nic(node, which));
            }
        }
    }
}
