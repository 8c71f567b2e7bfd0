package io.stormglass.models.shadow;

import java.nio.ByteBuffer;

/**
 * Does the sender cut as deep as the reference? Two sequential tests, for twice as deep and for half as deep, over stretches in which the
 * reference only cut.
 *
 * <p>How deep a cut is depends on alpha and not on the rate, so a limit that is off (a CNP that telemetry lost shifts it for seconds)
 * does not disturb the comparison. A stretch begins with a cut and ends where the reference rises, where the sender has nothing
 * outstanding, or where the limit fell by 26 %: many shallow cuts are as good as a few deep ones.
 *
 * <pre>
 * x, y   = ln of what limit and observed rate did over a stretch     x below -1: both scaled to x = -1
 * v      = S^2 + (C x)^2
 * deep  += clamp(((y - M x)^2 - (y - 2 x)^2) / 2 v, -3, 2)           at the end of a stretch
 * shallow += clamp(((y - x)^2 - (y - x/2)^2) / 2 v, -1.5, 2)         both at most 15.9 either way, halved as counts are
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>S</td><td>0.03: a rate over 16 to 60 packets of which 1 % are missed, at both ends</td></tr>
 * <tr><td>C</td><td>0.2 (deep), 0.15 (shallow): what missed and displaced CNPs do to x</td></tr>
 * <tr><td>M</td><td>1.25: so much deeper a good sender may look</td></tr>
 * </table>
 *
 * <p>Why M and unequal clamps: below alpha 0.2 firmware takes off 1/1024 per us, whatever alpha is. While CNPs come about every 5 us, as fast
 * as that takes off what one adds, alpha of the reference stays behind by one step for every CNP that was missed. So missed CNPs only ever make
 * a sender look deeper: a stretch that is not deep speaks louder than one that is, one that is shallow louder than one that is not. No stretch
 * decides alone.
 *
 * <p>After Wald's sequential probability ratio test ("Sequential Tests of Statistical Hypotheses", 1945), with clamped steps against
 * stretches that fit neither, and with both ends left open, because the sender may change.
 *
 * <p>Worked number: the limit falls to 0.74 of what it was, x = -0.3, and the rate to 0.55, y = -0.6. v = 0.0009 + 0.0036 = 0.0045;
 * (0.225^2 - 0) / 0.009 = 5.6, clamped to 2.
 *
 * <p>All numbers are whole multiples of what is saved.
 */
final class CutDepth {
    static final int BYTES = 2 * Short.BYTES + 2;

    /** ln steps of a stretch: 1/8192, up to 4. */
    private static final double PER_LN = 8192;

    private static final int MOST_LN = 32_767;
    /** A stretch that cut by 26 % ends. */
    private static final int ENOUGH = -2458;

    private static final double PER_ODDS = 8;
    private static final int MOST_ODDS = 127;

    private static final double DEEP = 2;
    private static final double SHALLOW = 0.5;
    private static final double MISSED = 1.25;

    private static final double NOISE = 0.03 * 0.03;
    private static final double DEEP_MISSED = 0.2 * 0.2;
    private static final double DEEP_FOR = 2;
    private static final double DEEP_AGAINST = 3;
    private static final double SHALLOW_MISSED = 0.15 * 0.15;
    private static final double SHALLOW_FOR = 2;
    private static final double SHALLOW_AGAINST = 1.5;

    private int limit;
    private int observed;
    private int deep;
    private int shallow;

    void clear() {
        limit = 0;
        observed = 0;
        deep = 0;
        shallow = 0;
    }

    /** Takes the change from a span to the next; the reference did not rise in either. */
    void add(double observedChange, double limitChange) {
        int x = (int) StrictMath.rint(limitChange * PER_LN);
        if (x >= 0 && limit >= 0) {
            return;
        }
        limit = within(limit + x, MOST_LN);
        observed = within(observed + (int) StrictMath.rint(observedChange * PER_LN), MOST_LN);
        if (limit <= ENOUGH) {
            end();
        }
    }

    /** The stretch is over. */
    void end() {
        if (limit >= 0) {
            return;
        }
        double shorter = Math.min(1, PER_LN / -limit);
        double x = limit / PER_LN * shorter;
        double y = observed / PER_LN * shorter;
        limit = 0;
        observed = 0;
        double ofDeep = squared(y - MISSED * x) - squared(y - DEEP * x);
        double ofShallow = squared(y - x) - squared(y - SHALLOW * x);
        deep = odds(deep, Math.max(-DEEP_AGAINST, Math.min(DEEP_FOR, ofDeep / (2 * (NOISE + DEEP_MISSED * x * x)))));
        shallow = odds(
                shallow,
                Math.max(-SHALLOW_AGAINST, Math.min(SHALLOW_FOR, ofShallow / (2 * (NOISE + SHALLOW_MISSED * x * x)))));
    }

    private static double squared(double value) {
        return value * value;
    }

    private static int odds(int before, double more) {
        return within(before + (int) StrictMath.rint(more * PER_ODDS), MOST_ODDS);
    }

    private static int within(int value, int most) {
        return Math.max(-most, Math.min(most, value));
    }

    void fade(long windows) {
        if (windows > 0) {
            deep /= 1 << Math.min(windows, 8);
            shallow /= 1 << Math.min(windows, 8);
        }
    }

    /** ln of the odds of cuts twice as deep. */
    double deep(int faded) {
        return faded(deep, faded);
    }

    /** ln of the odds of cuts half as deep. */
    double shallow(int faded) {
        return faded(shallow, faded);
    }

    private static double faded(int odds, int times) {
        int left = odds / (1 << times);
        return left / PER_ODDS;
    }

    void save(ByteBuffer out) {
        out.putShort((short) limit).putShort((short) observed).put((byte) deep).put((byte) shallow);
    }

    void load(ByteBuffer in) {
        limit = in.getShort();
        observed = in.getShort();
        deep = in.get();
        shallow = in.get();
    }
}
