package io.stormglass.models.ecn.device;

import io.stormglass.models.event.ThresholdUnit;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes one unit of a threshold is.
 *
 * @param bytesEach 1 and up
 */
public record Scale(ThresholdUnit unit, double bytesEach) {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double BITS_PER_BYTE = 8;

    public Scale {
        if (!(bytesEach >= 1) || bytesEach == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("a unit of " + bytesEach + " bytes: at least 1 is needed");
        }
    }

    /**
     * The scale of a unit; null where a threshold in it is no known number of bytes.
     *
     * @param lineBitsPerSecond of the queue, for milliseconds; null where it is not known
     * @param pieceBytes size of the switch's segments or cells; null where it is not known
     */
    public static @Nullable Scale of(ThresholdUnit unit, @Nullable Long lineBitsPerSecond, @Nullable Long pieceBytes) {
        Double each =
                switch (unit) {
                    case BYTES -> 1.0;
                    case KBYTES -> 1e3;
                    case MBYTES -> 1e6;
                    case SEGMENTS, CELLS -> pieceBytes == null ? null : pieceBytes.doubleValue();
                    case MILLISECONDS ->
                        lineBitsPerSecond == null ? null : lineBitsPerSecond / BITS_PER_BYTE / MILLIS_PER_SECOND;
                    case PERCENT, DYNAMIC -> null;
                };
        return each == null ? null : new Scale(unit, each);
    }

    /** The nearest whole number of units, at least 1. */
    public long units(long bytes) {
        return Math.max(1, Math.round(bytes / bytesEach));
    }

    /** Bytes of so many units. */
    public long bytes(long units) {
        return Math.round(units * bytesEach);
    }
}
