package io.stormglass.models.flow;

import io.stormglass.models.event.FlowEvent;

/**
 * Counts the events of one flow.
 *
 * <p>Sums do not depend on how events are cut into batches nor on their order. The newest RTT and the observed rate follow
 * event time; what the rate is at a moment, {@link FlowCounters#observedBitsPerSecondAt} says.
 */
public final class FlowTally {
    /** Length of the slots over which the rate is observed: 100 ms. */
    public static final long SLOT_NANOS = 100_000_000L;

    /** Sources may gather data packets into one event per 10 ms, so no begin is known better than that. */
    static final long RESOLUTION_NANOS = 10_000_000L;

    private long firstNanos;
    private long atNanos;
    private long packets;
    private long bytes;
    private long ce;
    private long cnpsSeen;
    private long cnpsHandled;
    private long retransmitted;
    private long reordered;
    private long nak;
    private long rnr;
    private long timeouts;
    private long delivered;
    private long rttCount;
    private long rttMinNanos;
    private long rttLastNanos;
    private long rttLastAtNanos;
    private long slotNanos;
    private long slotBytes;
    private double observedBitsPerSecond;
    private int sampledOneIn;

    /** Continues from what was counted. */
    public FlowTally(FlowCounters counters) {
        firstNanos = counters.firstNanos();
        atNanos = counters.atNanos();
        packets = counters.packets();
        bytes = counters.bytes();
        ce = counters.ce();
        cnpsSeen = counters.cnpsSeen();
        cnpsHandled = counters.cnpsHandled();
        retransmitted = counters.retransmitted();
        reordered = counters.reordered();
        nak = counters.nak();
        rnr = counters.rnr();
        timeouts = counters.timeouts();
        delivered = counters.delivered();
        rttCount = counters.rttCount();
        rttMinNanos = counters.rttMinNanos();
        rttLastNanos = counters.rttLastNanos();
        rttLastAtNanos = counters.rttLastAtNanos();
        slotNanos = counters.slotNanos();
        slotBytes = counters.slotBytes();
        observedBitsPerSecond = counters.observedBitsPerSecond();
        sampledOneIn = counters.sampledOneIn();
    }

    /** One packet in so many was looked at by who told of what was counted last. */
    public void sampled(int oneIn) {
        sampledOneIn = Math.max(sampledOneIn, oneIn);
    }

    /** Counts the packets and bytes of an event but not that they had CE, which is counted where another sees it. */
    public void addWithoutCe(FlowEvent event) {
        long before = ce;
        add(event);
        ce = before;
    }

    /** Counts only that packets had CE. */
    public void addCeOnly(FlowEvent event) {
        ce += event.packets();
    }

    /** Counts an event. */
    public void add(FlowEvent event) {
        long at = event.timeNanos();
        firstNanos = firstNanos == 0 ? at : Math.min(firstNanos, at);
        atNanos = Math.max(atNanos, at);
        switch (event.kind()) {
            case SENT -> data(event);
            case CE_MARKED -> {
                data(event);
                ce += event.packets();
            }
            case DELIVERED -> delivered += event.bytes();
            case RTT_SAMPLE -> {
                delivered += event.bytes();
                rtt(event);
            }
            case CNP_SEEN -> cnpsSeen += event.packets();
            case CNP_HANDLED, CNP_IGNORED -> cnpsHandled += event.packets();
            case RETRANSMITTED -> retransmitted += event.packets();
            case REORDERED -> reordered += event.packets();
            case NAK -> nak += event.packets();
            case RNR -> rnr += event.packets();
            case TIMEOUT -> timeouts += event.packets();
            case CNP_SENT, PAUSED, UNKNOWN -> {}
        }
    }

    /**
     * Adds what was counted of the same flow elsewhere. Sums are exact. Rates add up where both know the newest slot or the one before
     * it; what is older than that is no rate any more.
     */
    public void add(FlowCounters other) {
        if (other.firstNanos() != 0) {
            firstNanos = firstNanos == 0 ? other.firstNanos() : Math.min(firstNanos, other.firstNanos());
        }
        atNanos = Math.max(atNanos, other.atNanos());
        packets += other.packets();
        bytes += other.bytes();
        ce += other.ce();
        cnpsSeen += other.cnpsSeen();
        cnpsHandled += other.cnpsHandled();
        retransmitted += other.retransmitted();
        reordered += other.reordered();
        nak += other.nak();
        rnr += other.rnr();
        timeouts += other.timeouts();
        delivered += other.delivered();
        sampledOneIn = Math.max(sampledOneIn, other.sampledOneIn());
        addRtt(other);
        addSlot(other);
    }

