package io.stormglass.models.pause;

/**
 * A fact of a port that tells congestion from faults, and one fault from another. It is told when it begins and when it ends.
 *
 * @param kind what
 * @param atNanos refresh of the source, or boundary, at which it was decided
 * @param priority 0..7, -1 where it is of the whole port
 * @param present true: it began, or its numbers changed much; false: it ended
 * @param value the number behind it, in the unit of its kind
 * @param text in words, with the numbers
 */
public record PortSign(Kind kind, long atNanos, int priority, boolean present, double value, String text) {
    /** What a port's counters and events may say besides pauses. */
    public enum Kind {
        /** The port sends at 90 % of its line rate or more; value: share of the line rate. */
        LINE_RATE,
        /** Bytes wait in the queue of this priority; value: bytes. Not told while nothing is paused. */
        WAITING,
        /** The host cannot take what its NIC receives: PCIe stalls, receive buffer over its threshold; value: share of time, or events per second. */
        BACK_PRESSURE,
        /** FEC cannot correct, symbols are wrong, or the link went down; value: events. */
        LINK_ERRORS,
        /** Packets of a lossless priority were dropped outside a watchdog's action; value: packets in 10 s. */
        LOSSLESS_DROPS,
        /** The switch drops what waits because its watchdog acts; value: packets. */
        WATCHDOG_DROPS
    }
}
