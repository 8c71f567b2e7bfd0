package io.stormglass.models.shadow;

import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.NvidiaParameters;
import io.stormglass.models.dcqcn.ReactionPoint;
import java.util.SplittableRandom;

/** What decides a synthetic sender's rate: a reaction point, right or wrong, or a law of its own. */
interface SyntheticSender {
    long LINE_MEGABITS = 100_000;
    double LINE = LINE_MEGABITS * 1e6;

    void cnp(long nowNanos);

    void ack(long nowNanos, long rttNanos);

    /** Rate in bit/s at the send of a packet; time without pauses. */
    double sends(long nowNanos, int bytes);

    /** Sends as a reaction point allows. */
    static SyntheticSender reactionPoint(DcqcnParameters parameters) {
        ReactionPoint point = parameters.start();
        return new SyntheticSender() {
            @Override
            public void cnp(long nowNanos) {
                point.cnp(Math.max(nowNanos, point.nowNanos()));
            }

            @Override
            public void ack(long nowNanos, long rttNanos) {}

            @Override
            public double sends(long nowNanos, int bytes) {
                point.sent(Math.max(nowNanos, point.nowNanos()), bytes);
                return point.rateBitsPerSecond();
            }
        };
    }

    static NvidiaParameters firmware() {
        return NvidiaParameters.firmware(LINE_MEGABITS);
    }

    /** Firmware defaults with another depth of the cut (11 halves alpha, 10 takes it whole) and other periods. */
    static NvidiaParameters changed(int gd, int minDecreaseFactor, long timeResetMicros) {
        NvidiaParameters p = firmware();
        return new NvidiaParameters(
                p.maxMegabitsPerSecond(),
                p.minMegabitsPerSecond(),
                p.dceTcpG(),
                p.dceTcpRttMicros(),
                p.initialAlpha(),
                p.firstCnpMegabitsPerSecond(),
                minDecreaseFactor,
                gd,
                p.monitorMicros(),
                p.clampTarget(),
                timeResetMicros,
                p.byteReset(),
                p.threshold(),
                p.aiMegabitsPerSecond(),
                p.haiMegabitsPerSecond());
    }

    /** Sends at line rate whatever comes. */
    static SyntheticSender unlimited() {
        return new SyntheticSender() {
            @Override
            public void cnp(long nowNanos) {}

            @Override
            public void ack(long nowNanos, long rttNanos) {}

            @Override
            public double sends(long nowNanos, int bytes) {
                return LINE;
            }
        };
    }

    /** A NIC that cuts as it should and is back at line rate a little later. */
    static SyntheticSender recoversAtOnce(SplittableRandom random) {
        long backNanos = random.nextLong(20_000, 60_000);
        double factor = random.nextDouble(0.5, 0.7);
        return new SyntheticSender() {
            private long cutNanos = Long.MIN_VALUE / 2;

            @Override
            public void cnp(long nowNanos) {
                cutNanos = nowNanos;
            }

            @Override
            public void ack(long nowNanos, long rttNanos) {}

            @Override
            public double sends(long nowNanos, int bytes) {
                return nowNanos - cutNanos < backNanos ? LINE * factor : LINE;
            }
        };
    }

    /** Delay decides: once a round trip up by a step below the target, down in proportion above it. */
    static SyntheticSender byDelay(SplittableRandom random, long baseNanos) {
        long target = baseNanos + random.nextLong(3_000, 8_000);
        double step = LINE * random.nextDouble(0.002, 0.01);
        double beta = random.nextDouble(0.3, 0.8);
        return new SyntheticSender() {
            private double rate = LINE;
            private long decidedNanos;

            @Override
            public void cnp(long nowNanos) {}

            @Override
            public void ack(long nowNanos, long rttNanos) {
                if (nowNanos - decidedNanos < rttNanos) {
                    return;
                }
                decidedNanos = nowNanos;
                rate = rttNanos <= target
                        ? Math.min(LINE, rate + step)
                        : rate * Math.max(0.5, 1 - beta * (rttNanos - target) / rttNanos);
                rate = Math.max(rate, LINE / 200);
            }

            @Override
            public double sends(long nowNanos, int bytes) {
                return rate;
            }
        };
    }
}
