package io.stormglass.capture;

import io.stormglass.capture.FlowRow.AddressPair;
import io.stormglass.capture.frame.BthOpcode;
import io.stormglass.capture.frame.Frame;
import io.stormglass.capture.frame.FrameKind;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows every RoCE flow packet by packet. Both passes over a capture use it in the same way and from the same start, so
 * that both see the same samples, repeats and pairs; its results of a packet hold until the next one.
 */
final class FlowTracker {
    /** What a packet means to its flow. */
    enum Role {
        /** Nothing, or not RoCE. */
        NONE,
        DATA,
        CNP,
        ACK,
        NAK,
        RNR
    }

    static final int MAX_ROWS = 200_000;
    private static final int MAX_OPEN_REQUESTS = 1 << 16;
    private static final int NAK_SEQUENCE_ERROR = 0x60;
    private static final long WINDOW_BYTES = 48L << 20;
    private static final long SAMPLE_BYTES = 64L << 20;

    private record Addresses(boolean version1, long srcHigh, long srcLow, long dstHigh, long dstLow) {}

    private record OpenRequest(Addresses addresses, int localId) {}

    private final MemoryBudget windowBudget = new MemoryBudget(WINDOW_BYTES);
    private final MemoryBudget sampleBudget = new MemoryBudget(SAMPLE_BYTES);
    private final List<FlowRow> rows = new ArrayList<>();
    private final Map<Addresses, AddressPair> pairs = new HashMap<>();
    private final LinkedHashMap<OpenRequest, Integer> openRequests = new LinkedHashMap<>();
    private final Rivals rivals = new Rivals();
    private @Nullable FlowRow[] table = new FlowRow[1024];

    private Role role = Role.NONE;
    private boolean untracked;
    private boolean copy;
    private long sequence;
    private @Nullable FlowRow row;
    private @Nullable FlowRow acknowledged;
    private PsnWindow.Arrival arrival = PsnWindow.Arrival.NEW;
    private long rttNanos = -1;
    private long ackedPackets;
    private long ackedBytes;

    /**
     * Takes a packet.
     *
     * @param timeNanos its time, or {@link PsnWindow#NO_TIME} where it has none of its own
     * @param bytes bytes on the wire
     */
    void packet(Frame frame, long timeNanos, int bytes, Place place) {
        sequence++;
        copy = false;
        role = Role.NONE;
        row = null;
        acknowledged = null;
        untracked = false;
        if (!frame.hasBth() || !frame.kind().isRoce() || frame.ipVersion() == 0) {
            return;
        }
        int opcode = frame.opcode();
        if (opcode == BthOpcode.UD_SEND_ONLY && frame.destQp() <= 1) {
            connectionManager(frame);
            return;
        }
        Role found = roleOf(frame);
        boolean readRequest = BthOpcode.isReadRequest(opcode);
        if (found == Role.NONE && !readRequest) {
            return;
        }
        FlowRow known = rowOf(frame, frame.destQp());
        if (known == null) {
            untracked = true;
            return;
        }
        role = found;
        row = known;
        switch (found) {
            case NONE -> known.rememberRead(frame.psn());
            case DATA -> data(known, frame, timeNanos, bytes, place);
            case CNP -> congestion(known, timeNanos, place);
            case ACK -> ack(known, frame, timeNanos, place);
            case NAK, RNR -> negative(known, frame, timeNanos, place);
        }
    }

    private static Role roleOf(Frame frame) {
        int opcode = frame.opcode();
        if (BthOpcode.isData(opcode)) {
            return Role.DATA;
        }
        if (opcode == BthOpcode.CNP) {
            return Role.CNP;
        }
        if (frame.isAck()) {
            return Role.ACK;
        }
        if (frame.isNak()) {
            return Role.NAK;
        }
        return frame.isRnr() ? Role.RNR : Role.NONE;
    }