    private void addRtt(FlowCounters other) {
        if (other.rttCount() == 0) {
            return;
        }
        rttMinNanos = rttCount == 0 ? other.rttMinNanos() : Math.min(rttMinNanos, other.rttMinNanos());
        rttCount += other.rttCount();
        if (other.rttLastAtNanos() >= rttLastAtNanos) {
            rttLastNanos = other.rttLastNanos();
            rttLastAtNanos = other.rttLastAtNanos();
        }
    }

    private void addSlot(FlowCounters other) {
        if (other.slotNanos() == 0) {
            return;
        }
        long slot = slot(slotNanos);
        long others = slot(other.slotNanos());
        if (slotNanos != 0 && slot == others) {
            observedBitsPerSecond += other.observedBitsPerSecond();
            slotNanos = Math.min(slotNanos, other.slotNanos());
            slotBytes += other.slotBytes();
        } else if (slotNanos != 0 && slot - others == SLOT_NANOS) {
            observedBitsPerSecond += bitsPerSecond(other.slotBytes(), slot - other.slotNanos());
        } else if (slotNanos != 0 && others - slot == SLOT_NANOS) {
            observedBitsPerSecond = other.observedBitsPerSecond() + bitsPerSecond(slotBytes, others - slotNanos);
            slotNanos = other.slotNanos();
            slotBytes = other.slotBytes();
        } else if (other.slotNanos() > slotNanos) {
            observedBitsPerSecond = other.observedBitsPerSecond();
            slotNanos = other.slotNanos();
            slotBytes = other.slotBytes();
        }
        // One that had data in the slot before did not begin in this one.
        slotNanos = observedBitsPerSecond > 0 ? slot(slotNanos) : slotNanos;
    }

    private void data(FlowEvent event) {
        packets += event.packets();
        bytes += event.bytes();
        passSlots(event.timeNanos());
        slotBytes += event.bytes();
    }

    private void passSlots(long at) {
        long slot = slot(at);
        long filled = slot(slotNanos);
        if (slotNanos != 0 && slot <= filled) {
            return;
        }
        boolean goesOn = slotNanos != 0 && slot - filled == SLOT_NANOS;
        observedBitsPerSecond = goesOn ? bitsPerSecond(slotBytes, slot - slotNanos) : 0;
        slotNanos = goesOn && observedBitsPerSecond > 0 ? slot : slice(at);
        slotBytes = 0;
    }

    /** Start of the slot that a time lies in. */
    static long slot(long nanos) {
        return nanos / SLOT_NANOS * SLOT_NANOS;
    }

    /** Start of the slice that a time lies in. */
    static long slice(long nanos) {
        return nanos / RESOLUTION_NANOS * RESOLUTION_NANOS;
    }

    static double bitsPerSecond(long bytes, long nanos) {
        return bytes * 8.0 * 1e9 / nanos;
    }

    private void rtt(FlowEvent event) {
        rttCount++;
        rttMinNanos = rttMinNanos == 0 ? event.rttNanos() : Math.min(rttMinNanos, event.rttNanos());
        if (event.timeNanos() >= rttLastAtNanos) {
            rttLastNanos = event.rttNanos();
            rttLastAtNanos = event.timeNanos();
        }
    }

    /** Time of the newest event; 0 before the first. */
    public long atNanos() {
        return atNanos;
    }

    /** What was counted so far. */
    public FlowCounters counters() {
        return new FlowCounters(
                firstNanos,
                atNanos,
                packets,
                bytes,
                ce,
                cnpsSeen,
                cnpsHandled,
                retransmitted,
                reordered,
                nak,
                rnr,
                timeouts,
                delivered,
                rttCount,
                rttMinNanos,
                rttLastNanos,
                rttLastAtNanos,
                slotNanos,
                slotBytes,
                observedBitsPerSecond,
                sampledOneIn);
    }
}
