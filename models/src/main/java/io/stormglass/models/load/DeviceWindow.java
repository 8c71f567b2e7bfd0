package io.stormglass.models.load;

import io.stormglass.models.congestion.QueueGrowth;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.pause.PauseSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What all queues of one device went through in one window. The order in which it is told makes no difference: everything is a sum, a greatest or least value, or sorted first.
 *
 * <p>Not thread-safe; no clock is read.
 */
public final class DeviceWindow {
    private final LoadSettings settings;
    private final long fromNanos;
    private final long toNanos;
    private final TreeMap<Queue, Told> queues = new TreeMap<>();
    private final TreeMap<PortKey, PortSpans> pauses = new TreeMap<>();

    /** One egress queue. */
    private record Queue(PortKey port, int priority) implements Comparable<Queue> {
        @Override
        public int compareTo(Queue other) {
            int byPort = port.compareTo(other.port);
            return byPort != 0 ? byPort : Integer.compare(priority, other.priority);
        }
    }

    private record Told(List<QueueGrowth> growth, List<FlowShare> flows) {}

    /**
     * A window.
     *
     * @param fromNanos its start
     * @param toNanos its end: it lasts {@link FlowLoad#WINDOW_NANOS}, less where the data ended in it
     */
    public DeviceWindow(LoadSettings settings, long fromNanos, long toNanos) {
        if (toNanos <= fromNanos || toNanos - fromNanos > FlowLoad.WINDOW_NANOS) {
            throw new IllegalArgumentException("a window from " + fromNanos + " to " + toNanos + " ns");
        }
        this.settings = settings;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /** Takes what a refresh of a queue's counters brought; a queue of unknown priority is none. */
    public void growth(PortKey port, QueueGrowth growth) {
        if (growth.priority() >= 0 && growth.priority() <= 7) {
            told(port, growth.priority()).growth.add(growth);
        }
    }

    /** Takes a pause of a port. */
    public void pause(PortKey port, PauseSpan span) {
        pauses.computeIfAbsent(port, p -> new PortSpans()).add(span);
    }

    /** Takes what the other end of a port's link received of the pauses that the port sends. */
    public void received(PortKey port, PauseSpan span) {
        pauses.computeIfAbsent(port, p -> new PortSpans()).addReceived(span);
    }

    /** Takes what a flow did in a queue. */
    public void flow(PortKey port, int priority, FlowShare share) {
        told(port, priority).flows.add(share);
    }

    private Told told(PortKey port, int priority) {
        return queues.computeIfAbsent(
                new Queue(port, priority), queue -> new Told(new ArrayList<>(), new ArrayList<>()));
    }

    /**
     * The loads of all queues that had any, sorted by port, then priority. Ports of hosts have no queues that anybody marks.
     *
     * @param facts of ports as of the end of the window
     */
    public List<QueueLoad> loads(Map<PortKey, LinkFacts> facts) {
        List<QueueLoad> loads = new ArrayList<>();
        queues.forEach((queue, told) -> {
            QueueLoad.Counters counters = told.growth.isEmpty() ? null : counters(queue, told.growth);
            QueueLoad.Settings known = settings(queue, facts.get(queue.port));
            QueueLoad.Flows flows = new QueueFlows(
                            settings, fromNanos, toNanos, queue.priority, known.lineBitsPerSecond())
                    .of(told.flows);
            boolean had = flows != null || (counters != null && !isIdle(counters));
            if (had && known.role() != EntityRole.HOST) {
                loads.add(new QueueLoad(queue.port, queue.priority, fromNanos, toNanos, known, counters, flows));
            }
        });
        return loads;
    }

    // ---- settings

    private static QueueLoad.Settings settings(Queue queue, @Nullable LinkFacts facts) {
        if (facts == null) {
            return new QueueLoad.Settings(EntityRole.UNKNOWN, 0, false, 0, null, null, null, null);
        }
        PortSettings set = facts.settings();
        Integer on = set.ecnPriorities();
        return new QueueLoad.Settings(
                facts.role(),
                facts.linkBitsPerSecond(),
                facts.speedAssumed(),
                facts.mtuBytes(),
                on == null ? null : (Boolean) ((on >>> queue.priority & 1) != 0),
                ecn(facts.ecn(), queue.priority),
                set.markings().stream()
                        .filter(each -> each.priority() == queue.priority)
                        .findFirst()
                        .orElse(null),
                set.buffers().stream()
                        .filter(each -> each.priority() == queue.priority)
                        .findFirst()
                        .orElse(null));
    }

    private static @Nullable QueueEcn ecn(List<QueueEcn> all, int priority) {
        QueueEcn found = null;
        for (QueueEcn each : all) {
            if (each.priority() == priority) {
                return each;
            }
            found = each.priority() == QueueEcn.EVERY_PRIORITY ? each : found;
        }
        return found;
    }

    // ---- counters

    private static boolean isIdle(QueueLoad.Counters counters) {
        return zero(counters.sentPackets())
                && zero(counters.sentBytes())
                && zero(counters.marked())
                && zero(counters.dropped())
                && zero(counters.wredDropped())
                && zero(counters.watermarkBytes())
                && zero(counters.pausedNanos())
                && counters.depths().meanBytes() == 0;
    }

    private static boolean zero(@Nullable Long value) {
        return value == null || value == 0;
    }

    private QueueLoad.Counters counters(Queue queue, List<QueueGrowth> growth) {
        Sums sums = new Sums();
        PortSpans own = pauses.get(queue.port);
        for (QueueGrowth each : growth) {
            sums.add(each);
            Long depth = each.depthBytes();
            if (depth != null && (own == null || !own.mayBePaused(queue.priority, each.toNanos()))) {
                sums.depths.add(depth);
            }
        }
        return new QueueLoad.Counters(
                covered(growth),
                sums.packets,
                sums.bytes,
                sums.marked,
                sums.dropped,
                sums.wredDropped,
                sums.watermark,
                depths(sums.depths),
                own == null ? null : own.received(queue.priority),
                ingress(queue));
    }

    private static final class Sums {
        private final List<Long> depths = new ArrayList<>();
        private @Nullable Long packets;
        private @Nullable Long bytes;
        private @Nullable Long marked;
        private @Nullable Long dropped;
        private @Nullable Long wredDropped;
        private @Nullable Long watermark;

        void add(QueueGrowth growth) {
            packets = sum(packets, growth.sentPackets());
            bytes = sum(bytes, growth.sentBytes());
            marked = sum(marked, growth.marked());
            dropped = sum(dropped, growth.dropped());
            wredDropped = sum(wredDropped, growth.wredDropped());
            Long more = growth.watermarkBytes();
            if (more != null && (watermark == null || more > watermark)) {
                watermark = more;
            }
        }

        private static @Nullable Long sum(@Nullable Long before, @Nullable Long more) {
            if (more == null) {
                return before;
            }
            return before == null ? more : (Long) (before + more);
        }
    }

    /** Time that the refreshes of bytes look back on, where there are any; groups of counters have refreshes of their own. */
    private static long covered(List<QueueGrowth> growth) {
        for (Function<QueueGrowth, @Nullable Long> counted :
                List.<Function<QueueGrowth, @Nullable Long>>of(QueueGrowth::sentBytes, QueueGrowth::sentPackets)) {
            List<QueueGrowth> some =
                    growth.stream().filter(each -> counted.apply(each) != null).toList();
            if (!some.isEmpty()) {
                return union(some);
            }
        }
        return union(growth);
    }

    private static long union(List<QueueGrowth> growth) {
        List<QueueGrowth> sorted = growth.stream()
                .sorted((a, b) -> Long.compare(a.fromNanos(), b.fromNanos()))
                .toList();
        long covered = 0;
        long until = Long.MIN_VALUE;
        for (QueueGrowth each : sorted) {
            long from = Math.max(until, each.fromNanos());
            if (each.toNanos() > from) {
                covered += each.toNanos() - from;
                until = each.toNanos();
            }
        }
        return covered;
    }

    private static QueueLoad.Depths depths(List<Long> read) {
        if (read.isEmpty()) {
            return QueueLoad.Depths.NONE;
        }
        List<Long> sorted = read.stream().sorted().toList();
        double sum = 0;
        for (long depth : sorted) {
            sum += depth;
        }
        return new QueueLoad.Depths(sorted.size(), sum / sorted.size(), quantile(sorted, 50), quantile(sorted, 99));
    }

    /** The smallest that so many of a hundred do not exceed. */
    private static long quantile(List<Long> sorted, int percent) {
        return sorted.get((sorted.size() * percent + 99) / 100 - 1);
    }

    private QueueLoad.@Nullable Ingress ingress(Queue queue) {
        int ports = 0;
        long covered = 0;
        long paused = 0;
        for (Map.Entry<PortKey, PortSpans> each : pauses.entrySet()) {
            List<PauseSpan> sent = each.getKey().equals(queue.port)
                    ? List.of()
                    : each.getValue().sent(queue.priority);
            ports += sent.isEmpty() ? 0 : 1;
            for (PauseSpan span : sent) {
                covered += span.toNanos() - span.fromNanos();
                paused += span.pausedNanos();
            }
        }
        return ports == 0 ? null : new QueueLoad.Ingress(ports, covered, paused);
    }

    /**
     * Pauses of one port. What frames say stands for what counters say of the same, what is told of a priority for what is told of all. Of pauses that the port sends, the end of the link
     * counts that tells of more: a switch may count frames only, and then knows no more than when there were none.
     */
    private static final class PortSpans {
        private static final int ALL = -1;

        private final Map<List<Object>, List<PauseSpan>> own = new HashMap<>();
        private final Map<List<Object>, List<PauseSpan>> others = new HashMap<>();

        void add(PauseSpan span) {
            add(own, span);
        }

        void addReceived(PauseSpan span) {
            add(others, span);
        }

        private static void add(Map<List<Object>, List<PauseSpan>> spans, PauseSpan span) {
            spans.computeIfAbsent(List.of(span.priority(), span.direction(), span.frames()), key -> new ArrayList<>())
                    .add(span);
        }

        private static List<PauseSpan> of(Map<List<Object>, List<PauseSpan>> spans, int priority, Direction direction) {
            for (int of : new int[] {priority, ALL}) {
                for (boolean frames : new boolean[] {true, false}) {
                    List<PauseSpan> found = spans.get(List.<Object>of(of, direction, frames));
                    if (found != null) {
                        return found;
                    }
                }
            }
            return List.of();
        }

        List<PauseSpan> sent(int priority) {
            List<PauseSpan> told = of(own, priority, Direction.TX);
            List<PauseSpan> seen = of(others, priority, Direction.RX);
            return paused(seen) > paused(told) || told.isEmpty() ? seen : told;
        }

        private static long paused(List<PauseSpan> spans) {
            return spans.stream().mapToLong(PauseSpan::pausedNanos).sum();
        }

        @Nullable
        Long received(int priority) {
            List<PauseSpan> found = of(own, priority, Direction.RX);
            return found.isEmpty() ? null : (Long) paused(found);
        }

        /** Of a time that was paused in part nobody knows which. */
        boolean mayBePaused(int priority, long atNanos) {
            return of(own, priority, Direction.RX).stream()
                    .anyMatch(
                            span -> span.pausedNanos() > 0 && span.fromNanos() <= atNanos && atNanos <= span.toNanos());
        }
    }
}
