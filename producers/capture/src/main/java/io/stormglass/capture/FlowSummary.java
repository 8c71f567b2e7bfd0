package io.stormglass.capture;

import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import org.jspecify.annotations.Nullable;

/**
 * What a capture holds of one flow. Packets, bytes, CE, retransmissions belong to its data direction; CNPs, ACKs and NAKs
 * to the return direction that was joined to it. A packet that several capture points show counts once.
 *
 * @param transport RoCEv2 or RoCEv1
 * @param srcIp address of the data sender
 * @param dstIp address of the data receiver
 * @param dstQp destination queue pair of the data; -1 for a provisional flow
 * @param pairedQp queue pair that the return direction addresses; -1 where unknown or where there are several
 * @param pairing how the return direction was joined
 * @param packets data packets
 * @param bytes their bytes on the wire
 * @param ce data packets with CE
 * @param cnp CNPs that throttle the flow
 * @param ack ACKs of its data
 * @param nak NAKs of its data, RNR NAKs not counted
 * @param rnr receiver-not-ready NAKs of its data
 * @param retransmitted data packets sent again
 * @param reordered data packets behind a later one that were not sent again
 * @param priority 802.1p priority of the first data packet, -1 without data
 * @param dscp DSCP of the first data packet, -1 without data
 * @param vantage where the capture stands on the path of the data
 * @param mirrored some of it came as mirror copies
 * @param rtt null where no ACK could be matched
 * @param copies packets of either direction that another capture point had shown; they are part of no other count
 * @param acksVoidUntil RoCE packets of the capture up to this one in whose ACKs nothing was learned of the flow after all:
 *     the pair that they were taken for was undone
 */
public record FlowSummary(
        Transport transport,
        String srcIp,
        String dstIp,
        int dstQp,
        int pairedQp,
        Pairing pairing,
        long packets,
        long bytes,
        long ce,
        long cnp,
        long ack,
        long nak,
        long rnr,
        long retransmitted,
        long reordered,
        int priority,
        int dscp,
        Vantage vantage,
        boolean mirrored,
        @Nullable RttSummary rtt,
        long copies,
        long acksVoidUntil) {
    /** True where only the return direction was seen, so that the flow is named after it. */
    public boolean isProvisional() {
        return dstQp < 0;
    }
}