    private void data(FlowRow of, Frame frame, long timeNanos, int bytes, Place place) {
        arrival = PsnWindow.Arrival.NEW;
        int opcode = frame.opcode();
        boolean sequenced = BthOpcode.isSequenced(opcode);
        if (sequenced) {
            PsnWindow window = BthOpcode.isReadResponse(opcode) ? responses(of) : requests(of);
            arrival = window.data(frame.psn(), timeNanos, bytes, place.point());
            copy = arrival == PsnWindow.Arrival.COPY;
        } else {
            Sightings sightings = of.dataSightings == null ? new Sightings() : of.dataSightings;
            of.dataSightings = sightings;
            copy = sightings.isCopy(place.point(), timeNanos);
        }
        if (copy) {
            of.copies++;
            return;
        }
        count(of, frame, bytes, place);
        if (arrival == PsnWindow.Arrival.RETRANSMITTED) {
            of.retransmitted++;
        } else if (arrival == PsnWindow.Arrival.REORDERED) {
            of.reordered++;
        }
        if (sequenced && BthOpcode.isReadResponseStart(opcode)) {
            pairByRead(of, frame.psn());
        }
    }

    private static void count(FlowRow of, Frame frame, int bytes, Place place) {
        if (of.packets == 0) {
            of.priority = frame.priority();
            of.dscp = frame.dscp();
            of.tagged = frame.tagPriority() >= 0;
            of.vantage = place.vantage();
            of.flag = place.flag();
            of.firstView = place.view();
            of.forward.carriesData(of);
        } else if (of.vantage != place.vantage() || of.flag != place.flag()) {
            of.vantage = Vantage.UNKNOWN;
            of.flag = Direction.UNKNOWN;
        }
        of.packets++;
        of.bytes += bytes;
        of.ce += frame.ce() ? 1 : 0;
        of.mirrored |= frame.mirrored();
        of.dataSourcePort = frame.udpSourcePort();
    }

    /** Requests and read responses of one row bear the numbers of different senders. */
    private PsnWindow requests(FlowRow of) {
        PsnWindow window = of.requests;
        if (window == null) {
            window = new PsnWindow(windowBudget);
            of.requests = window;
            of.forward.sequenced.add(of);
        }
        return window;
    }

    private PsnWindow responses(FlowRow of) {
        PsnWindow window = of.responses;
        if (window == null) {
            window = new PsnWindow(windowBudget);
            of.responses = window;
        }
        return window;
    }

    private void congestion(FlowRow of, long timeNanos, Place place) {
        if (place.isOneOfSeveral()) {
            Sightings sightings = of.cnpSightings == null ? new Sightings() : of.cnpSightings;
            of.cnpSightings = sightings;
            copy = sightings.isCopy(place.point(), timeNanos);
        }
        of.cnp += copy ? 0 : 1;
        of.returnCopies += copy ? 1 : 0;
    }

    private void ack(FlowRow of, Frame frame, long timeNanos, Place place) {
        if (place.isOneOfSeveral()) {
            Sightings sightings = of.ackSightings == null ? new Sightings() : of.ackSightings;
            of.ackSightings = sightings;
            copy = sightings.isCopy(place.point(), timeNanos);
        }
        of.ack += copy ? 0 : 1;
        of.returnCopies += copy ? 1 : 0;
        if (!isCertain(of, frame.psn())) {
            learnPair(of, frame, false);
        }
        FlowRow data = of.pair;
        PsnWindow window = data == null ? null : data.requests;
        if (data == null || window == null || (place.isOneOfSeveral() && !measures(of, data, frame.psn(), place))) {
            return;
        }
        window.acknowledge(frame.psn(), timeNanos);
        keepResults(data, window);
        if (rttNanos >= 0) {
            RttStatistics statistics = data.rtt;
            if (statistics == null) {
                statistics = new RttStatistics(sampleBudget);
                data.rtt = statistics;
            }
            statistics.add(rttNanos);
        }
    }

