package io.stormglass.models.load;

/**
 * A time in which a flow sent: one message, or several without a gap between them.
 *
 * @param flow whose
 * @param fromNanos its first packet
 * @param toNanos its last packet
 * @param packets of data, at least 1
 * @param bytes on the wire
 */
public record Spell(String flow, long fromNanos, long toNanos, long packets, long bytes) {
    public Spell {
        if (toNanos < fromNanos || packets < 1 || bytes < packets) {
            throw new IllegalArgumentException("a spell of " + packets + " packets and " + bytes + " bytes from "
                    + fromNanos + " to " + toNanos + " ns");
        }
    }

    /** How long it took. */
    public long nanos() {
        return toNanos - fromNanos;
    }
}
