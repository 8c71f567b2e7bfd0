package io.stormglass.models.congestion;

import java.util.Objects;

/**
 * A flow, as far as the queues on its path are about it.
 *
 * @param priority 0..7, -1 where not known
 * @param firstNanos oldest event
 * @param newestNanos newest event
 * @param packets data packets between the two
 * @param cnps CNPs that were ever seen of it
 */
public record PathQuestion(
        String fabric,
        String srcIp,
        String dstIp,
        int priority,
        long firstNanos,
        long newestNanos,
        long packets,
        long cnps) {
    public PathQuestion {
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(srcIp, "srcIp");
        Objects.requireNonNull(dstIp, "dstIp");
    }
}