    /** A round trip is measured at the point that showed the data; where its ACKs never pass there, between two points. */
    private boolean measures(FlowRow returning, FlowRow data, int psn, Place place) {
        int shownAt = data.requests == null ? -1 : data.requests.pointOf(psn);
        if (shownAt < 0) {
            return true;
        }
        if (shownAt == (place.point() & PsnWindow.POINT_MASK)) {
            if (data.crossSamples) {
                data.voidAcks(sequence - 1);
            }
            return true;
        }
        if (returning.ackSightings != null && returning.ackSightings.isSeenAt(shownAt)) {
            return false;
        }
        data.crossSamples = true;
        return true;
    }

    private void negative(FlowRow of, Frame frame, long timeNanos, Place place) {
        Sightings sightings = of.negativeSightings == null ? new Sightings() : of.negativeSightings;
        of.negativeSightings = sightings;
        copy = sightings.isCopy(place.point(), timeNanos);
        if (copy) {
            of.returnCopies++;
            return;
        }
        boolean notReady = role == Role.RNR;
        of.rnr += notReady ? 1 : 0;
        of.nak += notReady ? 0 : 1;
        if (!notReady && frame.syndrome() != NAK_SEQUENCE_ERROR) {
            return;
        }
        if (!isCertain(of, frame.psn())) {
            learnPair(of, frame, true);
        }
        FlowRow data = of.pair;
        if (data != null && data.requests != null) {
            data.requests.negativeAcknowledge(frame.psn());
            keepResults(data, data.requests);
        }
    }

    private void keepResults(FlowRow data, PsnWindow window) {
        acknowledged = data;
        rttNanos = window.rttNanos();
        ackedPackets = window.newlyAckedPackets();
        ackedBytes = window.newlyAckedBytes();
    }

    /**
     * Learns from an ACK or a NAK which row of the other direction its row belongs to.
     *
     * <p>A number that only one unpaired row can have sent makes a pair, and every further one is evidence for it. Where
     * several can, the one that uses the UDP source port of the ACK: many NICs derive it from both queue pairs. A number
     * that the pair did not send and another row did speaks against it; so does a row that begins to show in the capture
     * and may have sent all of it before.
     *
     * @param missing it is a NAK: the number itself may have been lost
     */
    private void learnPair(FlowRow returning, Frame frame, boolean missing) {
        PairEvidence evidence = returning.evidence;
        FlowRow paired = returning.pair;
        int psn = frame.psn();
        boolean another = psn != returning.lastAnswered;
        if (paired != null && evidence != null) {
            considerNewRivals(returning, evidence);
        }
        returning.lastAnswered = psn;
        if (!rivals.look(returning, psn, frame.udpSourcePort(), missing)) {
            return;
        }
        if (paired != null && evidence != null) {
            if (rivals.confirm(paired)) {
                if (another) {
                    evidence.supported();
                }
            } else if (!maySend(paired, psn) && rivals.anySent() && evidence.contradicted()) {
                refute(returning);
            }
        }
        FlowRow match = rivals.only();
        if (returning.pair == null && match != null) {
            pair(returning, match, paired != null || rivals.isTakenOneAmong());
        }
    }

    /** Whether nothing about the pair of a row can change with a number, which is so for nearly all ACKs. */
    private static boolean isCertain(FlowRow returning, int psn) {
        FlowRow paired = returning.pair;
        PairEvidence evidence = returning.evidence;
        if (paired == null || evidence == null) {
            return paired != null;
        }
        if (!evidence.isCertain()
                || returning.rivalsSeen != returning.backward.sequenced.size()
                || !maySend(paired, psn)) {
            return false;
        }
        returning.lastAnswered = psn;
        return true;
    }

    private static boolean maySend(FlowRow data, int psn) {
        PsnWindow window = data.requests;
        return window != null && (window.isThere(psn) || window.isJustBefore(psn));
    }

    /** Makes a pair unless one that stands already only loses by it. */
    private void pair(FlowRow row, FlowRow match, boolean doubted) {
        PairEvidence standing = match.evidence;
        if (match.pair != null) {
            if (standing == null || !standing.challenged()) {
                return;
            }
            refute(match);
        }
        row.pairWith(match, new PairEvidence(doubted || standing != null));
    }

