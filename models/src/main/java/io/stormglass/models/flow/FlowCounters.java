package io.stormglass.models.flow;

/**
 * What {@link FlowTally} has counted of one flow.
 *
 * @param firstNanos time of the first event, 0 before it
 * @param atNanos newest event time
 * @param packets data packets, marked ones included
 * @param bytes data bytes on the wire
 * @param ce data packets with CE
 * @param cnpsSeen CNPs seen on the wire
 * @param cnpsHandled CNPs handled or ignored by the reaction point
 * @param delivered bytes known to be delivered
 * @param rttMinNanos 0 without samples
 * @param rttLastNanos newest sample, 0 without samples
 * @param slotNanos start of the slot of event time that is being filled
 * @param slotBytes data bytes in that slot
 * @param observedBitsPerSecond rate over the newest finished slot
 */
public record FlowCounters(
        long firstNanos,
        long atNanos,
        long packets,
        long bytes,
        long ce,
        long cnpsSeen,
        long cnpsHandled,
        long retransmitted,
        long reordered,
        long nak,
        long rnr,
        long timeouts,
        long delivered,
        long rttCount,
        long rttMinNanos,
        long rttLastNanos,
        long rttLastAtNanos,
        long slotNanos,
        long slotBytes,
        double observedBitsPerSecond) {
    /** Nothing counted. */
    public static final FlowCounters ZERO =
            new FlowCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0);

    /**
     * CNPs that throttle the flow. The same CNP can be seen on the wire and counted by the sender, so the larger of the two
     * counts.
     */
    public long cnp() {
        return Math.max(cnpsSeen, cnpsHandled);
    }
}
