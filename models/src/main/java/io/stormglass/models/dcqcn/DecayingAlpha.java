package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * An alpha that loses the share g per tick: {@code alpha = (1-g) * alpha}, rounded at every tick.
 *
 * <p>Ticks are only counted; the value is made when it is asked for, so idle time costs nothing. Up to
 * {@link #EXACT_TICKS} ticks after the last assignment it is multiplied tick by tick and so equals an implementation that does the
 * same bit for bit. Later it is {@code anchor * (1-g)^ticks}. For g of 1/1024 and up it is then below 2^-90, where
 * neither {@code 1 - alpha/2} nor {@code (1-g) * alpha + g} depends on it any more: only the digits that are shown may differ.
 * Either way the value is a function of anchor and ticks alone, whenever it is asked for.
 */
final class DecayingAlpha {
    static final int EXACT_TICKS = 65_536;

    private double anchor;
    private long ticks;

    private double reached;
    private int reachedTicks;

    DecayingAlpha(double initial) {
        set(initial);
    }

    void set(double value) {
        anchor = value;
        ticks = 0;
        reached = value;
        reachedTicks = 0;
    }

    void tick(long count) {
        ticks += count;
    }

    /** The value now, where each tick keeps the given share. */
    double value(double keep) {
        if (ticks > EXACT_TICKS) {
            return anchor * StrictMath.pow(keep, (double) ticks);
        }
        int due = (int) ticks;
        double value = reached;
        for (int tick = reachedTicks; tick < due; tick++) {
            double next = keep * value;
            if (next == value) {
                break;
            }
            value = next;
        }
        reached = value;
        reachedTicks = due;
        return value;
    }

    void save(ByteBuffer buffer) {
        SavedState.putDouble(buffer, anchor);
        SavedState.putLong(buffer, ticks);
    }

    void load(ByteBuffer buffer) {
        set(SavedState.getDouble(buffer));
        ticks = SavedState.getLong(buffer);
    }
}
