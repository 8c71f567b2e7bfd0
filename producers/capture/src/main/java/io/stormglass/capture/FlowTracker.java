package io.stormglass.capture;

import io.stormglass.capture.FlowRow.AddressPair;
import io.stormglass.capture.frame.BthOpcode;
import io.stormglass.capture.frame.Frame;
import io.stormglass.capture.frame.FrameKind;
import io.stormglass.models.event.Pairing;
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
    private @Nullable FlowRow[] table = new FlowRow[1024];

    private Role role = Role.NONE;
    private boolean untracked;
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
    void packet(Frame frame, long timeNanos, int bytes, int interfaceIndex, Vantage vantage) {
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
            case DATA -> data(known, frame, timeNanos, bytes, interfaceIndex, vantage);
            case CNP -> known.cnp++;
            case ACK -> ack(known, frame, timeNanos);
            case NAK -> {
                known.nak++;
                negative(known, frame.syndrome() == NAK_SEQUENCE_ERROR, frame.psn());
            }
            case RNR -> {
                known.rnr++;
                negative(known, true, frame.psn());
            }
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

    private void data(FlowRow of, Frame frame, long timeNanos, int bytes, int interfaceIndex, Vantage vantage) {
        if (of.packets == 0) {
            of.priority = frame.priority();
            of.dscp = frame.dscp();
            of.tagged = frame.tagPriority() >= 0;
            of.vantage = vantage;
            of.forward.carriesData(of);
        } else if (of.vantage != vantage) {
            of.vantage = Vantage.UNKNOWN;
        }
        of.packets++;
        of.bytes += bytes;
        of.ce += frame.ce() ? 1 : 0;
        of.mirrored |= frame.mirrored();
        of.dataSourcePort = frame.udpSourcePort();
        arrival = PsnWindow.Arrival.NEW;
        int opcode = frame.opcode();
        if (!BthOpcode.isSequenced(opcode)) {
            return;
        }
        PsnWindow window = BthOpcode.isReadResponse(opcode) ? responses(of) : requests(of);
        arrival = window.data(frame.psn(), timeNanos, bytes, interfaceIndex);
        if (arrival == PsnWindow.Arrival.RETRANSMITTED) {
            of.retransmitted++;
        } else if (arrival == PsnWindow.Arrival.REORDERED) {
            of.reordered++;
        }
        if (of.pair == null && BthOpcode.isReadResponseStart(opcode)) {
            pairByRead(of, frame.psn());
        }
    }

    /** Requests and read responses of one row bear the numbers of different senders. */
    private PsnWindow requests(FlowRow of) {
        PsnWindow window = of.requests;
        if (window == null) {
            window = new PsnWindow(windowBudget);
            of.requests = window;
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

    private void ack(FlowRow of, Frame frame, long timeNanos) {
        of.ack++;
        if (of.pair == null) {
            pairByPsn(of, frame.psn(), frame.udpSourcePort());
        }
        FlowRow data = of.pair;
        if (data == null || data.requests == null) {
            return;
        }
        data.requests.acknowledge(frame.psn(), timeNanos);
        keepResults(data, data.requests);
        if (rttNanos >= 0) {
            RttStatistics statistics = data.rtt;
            if (statistics == null) {
                statistics = new RttStatistics(sampleBudget);
                data.rtt = statistics;
            }
            statistics.add(rttNanos);
        }
    }

    private void negative(FlowRow of, boolean willRepeat, int psn) {
        FlowRow data = of.pair;
        if (willRepeat && data != null && data.requests != null) {
            data.requests.negativeAcknowledge(psn);
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
     * Pairs a row of ACKs with the only unpaired data row of the other direction that sent this number and waits for its
     * ACK. Where several did, the one that uses the ACK's UDP source port: many NICs derive it from both queue pairs.
     */
    private static void pairByPsn(FlowRow returning, int psn, int sourcePort) {
        FlowRow match = null;
        FlowRow samePort = null;
        int matches = 0;
        int samePorts = 0;
        List<FlowRow> candidates = returning.backward.rows;
        for (int i = 0; i < candidates.size() && returning.comparisonsLeft > 0; i++) {
            returning.comparisonsLeft--;
            FlowRow candidate = candidates.get(i);
            PsnWindow window = candidate.requests;
            if (candidate.pair != null || window == null || !window.isOutstanding(psn)) {
                continue;
            }
            match = candidate;
            matches++;
            if (sourcePort >= 0 && candidate.dataSourcePort == sourcePort) {
                samePort = candidate;
                samePorts++;
            }
        }
        FlowRow found = matches == 1 ? match : samePorts == 1 ? samePort : null;
        if (found != null && returning.comparisonsLeft > 0) {
            returning.pairWith(found, Pairing.PSN);
        }
    }

    /** Pairs a row of read responses with the only unpaired row of the other direction that asked for this number. */
    private static void pairByRead(FlowRow responding, int psn) {
        FlowRow match = null;
        int matches = 0;
        List<FlowRow> candidates = responding.backward.rows;
        for (int i = 0; i < candidates.size() && responding.comparisonsLeft > 0; i++) {
            responding.comparisonsLeft--;
            FlowRow candidate = candidates.get(i);
            if (candidate.pair == null && candidate.hasAskedFor(psn)) {
                match = candidate;
                matches++;
            }
        }
        if (match != null && matches == 1 && responding.comparisonsLeft > 0) {
            responding.pairWith(match, Pairing.PSN);
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
                toAsker.pairWith(toReplier, Pairing.CM);
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
