package io.stormglass.models.time;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Place of something in the one order in which decisions are made: by time, then key, then order within the key.
 *
 * <p>{@link #toBytes} sorts as unsigned bytes exactly as {@link #compareTo} does, so a store sorted by bytes is sorted by
 * this order.
 *
 * @param timeNanos event time, not negative
 * @param key text without NUL
 * @param order breaks ties of one key at one time, not negative
 */
public record BoundaryKey(long timeNanos, String key, long order) implements Comparable<BoundaryKey> {
    public BoundaryKey {
        if (timeNanos < 0 || order < 0 || key.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("time " + timeNanos + " and order " + order
                    + " must not be negative and key '" + key + "' must not hold NUL");
        }
    }

    /** Sortable form. */
    public byte[] toBytes() {
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + 1 + 8)
                .putLong(timeNanos)
                .put(text)
                .put((byte) 0)
                .putLong(order)
                .array();
    }

    /** Smallest sortable form of a time: everything before it is smaller. */
    public static byte[] lowerBound(long timeNanos) {
        return ByteBuffer.allocate(8).putLong(timeNanos).array();
    }

    @Override
    public int compareTo(BoundaryKey other) {
        return Arrays.compareUnsigned(toBytes(), other.toBytes());
    }
}