    /** Undoes a pair and what its ACKs told. */
    private void refute(FlowRow row) {
        refute(row, sequence - 1);
    }

    private static void refute(FlowRow row, long voidUntil) {
        FlowRow other = row.pair;
        if (other == null) {
            return;
        }
        row.release();
        for (FlowRow each : new FlowRow[] {row, other}) {
            each.voidAcks(voidUntil);
            if (each.requests != null) {
                each.requests.forgetAcks();
            }
        }
    }

    /**
     * Rows that began to show after a pair was made: of one whose first number follows the newest ACK, that ACK and those
     * before it may have been meant for what it sent before the capture showed it.
     */
    static void considerNewRivals(FlowRow returning, PairEvidence evidence) {
        List<FlowRow> all = returning.backward.sequenced;
        while (returning.rivalsSeen < all.size() && returning.comparisonsLeft > 0) {
            returning.comparisonsLeft--;
            FlowRow rival = all.get(returning.rivalsSeen++);
            PsnWindow window = rival.requests;
            if (rival != returning.pair
                    && returning.lastAnswered >= 0
                    && window != null
                    && window.isJustBefore(returning.lastAnswered)) {
                evidence.startAgain();
            }
        }
    }

    /** At the end of a capture: pairs without enough evidence are none. */
    void finish() {
        for (FlowRow each : rows) {
            FlowRow other = each.pair;
            PairEvidence evidence = each.evidence;
            if (other == null || evidence == null || other.id < each.id) {
                continue;
            }
            considerNewRivals(each, evidence);
            considerNewRivals(other, evidence);
            if (!evidence.holds()) {
                refute(each, Long.MAX_VALUE);
            }
        }
    }

    /** Pairs a row of read responses with the only row of the other direction that asked for this number. */
    private void pairByRead(FlowRow responding, int psn) {
        PairEvidence evidence = responding.evidence;
        FlowRow paired = responding.pair;
        if (paired != null && (evidence == null || (evidence.isCertain() && paired.hasAskedFor(psn)))) {
            return;
        }
        FlowRow match = null;
        int matches = 0;
        for (FlowRow candidate : responding.backward.rows) {
            if (responding.comparisonsLeft-- <= 0) {
                return;
            }
            if (candidate != paired && !candidate.isTaken() && candidate.hasAskedFor(psn)) {
                match = candidate;
                matches++;
            }
        }
        if (paired != null && evidence != null) {
            if (!paired.hasAskedFor(psn)) {
                if (matches > 0 && evidence.contradicted()) {
                    refute(responding);
                }
            } else if (matches == 0) {
                evidence.supported();
            }
        }
        if (responding.pair == null && match != null && matches == 1) {
            pair(responding, match, false);
        }
    }

    private void connectionManager(Frame frame) {
        boolean version1 = frame.kind() == FrameKind.ROCEV1;
        if (frame.isConnectRequest()) {
            Addresses way = new Addresses(version1, frame.srcHigh(), frame.srcLow(), frame.dstHigh(), frame.dstLow());
            openRequests.put(new OpenRequest(way, frame.cmLocalId()), frame.cmLocalQp());
            if (openRequests.size() > MAX_OPEN_REQUESTS) {
                openRequests.pollFirstEntry();
            }
        } else if (frame.isConnectReply()) {
            Addresses asked = new Addresses(version1, frame.dstHigh(), frame.dstLow(), frame.srcHigh(), frame.srcLow());
            Integer askerQp = openRequests.remove(new OpenRequest(asked, frame.cmRemoteId()));
            if (askerQp == null) {
                return;
            }
            FlowRow toAsker = rowOf(frame, askerQp);
            FlowRow toReplier = rowOf(asked, frame.cmLocalQp());
            if (toAsker != null && toReplier != null && toAsker != toReplier) {
                toAsker.pairFirmlyWith(toReplier);
            }
        }
    }

    private @Nullable FlowRow rowOf(Frame frame, int qp) {
        return rowOf(
                frame.kind() == FrameKind.ROCEV1, frame.srcHigh(), frame.srcLow(), frame.dstHigh(), frame.dstLow(), qp);
    }

