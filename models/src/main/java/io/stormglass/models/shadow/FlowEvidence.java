package io.stormglass.models.shadow;

/**
 * What speaks for or against a flow, as counted by {@link FlowShadow}; counts fade (half per 100 ms of event time).
 *
 * @param packetsSeen the flow was seen packet by packet
 * @param sampledSeen samples were seen, which step nothing
 * @param countersSeen counters of the queue pair were seen
 * @param cnpsVisible CNPs would be seen: some were, or the way back is, or the counters are known to be live
 * @param bothEndsSeen CNPs are known at the receiver and would be seen at the sender
 * @param backlogVisible RTT samples of the sender's side show when it had something outstanding
 * @param queue what the switches say
 * @param near spans at the limit, 0.87 to 1.15 of it
 * @param above spans above that
 * @param unmoved of those, spans at 0.9 of the line and more
 * @param below spans below 0.87 of the limit, with something outstanding throughout
 * @param belowUnshown the same without that being shown
 * @param free spans in which the limit was above 0.9 of the line
 * @param idle times of 50 us in which nothing was outstanding and nothing was sent
 * @param received CNPs that reached the sender and were not ignored
 * @param ignored CNPs that the sender's NIC says it ignored
 * @param notified CNPs that the receiver says it sent
 * @param marked data packets with CE
 * @param delayed spans under delay
 * @param falls of those, spans slower than the one before by more than CNPs explain
 * @param limitMoves sum of squares of the limit's changes from span to span, as logarithms: how much there was to follow
 * @param gain change of the observed rate per change of the limit (least squares through 0); 1 follows, whatever the level
 * @param match share of the rate's changes that gain explains, 0..1
 * @param rateMoves sum of squares of the observed rate's changes
 * @param deep ln of the odds that the sender cuts twice as deep as the reference, see {@link CutDepth}
 * @param shallow ln of the odds that it cuts half as deep
 * @param residual mean |ln(observed / limit)| over the newest 32 judged spans or so
 */
public record FlowEvidence(
        boolean packetsSeen,
        boolean sampledSeen,
        boolean countersSeen,
        boolean cnpsVisible,
        boolean bothEndsSeen,
        boolean backlogVisible,
        QueueSign queue,
        int near,
        int above,
        int unmoved,
        int below,
        int belowUnshown,
        int free,
        int idle,
        int received,
        int ignored,
        int notified,
        int marked,
        int delayed,
        int falls,
        double limitMoves,
        double gain,
        double match,
        double rateMoves,
        double deep,
        double shallow,
        double residual) {
    /** Spans in which the limit could be compared with. */
    public int judged() {
        return near + above + below + belowUnshown;
    }

    /** Standard error of the gain, from what it leaves unexplained. */
    public double gainError() {
        if (limitMoves <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.sqrt(rateMoves * (1 - match) / Math.max(1, judged()) / limitMoves);
    }
}
