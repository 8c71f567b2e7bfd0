package io.stormglass.capture;

import io.stormglass.capture.frame.IpText;
import io.stormglass.models.event.Direction;
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

    /** Which way its first data went, where packet flags are all that is known of the place; else unknown. */
    Direction flag = Direction.UNKNOWN;
    /** Capture interface that showed its first data. */
    int firstView = -1;

    boolean mirrored;
    int dataSourcePort = -1;
    /** Data packets that another capture point had shown: part of no other count. */
    long copies;

    long returnCopies;

    @Nullable
    Sightings dataSightings;

    @Nullable
    Sightings ackSightings;

    @Nullable
    Sightings cnpSightings;

    @Nullable
    Sightings negativeSightings;

    long cnp;
    long ack;
    long nak;
    long rnr;

    /** The row of the other direction of the same connection, where learned. */
    @Nullable
    FlowRow pair;

    Pairing pairing = Pairing.NONE;
    /** What the pair rests on, shared by both rows; null where there is none or it is beyond doubt. */
    @Nullable
    PairEvidence evidence;
    /** Number of the newest ACK or NAK, -1 before the first. */
    int lastAnswered = -1;
    /** How many of {@link AddressPair#sequenced} were considered when the evidence was gathered. */
    int rivalsSeen;
    /** Some samples came from ACKs seen at another point than the data. */
    boolean crossSamples;
    /** ACKs up to this packet, as {@link FlowTracker#sequence()} counts, told nothing of this row's data after all. */
    long acksVoidUntil;
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
        /** Those that sent numbered requests, in the order of their first. */
        final List<FlowRow> sequenced = new ArrayList<>(1);

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

    /** Makes the two rows the directions of one connection, beyond doubt; earlier pairs of either are released. */
    void pairFirmlyWith(FlowRow other) {
        pairWith(other, Pairing.CM, null);
    }

    /** Makes the two rows the directions of one connection as long as nothing speaks against it. */
    void pairWith(FlowRow other, PairEvidence found) {
        pairWith(other, Pairing.PSN, found);
    }

    private void pairWith(FlowRow other, Pairing how, @Nullable PairEvidence found) {
        release();
        other.release();
        pair = other;
        other.pair = this;
        pairing = how;
        other.pairing = how;
        evidence = found;
        other.evidence = found;
        rivalsSeen = backward.sequenced.size();
        other.rivalsSeen = other.backward.sequenced.size();
    }

    /** Ends its pair. */
    void release() {
        FlowRow old = pair;
        if (old != null) {
            old.unpair();
            unpair();
        }
    }

    private void unpair() {
        pair = null;
        pairing = Pairing.NONE;
        evidence = null;
    }

    /** What ACKs told of its data up to a packet was told by the wrong ones. */
    void voidAcks(long untilPacket) {
        acksVoidUntil = untilPacket;
        rtt = null;
        crossSamples = false;
    }

    /** No other row is considered as the other direction of it any more. */
    boolean isTaken() {
        return pair != null && (evidence == null || evidence.isSettled());
    }
}