    private @Nullable FlowRow rowOf(Addresses way, int qp) {
        return rowOf(way.version1, way.srcHigh, way.srcLow, way.dstHigh, way.dstLow, qp);
    }

    private @Nullable FlowRow rowOf(boolean version1, long srcHigh, long srcLow, long dstHigh, long dstLow, int qp) {
        Transport transport = version1 ? Transport.ROCEV1 : Transport.ROCEV2;
        int hash = hash(srcHigh, srcLow, dstHigh, dstLow, qp);
        int slot = hash & (table.length - 1);
        for (FlowRow found = table[slot]; found != null; found = table[slot]) {
            if (found.hash == hash
                    && found.qp == qp
                    && found.srcLow == srcLow
                    && found.dstLow == dstLow
                    && found.srcHigh == srcHigh
                    && found.dstHigh == dstHigh
                    && found.transport == transport) {
                return found;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        if (rows.size() >= MAX_ROWS) {
            return null;
        }
        AddressPair forward = pair(new Addresses(version1, srcHigh, srcLow, dstHigh, dstLow));
        AddressPair backward = pair(new Addresses(version1, dstHigh, dstLow, srcHigh, srcLow));
        FlowRow made =
                new FlowRow(rows.size(), transport, srcHigh, srcLow, dstHigh, dstLow, qp, hash, forward, backward);
        forward.rows.add(made);
        rows.add(made);
        table[slot] = made;
        if (rows.size() * 2 > table.length) {
            growTable();
        }
        return made;
    }

    private AddressPair pair(Addresses addresses) {
        return pairs.computeIfAbsent(addresses, key -> new AddressPair());
    }

    private void growTable() {
        FlowRow[] bigger = new FlowRow[2 * table.length];
        for (FlowRow each : rows) {
            int slot = each.hash & (bigger.length - 1);
            while (bigger[slot] != null) {
                slot = (slot + 1) & (bigger.length - 1);
            }
            bigger[slot] = each;
        }
        table = bigger;
    }

    /** The products do not wait for each other. */
    private static int hash(long srcHigh, long srcLow, long dstHigh, long dstLow, int qp) {
        long sum = srcLow * 0x9e3779b97f4a7c15L
                + dstLow * 0xbf58476d1ce4e5b9L
                + (srcHigh ^ Long.rotateLeft(dstHigh, 32)) * 0x94d049bb133111ebL
                + qp * 0xd6e8feb86659fd93L;
        long mixed = (sum ^ sum >>> 32) * 0x9e3779b97f4a7c15L;
        return (int) (mixed >>> 32);
    }

    /** All rows in the order in which they were met. */
    List<FlowRow> rows() {
        return rows;
    }

    /** What the last packet meant. */
    Role role() {
        return role;
    }

    /** The last packet had been shown by another capture point: it is part of no count. */
    boolean copy() {
        return copy;
    }

    /** Number of the last packet, from 1; the same in both passes. */
    long sequence() {
        return sequence;
    }

    /** The row of the last packet, null where it has none. */
    @Nullable
    FlowRow row() {
        return row;
    }

    /** The last packet belongs to a flow beyond {@link #MAX_ROWS}. */
    boolean untracked() {
        return untracked;
    }

    /** How the last packet, if it was data, stands to those before it. */
    PsnWindow.Arrival arrival() {
        return arrival;
    }

    /** The data row that the last packet, an ACK or NAK, acknowledged; null where not known. */
    @Nullable
    FlowRow acknowledged() {
        return acknowledged;
    }

    /** Round-trip time in ns that goes with {@link #acknowledged()}, -1 for none. */
    long rttNanos() {
        return rttNanos;
    }

    /** Packets that {@link #acknowledged()} learned the arrival of. */
    long ackedPackets() {
        return ackedPackets;
    }

    /** Bytes of {@link #ackedPackets()}. */
    long ackedBytes() {
        return ackedBytes;
    }
}
