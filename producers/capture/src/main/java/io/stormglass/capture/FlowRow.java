package io.stormglass.capture;

import io.stormglass.capture.frame.IpText;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one address sent to one queue pair of another: the data of a flow, and the return traffic of the flow in
 * the other direction. The return traffic is kept apart until it is known which flow it belongs to.
 */
final class FlowRow {
    private static final int READS_REMEMBERED = 16;

    final int id;
    final Transport transport;
    final long srcHigh;
    final long srcLow;
    final long dstHigh;
    final long dstLow;
    final int qp;
    final int hash;
    /** The rows between the same two addresses, this way and the other. */
    final AddressPair forward;

    final AddressPair backward;

    long packets;
    long bytes;
    long ce;
    long retransmitted;
    long reordered;
    int priority = -1;
    int dscp = -1;
    boolean tagged;
    /** Where the data was seen; packets seen at different places give no answer. */
    Vantage vantage = Vantage.UNKNOWN;

    boolean mirrored;
    int dataSourcePort = -1;

    long cnp;
    long ack;
    long nak;
    long rnr;

    /** The row of the other direction of the same connection, where learned. */
    @Nullable
    FlowRow pair;

    Pairing pairing = Pairing.NONE;
    /** How many comparisons this row may still spend on finding its pair, so that no capture makes it endless. */
    int comparisonsLeft = 1 << 14;

    @Nullable
    PsnWindow requests;

    @Nullable
    PsnWindow responses;

    @Nullable
    RttStatistics rtt;

    private int @Nullable [] reads;
    private int readCount;

    /** Rows from one address to another. */
    static final class AddressPair {
        final List<FlowRow> rows = new ArrayList<>(1);
        private @Nullable FlowRow firstData;
        private boolean severalData;

        /** Says that a row of this pair carries data. */
        void carriesData(FlowRow row) {
            severalData |= firstData != null;
            firstData = firstData == null ? row : firstData;
        }

        /** The row with data if there is exactly one. */
        @Nullable
        FlowRow onlyData() {
            return severalData ? null : firstData;
        }
    }

    FlowRow(
            int id,
            Transport transport,
            long srcHigh,
            long srcLow,
            long dstHigh,
            long dstLow,
            int qp,
            int hash,
            AddressPair forward,
            AddressPair backward) {
        this.id = id;
        this.transport = transport;
        this.srcHigh = srcHigh;
        this.srcLow = srcLow;
        this.dstHigh = dstHigh;
        this.dstLow = dstLow;
        this.qp = qp;
        this.hash = hash;
        this.forward = forward;
        this.backward = backward;
    }

    String srcIp() {
        return IpText.of(srcHigh, srcLow);
    }

    String dstIp() {
        return IpText.of(dstHigh, dstLow);
    }

    boolean hasReturnTraffic() {
        return cnp + ack + nak + rnr > 0;
    }

    void rememberRead(int psn) {
        if (reads == null) {
            reads = new int[READS_REMEMBERED];
        }
        reads[readCount++ & (READS_REMEMBERED - 1)] = psn;
    }

    boolean hasAskedFor(int psn) {
        for (int i = 0; reads != null && i < Math.min(readCount, READS_REMEMBERED); i++) {
            if (reads[i] == psn) {
                return true;
            }
        }
        return false;
    }

    /** Makes the two rows the directions of one connection; what either was paired with before is released. */
    void pairWith(FlowRow other, Pairing how) {
        release();
        other.release();
        pair = other;
        pairing = how;
        other.pair = this;
        other.pairing = how;
    }

    private void release() {
        FlowRow old = pair;
        if (old != null) {
            old.pair = null;
            old.pairing = Pairing.NONE;
            pair = null;
            pairing = Pairing.NONE;
        }
    }
}
