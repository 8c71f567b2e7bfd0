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
 * @param slotNanos from when on {@code slotBytes} were counted: the start of the slot of event time that is being filled or,
 *     where the flow began in that slot, the start of the slice of {@link FlowTally#RESOLUTION_NANOS} in which it did; 0
 *     before the first data
 * @param slotBytes data bytes since then
 * @param observedBitsPerSecond rate over the slot before that, 0 where it had no data
 * @param sampledOneIn the greatest number of packets of which one was looked at; above 1 counts are estimates ({@link Sampling})
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
        double observedBitsPerSecond,
        int sampledOneIn) {
    /** Nothing counted. */
    public static final FlowCounters ZERO =
            new FlowCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0, 1);

    /**
     * Rate that the flow is observed to have at a moment of event time, bit/s: that of the newest finished slot of
     * {@link FlowTally#SLOT_NANOS}.
     *
     * <p>A flow that began in the newest slot with data has no whole slot yet: its bytes are taken over the time from its
     * begin to its newest event, in whole slices of {@link FlowTally#RESOLUTION_NANOS}. A flow that has sent nothing for a
     * whole slot has rate 0. Example: 1 MB within 20 ms is 400 Mbit/s until the slot after its own ends, then 0.
     *
     * @param asOfNanos everything before it is known, ns since 1970; a time before the newest data counts as that
     */
    public double observedBitsPerSecondAt(long asOfNanos) {
        long slot = FlowTally.slot(slotNanos);
        long slotsBehind = (FlowTally.slot(asOfNanos) - slot) / FlowTally.SLOT_NANOS;
        if (slotNanos == 0 || slotsBehind > 1) {
            return 0;
        }
        boolean began = observedBitsPerSecond == 0;
        if (!began) {
            return slotsBehind == 1 ? FlowTally.bitsPerSecond(slotBytes, FlowTally.SLOT_NANOS) : observedBitsPerSecond;
        }
        long newest = Math.min(atNanos, slot + FlowTally.SLOT_NANOS - 1);
        long end = FlowTally.slice(newest) + FlowTally.RESOLUTION_NANOS;
        return FlowTally.bitsPerSecond(slotBytes, end - slotNanos);
    }

    /**
     * CNPs that throttle the flow. The same CNP can be seen on the wire and counted by the sender, so the larger of the two
     * counts.
     */
    public long cnp() {
        return Math.max(cnpsSeen, cnpsHandled);
    }
}
