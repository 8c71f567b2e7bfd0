package io.stormglass.emulator.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/** Registers that follow from a script: every rate times the time that it has lasted. */
final class ScriptReadings implements Readings {
    private static final int PRIORITIES = 8;
    private static final double PICOS_PER_SECOND = 1e12;

    private final LongSupplier nowPicos;
    private final FabricMap map;
    /** By node and port: what this port goes through itself, and what its peer does. */
    private final List<List<Spans>> ports = new ArrayList<>();

    /** Spans of one port. */
    private static final class Spans {
        private final List<TelemetryScript.Paused> paused = new ArrayList<>();
        private final List<TelemetryScript.Load> loads = new ArrayList<>();
        private final List<TelemetryScript.LinkDown> downs = new ArrayList<>();
        private final long[] clearedPicos = new long[PRIORITIES];
    }

    ScriptReadings(TelemetryScript script, FabricMap map, LongSupplier nowPicos) {
        this.nowPicos = nowPicos;
        this.map = map;
        for (int node = 0; node < map.nodes(); node++) {
            List<Spans> own = new ArrayList<>();
            for (int port = 0; port < map.ports(node); port++) {
                own.add(new Spans());
            }
            ports.add(own);
        }
        for (TelemetryScript.Span span : script.spans()) {
            switch (span) {
                case TelemetryScript.Paused paused ->
                    spans(paused.node(), paused.port()).paused.add(paused);
                case TelemetryScript.Load load ->
                    spans(load.node(), load.port()).loads.add(load);
                case TelemetryScript.LinkDown down -> {
                    spans(down.node(), down.port()).downs.add(down);
                    peer(down.node(), down.port()).downs.add(down);
                }
                case TelemetryScript.WatchdogStorm storm -> spans(storm.node(), storm.port());
            }
        }
    }

    private Spans spans(int node, int port) {
        if (node >= map.nodes() || port >= map.ports(node)) {
            throw new IllegalArgumentException(
                    "the script names node " + node + ", port " + port + ", which the fabric does not have");
        }
        return ports.get(node).get(port);
    }

    private Spans peer(int node, int port) {
        return spans(map.peerNode(node, port), map.peerPort(node, port));
    }

    @Override
    public long total(int node, int port, int priority, Total which) {
        return switch (which) {
            case SENT_PACKETS -> packets(spans(node, port), priority);
            case SENT_BYTES -> bytes(spans(node, port), priority);
            case RECEIVED_PACKETS -> packets(peer(node, port), priority);
            case RECEIVED_BYTES -> bytes(peer(node, port), priority);
            case MARKED -> marked(spans(node, port), priority);
            case DROPPED -> dropped(spans(node, port), priority);
            case WRED_DROPPED -> 0;
            case PAUSE_FRAMES_RECEIVED -> frames(spans(node, port), priority);
            case PAUSE_FRAMES_SENT -> frames(peer(node, port), priority);
            case PAUSED_NANOS -> pausedNanos(spans(node, port), priority);
            case PAUSING_NANOS -> pausedNanos(peer(node, port), priority);
            case RESUMED -> frames(spans(node, port), priority) / 2;
        };
    }

    private long packets(Spans of, int priority) {
        return sum(of, priority, load -> load.packetsPerSecond() * seconds(load));
    }

    private long bytes(Spans of, int priority) {
        return sum(of, priority, load -> Math.floor(load.packetsPerSecond() * seconds(load)) * load.packetBytes());
    }

    private long marked(Spans of, int priority) {
        return sum(of, priority, load -> load.packetsPerSecond() * load.markedRatio() * seconds(load));
    }

    private long dropped(Spans of, int priority) {
        return sum(of, priority, load -> load.droppedPerSecond() * seconds(load));
    }

    private static long sum(Spans of, int priority, ToDoubleFunction<TelemetryScript.Load> counted) {
        double sum = 0;
        for (TelemetryScript.Load load : of.loads) {
            sum += load.priority() == priority ? counted.applyAsDouble(load) : 0;
        }
        return (long) sum;
    }

    private long frames(Spans of, int priority) {
        double sum = 0;
        for (TelemetryScript.Paused paused : of.paused) {
            sum += paused.priority() == priority ? paused.framesPerSecond() * seconds(paused) : 0;
        }
        return (long) sum;
    }

    private long pausedNanos(Spans of, int priority) {
        double sum = 0;
        for (TelemetryScript.Paused paused : of.paused) {
            sum += paused.priority() == priority ? paused.pausedRatio() * seconds(paused) * 1e9 : 0;
        }
        return (long) sum;
    }

    /** How long a span has lasted. */
    private double seconds(TelemetryScript.Span span) {
        long until = Math.min(nowPicos.getAsLong(), span.toPicos());
        return Math.max(0, until - span.fromPicos()) / PICOS_PER_SECOND;
    }

    private boolean lasts(TelemetryScript.Span span) {
        long now = nowPicos.getAsLong();
        return span.fromPicos() <= now && now < span.toPicos();
    }

    @Override
    public long link(int node, int port, LinkTotal which) {
        return switch (which) {
            case FEC_CORRECTED, FEC_UNCORRECTED, SYMBOL_ERRORS -> 0;
            case LINK_DOWNED ->
                spans(node, port).downs.stream()
                        .filter(down -> down.fromPicos() <= nowPicos.getAsLong())
                        .count();
        };
    }

    @Override
    public long nic(int host, NicTotal which) {
        return switch (which) {
            case CE_RECEIVED -> {
                long sum = 0;
                for (int priority = 0; priority < PRIORITIES; priority++) {
                    sum += marked(peer(host, 0), priority);
                }
                yield sum;
            }
            case CNP_SENT,
                    CNP_HANDLED,
                    CNP_IGNORED,
                    OUT_OF_SEQUENCE,
                    NAK_RECEIVED,
                    TIMEOUTS,
                    RETRANSMITTED,
                    PCIE_STALLS,
                    PCIE_STALLED_NANOS,
                    BUFFER_OVER_THRESHOLD -> 0;
        };
    }

    @Override
    public long depthBytes(int node, int port, int priority) {
        return spans(node, port).loads.stream()
                .filter(load -> load.priority() == priority && lasts(load))
                .mapToLong(TelemetryScript.Load::queueBytes)
                .sum();
    }

    @Override
    public long peakBytes(int node, int port, int priority) {
        Spans of = spans(node, port);
        long now = nowPicos.getAsLong();
        return of.loads.stream()
                .filter(load -> load.priority() == priority
                        && load.fromPicos() <= now
                        && load.toPicos() > of.clearedPicos[priority])
                .mapToLong(TelemetryScript.Load::queueBytes)
                .max()
                .orElse(0);
    }

    @Override
    public void clearPeak(int node, int port, int priority) {
        spans(node, port).clearedPicos[priority] = nowPicos.getAsLong();
    }

    @Override
    public boolean isPaused(int node, int port, int priority) {
        return spans(node, port).paused.stream()
                .anyMatch(paused -> paused.priority() == priority && paused.pausedRatio() >= 0.5 && lasts(paused));
    }
}
