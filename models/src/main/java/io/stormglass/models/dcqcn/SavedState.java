package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Head and number form of saved states. */
final class SavedState {
    private SavedState() {}

    static void putHead(ByteBuffer buffer, int variant) {
        buffer.put(ReactionPoint.STATE_VERSION).put((byte) variant);
    }

    static void checkHead(ByteBuffer buffer, int variant) {
        byte version = buffer.get();
        if (version != ReactionPoint.STATE_VERSION) {
            throw new IllegalArgumentException("saved reaction point has version " + version + ", version "
                    + ReactionPoint.STATE_VERSION + " is expected");
        }
        byte found = buffer.get();
        if (found != variant) {
            throw new IllegalArgumentException(
                    "saved reaction point is of variant " + found + ", variant " + variant + " is expected");
        }
    }

    static void putLong(ByteBuffer buffer, long value) {
        buffer.putLong(buffer.order() == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value));
    }

    static long getLong(ByteBuffer buffer) {
        long value = buffer.getLong();
        return buffer.order() == ByteOrder.BIG_ENDIAN ? value : Long.reverseBytes(value);
    }

    static void putInt(ByteBuffer buffer, int value) {
        buffer.putInt(buffer.order() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value));
    }

    static int getInt(ByteBuffer buffer) {
        int value = buffer.getInt();
        return buffer.order() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value);
    }

    static void putDouble(ByteBuffer buffer, double value) {
        putLong(buffer, Double.doubleToRawLongBits(value));
    }

    static double getDouble(ByteBuffer buffer) {
        return Double.longBitsToDouble(getLong(buffer));
    }
}
