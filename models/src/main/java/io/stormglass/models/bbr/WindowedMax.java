package io.stormglass.models.bbr;

import java.nio.ByteBuffer;

/**
 * Largest value of a sliding window in constant space: the three-sample filter of Kathleen Nichols.
 *
 * <p>Source: Linux {@code lib/win_minmax.c}. It keeps the best, second and third best sample, each not older than the one
 * before. A sample at least as good as the best, or one that comes when the third has left the window, replaces all three.
 *
 * <p>It is exact while the maximum is in the window; when the maximum expires, its successor is the best of what was kept
 * (samples after the maximum, forced to be fresh at a quarter and a half of the window), which can be less than the true
 * maximum of the window, and never more.
 *
 * <p>Worked number, window 10: value 9 at time 0, 5 at time 3, 4 at time 6, 3 at time 11 gives 9, 9, 9, 5.
 */
final class WindowedMax {
    static final int BYTES = 3 * (4 + 6);

    private int time0;
    private int time1;
    private int time2;
    private long value0;
    private long value1;
    private long value2;

    /** The maximum, 0 before the first sample. */
    long value() {
        return value0;
    }

    /** Forgets everything but this sample. */
    long reset(int time, long value) {
        time0 = time;
        time1 = time;
        time2 = time;
        value0 = value;
        value1 = value;
        value2 = value;
        return value;
    }

    /**
     * Takes a sample.
     *
     * @param window length in units of time, at least 1
     * @param time never decreases (wraps like an {@code int})
     * @param value 0 to 2^47 - 1
     * @return the maximum
     */
    long update(int window, int time, long value) {
        if (value >= value0 || time - time2 > window) {
            return reset(time, value);
        }
        if (value >= value1) {
            second(time, value);
        } else if (value >= value2) {
            third(time, value);
        }
        expire(window, time, value);
        return value0;
    }

    private void expire(int window, int time, long value) {
        int age = time - time0;
        if (age > window) {
            shift(time, value);
            if (time - time0 > window) {
                shift(time, value);
            }
        } else if (time1 == time0 && age > window / 4) {
            second(time, value);
        } else if (time2 == time1 && age > window / 2) {
            third(time, value);
        }
    }

    private void shift(int time, long value) {
        time0 = time1;
        value0 = value1;
        time1 = time2;
        value1 = value2;
        third(time, value);
    }

    private void second(int time, long value) {
        time1 = time;
        value1 = value;
        third(time, value);
    }

    private void third(int time, long value) {
        time2 = time;
        value2 = value;
    }

    void write(ByteBuffer out) {
        out.putInt(time0).putInt(time1).putInt(time2);
        Packed.put48(out, value0);
        Packed.put48(out, value1);
        Packed.put48(out, value2);
    }

    void read(ByteBuffer in) {
        time0 = in.getInt();
        time1 = in.getInt();
        time2 = in.getInt();
        value0 = Packed.get48(in);
        value1 = Packed.get48(in);
        value2 = Packed.get48(in);
    }
}
