package io.stormglass.models.load;

import io.stormglass.models.event.FlowEvent;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a flow sends into spells, from events of a mirror at its sender. A flow has come to the end of one when it sent nothing for
 * {@link LoadSettings#idleNanos} and for {@link LoadSettings#idleSpacings} times the distance of its newest packets: a flow that is slowed down has distances
 * like its gaps, a message that is over has not. Soon after a CNP the distance may grow many times between two packets, so there the gap must be longer. No clock is read; events come in the order of time.
 */
public final class FlowSpells {
    /** By start, then flow. */
    static final Comparator<Spell> ORDER = Comparator.comparingLong(Spell::fromNanos)
            .thenComparing(Spell::flow)
            .thenComparingLong(Spell::toNanos)
            .thenComparingLong(Spell::bytes);

    private static final double BITS_PER_BYTE = 8;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadSettings settings;
    private final String flow;
    private final long lineBitsPerSecond;
    private @Nullable Open open;
    private long cnpNanos;

    /**
     * What has to be kept of a flow.
     *
     * @param open the spell that goes on; null where none does
     * @param cnpNanos the newest CNP; {@link Long#MIN_VALUE} for none
     */
    public record Memory(@Nullable Open open, long cnpNanos) {
        /** Of a flow that was not met yet. */
        public static final Memory NONE = new Memory(null, Long.MIN_VALUE);
    }

    /**
     * A spell that goes on.
     *
     * @param fromNanos its first packet
     * @param toNanos its newest packet
     * @param spacingNanos how far its newest packets are apart; -1 while there is one packet
     */
    public record Open(long fromNanos, long toNanos, long packets, long bytes, long spacingNanos) {
        /** It and what was sent since. */
        Open and(long atNanos, long morePackets, long moreBytes) {
            long until = Math.max(toNanos, atNanos);
            long newest = (until - toNanos) / morePackets;
            return new Open(
                    fromNanos,
                    until,
                    packets + morePackets,
                    bytes + moreBytes,
                    spacingNanos < 0 ? newest : (spacingNanos + newest) / 2);
        }

        Spell spell(String flow) {
            return new Spell(flow, fromNanos, toNanos, packets, bytes);
        }
    }

    /**
     * Continues.
     *
     * @param lineBitsPerSecond of the sender's port, above 0: a message begins at that rate
     */
    public FlowSpells(LoadSettings settings, String flow, long lineBitsPerSecond, Memory memory) {
        if (lineBitsPerSecond <= 0) {
            throw new IllegalArgumentException("a port of " + lineBitsPerSecond + " bit/s: above 0 is needed");
        }
        this.settings = settings;
        this.flow = flow;
        this.lineBitsPerSecond = lineBitsPerSecond;
        open = memory.open();
        cnpNanos = memory.cnpNanos();
    }

    /** What has to be stored. */
    public Memory memory() {
        return new Memory(open, cnpNanos);
    }

    /** Takes the flow's next event; the spell that is over by it. */
    public Optional<Spell> accept(FlowEvent event) {
        return switch (event.kind()) {
            case SENT, CE_MARKED ->
                event.packets() > 0 ? sent(event.timeNanos(), event.packets(), event.bytes()) : Optional.empty();
            case CNP_SEEN, CNP_HANDLED -> {
                cnpNanos = Math.max(cnpNanos, event.timeNanos());
                yield Optional.empty();
            }
            // A pause holds packets back as an end does; the port's pauses are known elsewhere.
            case UNKNOWN,
                    DELIVERED,
                    CNP_SENT,
                    CNP_IGNORED,
                    RTT_SAMPLE,
                    RETRANSMITTED,
                    REORDERED,
                    NAK,
                    RNR,
                    TIMEOUT,
                    PAUSED -> Optional.empty();
        };
    }

    private Optional<Spell> sent(long atNanos, long packets, long bytes) {
        Open before = open;
        long first = Math.max(firstNanos(atNanos, packets, bytes), before == null ? Long.MIN_VALUE : before.toNanos());
        if (before != null && !isOver(before, first)) {
            open = before.and(atNanos, packets, bytes);
            return Optional.empty();
        }
        long until = Math.max(first, atNanos);
        open = new Open(first, until, packets, bytes, packets == 1 ? -1 : (until - first) / (packets - 1));
        return Optional.ofNullable(before).map(over -> over.spell(flow));
    }

    /** An event may stand for several packets and has the time of the last one; a message begins at line rate. */
    private long firstNanos(long atNanos, long packets, long bytes) {
        double others = bytes * (packets - 1.0) / packets;
        return atNanos - Math.round(others * BITS_PER_BYTE * NANOS_PER_SECOND / lineBitsPerSecond);
    }

    private boolean isOver(Open spell, long atNanos) {
        long silence = atNanos - spell.toNanos();
        boolean slowed = cnpNanos != Long.MIN_VALUE && spell.toNanos() - cnpNanos < settings.slowedNanos();
        if (spell.spacingNanos() < 0) {
            return silence >= (slowed ? settings.alonePauseNanos() : settings.idleNanos());
        }
        long least = slowed ? settings.slowedIdleNanos() : settings.idleNanos();
        return silence >= Math.max(least, settings.idleSpacings() * spell.spacingNanos());
    }

    /** No event will come before a time: the spell that is over by then. */
    public Optional<Spell> advanceTo(long nanos) {
        Open going = open;
        if (going == null || !isOver(going, nanos)) {
            return Optional.empty();
        }
        open = null;
        return Optional.of(going.spell(flow));
    }

    /** Nothing will come any more. */
    public Optional<Spell> end() {
        Open going = open;
        open = null;
        return Optional.ofNullable(going).map(spell -> spell.spell(flow));
    }

    /** In {@link #ORDER}: no result depends on who was read first. */
    static List<Spell> inOrder(List<Spell> spells) {
        return spells.stream().sorted(ORDER).toList();
    }
}
