package io.stormglass.models.congestion;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that {@link PortCongestion} remembers, to be stored and restored.
 *
 * @param nic congestion counters of the port; null where none were ever seen
 * @param queues sorted by (priority, queue)
 */
public record PortCongestionState(@Nullable Nic nic, List<Queue> queues) {
    public PortCongestionState {
        queues = List.copyOf(queues);
    }

    /** A port of which nothing is known. */
    public static PortCongestionState empty() {
        return new PortCongestionState(null, List.of());
    }

    /**
     * A running total.
     *
     * @param total at the newest refresh; null where it was not read
     * @param refreshedNanos newest refresh at the source, 0 before the first
     * @param unchangedSinceNanos earliest refresh since which it is known to stand still
     * @param grewNanos newest refresh that showed growth, 0 where none did
     * @param counted it was above 0 since its source started
     */
    public record Counter(
            @Nullable Long total, long refreshedNanos, long unchangedSinceNanos, long grewNanos, boolean counted) {}

    /**
     * Congestion counters of a NIC port.
     *
     * @param refreshedNanos newest refresh at the source
     * @param nominalNanos refresh interval that the source names, null where it does not
     * @param pendingBytes bytes sent since that refresh
     * @param bytesSeen bytes sent are known
     * @param counters in the order CE received, CNPs sent, handled, ignored, from slow restart
     * @param intervals oldest first
     */
    public record Nic(
            long refreshedNanos,
            @Nullable Long nominalNanos,
            long pendingBytes,
            boolean bytesSeen,
            List<Counter> counters,
            List<NicInterval> intervals) {
        public Nic {
            counters = List.copyOf(counters);
            intervals = List.copyOf(intervals);
        }
    }

    /**
     * Growth of a NIC's counters between two refreshes; null where it is not known.
     *
     * @param sentBytes bytes that the port sent
     * @param reset a counter started anew
     */
    public record NicInterval(
            long fromNanos,
            long toNanos,
            @Nullable Long ceReceived,
            @Nullable Long cnpSent,
            @Nullable Long cnpHandled,
            @Nullable Long cnpIgnored,
            @Nullable Long slowRestartCnps,
            @Nullable Long sentBytes,
            boolean reset) {}

    /**
     * One queue.
     *
     * @param refreshedNanos newest refresh of any of its counters
     * @param nominalNanos refresh interval of that group of counters, null where the source does not name it
     * @param depthBytes newest depth, null where not read
     * @param watermarkBytes newest watermark, null where not read
     * @param watermarkNanos refresh of that watermark, 0 before the first
     * @param thresholds null where unknown
     * @param counters in the order packets sent, marked, dropped, dropped by WRED, bytes sent
     * @param intervals oldest first
     * @param peaks oldest first
     */
    public record Queue(
            int priority,
            int queue,
            long refreshedNanos,
            @Nullable Long nominalNanos,
            @Nullable Long depthBytes,
            @Nullable Long watermarkBytes,
            long watermarkNanos,
            @Nullable QueueThresholds thresholds,
            List<Counter> counters,
            List<QueueInterval> intervals,
            List<QueuePeak> peaks) {
        public Queue {
            counters = List.copyOf(counters);
            intervals = List.copyOf(intervals);
            peaks = List.copyOf(peaks);
        }
    }

    /** Growth of a queue's counters between two refreshes; null where it is not known. */
    public record QueueInterval(
            long toNanos,
            @Nullable Long sentPackets,
            @Nullable Long marked,
            @Nullable Long dropped,
            @Nullable Long wredDropped,
            boolean reset) {}

    /**
     * How deep a queue was between two moments.
     *
     * @param lowBytes it was at least this deep at some time in between
     * @param highBytes it was never deeper, null where not known
     * @param pausedPeers its backlog made the switch pause its peers
     */
    public record QueuePeak(
            long fromNanos,
            long toNanos,
            long lowBytes,
            @Nullable Long highBytes,
            boolean pausedPeers) {}
}
