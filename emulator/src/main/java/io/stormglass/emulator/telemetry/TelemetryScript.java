package io.stormglass.emulator.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the ports of a fabric go through, told instead of emulated: for minutes and hours in which packets would be too many. The agents that read it are the same,
 * so what leaves looks the same; there are no flows. Times are picoseconds since the start, like an emulation's.
 *
 * <p>Spans of one kind, port and priority may not overlap.
 *
 * @param spans what happens
 */
public record TelemetryScript(List<Span> spans) {
    public TelemetryScript {
        spans = List.copyOf(spans);
        Map<List<Object>, List<Span>> places = new HashMap<>();
        for (Span span : spans) {
            List<Span> others = places.computeIfAbsent(
                    List.of(span.getClass(), span.node(), span.port(), span.priority()), place -> new ArrayList<>());
            for (Span other : others) {
                if (span.fromPicos() < other.toPicos() && other.fromPicos() < span.toPicos()) {
                    throw new IllegalArgumentException("spans of a script overlap: " + other + " and " + span);
                }
            }
            others.add(span);
        }
    }

    /** Something that lasts. */
    public sealed interface Span {
        /** The node whose port it is. */
        int node();

        /** The port. */
        int port();

        /** 0 to 7; -1 where it is of no priority. */
        int priority();

        /** It begins. */
        long fromPicos();

        /** It is over. */
        long toPicos();
    }

    /**
     * A port is paused by its peer.
     *
     * @param priority 0 to 7
     * @param pausedRatio share of the time, 0 to 1
     * @param framesPerSecond pause frames that come
     */
    public record Paused(
            int node, int port, int priority, double pausedRatio, long framesPerSecond, long fromPicos, long toPicos)
            implements Span {
        public Paused {
            check(fromPicos, toPicos);
            ratio("paused", pausedRatio);
            notNegative("pause frames per second", framesPerSecond);
        }
    }

    /**
     * A port sends.
     *
     * @param priority 0 to 7
     * @param packetsPerSecond progress; 0: what waits does not move
     * @param packetBytes of each, on the wire
     * @param queueBytes depth of its queue
     * @param markedRatio share of the packets that it marks, 0 to 1
     * @param droppedPerSecond packets that it drops
     */
    public record Load(
            int node,
            int port,
            int priority,
            long packetsPerSecond,
            int packetBytes,
            long queueBytes,
            double markedRatio,
            long droppedPerSecond,
            long fromPicos,
            long toPicos)
            implements Span {
        public Load {
            check(fromPicos, toPicos);
            ratio("marked", markedRatio);
            notNegative("packets per second", packetsPerSecond);
            notNegative("packet bytes", packetBytes);
            notNegative("queue bytes", queueBytes);
            notNegative("dropped per second", droppedPerSecond);
        }
    }

    /** The cable of a port is dead: both ends count a link that went down. What they would have sent is for the script to leave out. */
    public record LinkDown(int node, int port, long fromPicos, long toPicos) implements Span {
        public LinkDown {
            check(fromPicos, toPicos);
        }

        @Override
        public int priority() {
            return -1;
        }
    }

    /** The switch's watchdog says storm at the begin, restored at the end. That pauses do not count while it acts is for the script to tell. */
    public record WatchdogStorm(int node, int port, int priority, long fromPicos, long toPicos) implements Span {
        public WatchdogStorm {
            check(fromPicos, toPicos);
        }
    }

    private static void check(long fromPicos, long toPicos) {
        if (fromPicos < 0 || toPicos <= fromPicos) {
            throw new IllegalArgumentException("a span from " + fromPicos + " to " + toPicos + " ps is empty");
        }
    }

    private static void ratio(String what, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(what + " ratio is " + value + ", 0 to 1 is possible");
        }
    }

    private static void notNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " " + value + " is negative");
        }
    }
}
