package io.stormglass.models.shadow;

import java.nio.ByteBuffer;

/**
 * Does the observed rate change as the limit changes? Least squares through 0 over changes from span to span, so a model that
 * lost its level to a lost CNP event still tells. Sums are half-precision numbers at every step: that is all that is saved.
 */
final class Agreement {
    static final int BYTES = 3 * Short.BYTES;

    /** A change of more than that (e^1) is as good as that: one wild span decides nothing alone. */
    private static final double MOST = 1;

    private short xx;
    private short xy;
    private short yy;

    void clear() {
        xx = 0;
        xy = 0;
        yy = 0;
    }

    void add(double observedChange, double limitChange) {
        double x = Math.max(-MOST, Math.min(MOST, limitChange));
        double y = Math.max(-MOST, Math.min(MOST, observedChange));
        xx = plus(xx, x * x);
        xy = plus(xy, x * y);
        yy = plus(yy, y * y);
    }

    void fade(long windows) {
        if (windows > 0) {
            double share = StrictMath.scalb(1.0, -(int) Math.min(windows, 32));
            xx = Float.floatToFloat16((float) (value(xx) * share));
            xy = Float.floatToFloat16((float) (value(xy) * share));
            yy = Float.floatToFloat16((float) (value(yy) * share));
        }
    }

    private static short plus(short sum, double more) {
        return Float.floatToFloat16((float) (value(sum) + more));
    }

    private static double value(short half) {
        return Float.float16ToFloat(half);
    }

    double strength(int faded) {
        return StrictMath.scalb(value(xx), -faded);
    }

    double rateMoves(int faded) {
        return StrictMath.scalb(value(yy), -faded);
    }

    double gain() {
        return value(xx) <= 0 ? 0 : value(xy) / value(xx);
    }

    double match() {
        double all = value(xx) * value(yy);
        return all <= 0 ? 0 : Math.min(1, value(xy) * value(xy) / all);
    }

    void save(ByteBuffer out) {
        out.putShort(xx).putShort(xy).putShort(yy);
    }

    void load(ByteBuffer in) {
        xx = in.getShort();
        xy = in.getShort();
        yy = in.getShort();
    }
}
