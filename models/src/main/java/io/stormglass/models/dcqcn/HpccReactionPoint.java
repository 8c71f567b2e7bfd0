package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * The reaction point of the HPCC authors' simulator (alibaba-edu/High-Precision-Congestion-Control 9f4be2a,
 * {@code rdma-hw.cc}, {@code cc_mode 1}); inet-tub/ns3-datacenter has the same law.
 *
 * <pre>
 * first CNP   alpha = 1, Rc = trunc(f Rc), Rt = Rc; timers start: alpha at +Ta, check at +Td+1 ns
 * CNP         marks alpha's and the check's flag
 * alpha, Ta   alpha = (1-g) alpha + g where a CNP was seen, else (1-g) alpha
 * check, Td   where a CNP was seen: Rt = Rc if clamped or st &gt; 0; Rc = max(Rmin, trunc(Rc (1 - alpha/2))); st = 0; increase at +Ti
 * increase    st &lt; F: nothing; st = F: Rt = min(Rt + R_AI, line); st &gt; F: Rt = min(Rt + R_HAI, line)
 *             Rc = floor(Rc/2) + floor(Rt/2); st = st + 1
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>Rc, Rt</td><td>rate and target, whole bit/s</td></tr>
 * <tr><td>alpha, g</td><td>estimate of congestion and its gain, IEEE double, never fused</td></tr>
 * <tr><td>Ta, Td, Ti</td><td>periods in whole microseconds</td></tr>
 * <tr><td>f</td><td>share of the rate after the first CNP</td></tr>
 * <tr><td>st, F</td><td>increases since the last cut, and fast recoveries among them</td></tr>
 * </table>
 *
 * <p>A cut comes at the next check, at most one per Td, and checks keep the phase of the first CNP for the life of the queue pair. The
 * odd nanosecond of the check means that alpha never ties with a check or an increase. Where an increase ties with a check, the
 * one with the longer period was armed earlier and runs first; with equal periods the check does.
 *
 * <p>Deviations: stages stop at the largest int; far decay of alpha as {@link DecayingAlpha} says. There is no byte counter. As in the original, an odd minimum
 * may be undershot by the one bit/s that two roundings lose.
 *
 * <p>Worked number: 25 Gb/s, 1/4/300 us, g 1/256: one CNP at 10,007 ns; at 14,008 ns alpha is (255/256)^4 = 0.98447 and the
 * rate falls to 12,694,171,068 bit/s.
 */
public final class HpccReactionPoint implements ReactionPoint {
    static final int VARIANT = 1;
    private static final int FIRST_SEEN = 1;
    private static final int ALPHA_SEEN = 2;
    private static final int CUT_DUE = 4;

    private final HpccParameters parameters;
    private final double keep;
    private final long alphaNanos;
    private final long decreaseNanos;
    private final long increaseNanos;

    private final DecayingAlpha alpha = new DecayingAlpha(1);
    private int flags;
    private int stage;
    private long now = Long.MIN_VALUE;
    private long rate;
    private long target;
    private long nextAlpha = Timers.NEVER;
    private long nextCheck = Timers.NEVER;
    private long nextIncrease = Timers.NEVER;

    HpccReactionPoint(HpccParameters parameters) {
        this.parameters = parameters;
        keep = 1 - parameters.gain();
        alphaNanos = parameters.alphaMicros() * Timers.NANOS_PER_MICRO;
        decreaseNanos = parameters.decreaseMicros() * Timers.NANOS_PER_MICRO;
        increaseNanos = parameters.increaseMicros() * Timers.NANOS_PER_MICRO;
        rate = parameters.lineBitsPerSecond();
        target = rate;
    }

    @Override
    public int next(long beforeNanos) {
        if ((flags & CUT_DUE) == 0) {
            skipChecks(Math.min(beforeNanos, Math.min(nextAlpha, nextIncrease)));
        }
        long check = (flags & CUT_DUE) == 0 ? Timers.NEVER : nextCheck;
        long first = Math.min(nextAlpha, Math.min(check, nextIncrease));
        if (first >= beforeNanos) {
            return 0;
        }
        now = first;
        if (nextAlpha == first) {
            return tick();
        }
        if (check == first && checkGoesFirst()) {
            return cut();
        }
        return increase();
    }

    @Override
    public int advanceTo(long nowNanos) {
        Checks.time(now, nowNanos);
        int fired = 0;
        while (flags > FIRST_SEEN) {
            int step = flaggedStep(nowNanos);
            if (step == 0) {
                break;
            }
            fired |= step;
        }
        fired |= decay(nowNanos) | increases(nowNanos);
        if ((flags & CUT_DUE) == 0) {
            skipChecks(nowNanos);
        }
        now = nowNanos;
        return fired;
    }

    @Override
    public int cnp(long nowNanos) {
        int fired = advanceTo(nowNanos);
        if ((flags & FIRST_SEEN) != 0) {
            flags |= ALPHA_SEEN | CUT_DUE;
            return fired | Branch.CNP.bit();
        }
        flags = FIRST_SEEN | CUT_DUE;
        alpha.set(1);
        nextAlpha = nowNanos + alphaNanos;
        nextCheck = nowNanos + decreaseNanos + 1;
        rate = (long) (parameters.firstCnpFraction() * rate);
        target = rate;
        return fired | Branch.FIRST_CNP.bit();
    }

    @Override
    public int sent(long nowNanos, long bytes) {
        Checks.bytes(bytes);
        return advanceTo(nowNanos);
    }

    /** The earliest of what a flag waits for and of increases before it; 0 where nothing is due. */
    private int flaggedStep(long nowNanos) {
        long alphaDue = (flags & ALPHA_SEEN) == 0 ? Timers.NEVER : nextAlpha;
        long checkDue = (flags & CUT_DUE) == 0 ? Timers.NEVER : nextCheck;
        long first = Math.min(alphaDue, Math.min(checkDue, nextIncrease));
        if (first >= nowNanos) {
            return 0;
        }
        if (alphaDue == first) {
            return tick();
        }
        if (checkDue == first && checkGoesFirst()) {
            return decay(checkDue) | cut();
        }
        return checkDue == Timers.NEVER ? increases(Math.min(nowNanos, alphaDue)) : increase();
    }

    private boolean checkGoesFirst() {
        return nextCheck < nextIncrease || decreaseNanos >= increaseNanos;
    }

    private int tick() {
        nextAlpha += alphaNanos;
        if ((flags & ALPHA_SEEN) == 0) {
            alpha.tick(1);
            return Branch.ALPHA_DECAYED.bit();
        }
        alpha.set(keep * alpha.value(keep) + parameters.gain());
        flags &= ~ALPHA_SEEN;
        return Branch.ALPHA_RAISED.bit();
    }

    /** All ticks of alpha before a time; only where no CNP waits for one of them. */
    private int decay(long beforeNanos) {
        if ((flags & ALPHA_SEEN) != 0) {
            return 0;
        }
        long ticks = Timers.countBefore(nextAlpha, alphaNanos, beforeNanos);
        if (ticks == 0) {
            return 0;
        }
        alpha.tick(ticks);
        nextAlpha += ticks * alphaNanos;
        return Branch.ALPHA_DECAYED.bit();
    }

    private int cut() {
        nextIncrease = nextCheck + increaseNanos;
        nextCheck += decreaseNanos;
        if (parameters.clampTarget() == ClampTarget.ALWAYS || stage != 0) {
            target = rate;
        }
        double left = 1 - alpha.value(keep) / 2;
        rate = Math.max(parameters.minBitsPerSecond(), (long) (rate * left));
        stage = 0;
        flags &= ~CUT_DUE;
        return Branch.CUT.bit();
    }

    private void skipChecks(long untilNanos) {
        nextCheck += Timers.countBefore(nextCheck, decreaseNanos, untilNanos) * decreaseNanos;
    }

    private int increases(long beforeNanos) {
        int fired = 0;
        while (nextIncrease < beforeNanos) {
            if (stage > parameters.fastRecoveryTimes()
                    && target == parameters.lineBitsPerSecond()
                    && rate / 2 + target / 2 == rate) {
                long count = Timers.countBefore(nextIncrease, increaseNanos, beforeNanos);
                nextIncrease += count * increaseNanos;
                stage = Timers.addStage(stage, count);
                return fired | Branch.TIMER.bit() | Branch.HYPER_INCREASE.bit();
            }
            fired |= increase();
        }
        return fired;
    }

    private int increase() {
        nextIncrease += increaseNanos;
        Branch kind = Branch.FAST_RECOVERY;
        if (stage == parameters.fastRecoveryTimes()) {
            kind = Branch.ADDITIVE_INCREASE;
            target = Math.min(target + parameters.aiBitsPerSecond(), parameters.lineBitsPerSecond());
        } else if (stage > parameters.fastRecoveryTimes()) {
            kind = Branch.HYPER_INCREASE;
            target = Math.min(target + parameters.haiBitsPerSecond(), parameters.lineBitsPerSecond());
        }
        rate = rate / 2 + target / 2;
        stage = Timers.addStage(stage, 1);
        return Branch.TIMER.bit() | kind.bit();
    }

    @Override
    public long nowNanos() {
        return now;
    }

    @Override
    public long rateBitsPerSecond() {
        return rate;
    }

    @Override
    public long targetBitsPerSecond() {
        return target;
    }

    @Override
    public double alpha() {
        return alpha.value(keep);
    }

    @Override
    public int timeStage() {
        return stage;
    }

    @Override
    public int byteStage() {
        return 0;
    }

    @Override
    public Phase phase() {
        if ((flags & FIRST_SEEN) == 0) {
            return Phase.UNLIMITED;
        }
        if (stage < parameters.fastRecoveryTimes()) {
            return Phase.FAST_RECOVERY;
        }
        return stage == parameters.fastRecoveryTimes() ? Phase.ADDITIVE_INCREASE : Phase.HYPER_INCREASE;
    }

    @Override
    public HpccParameters parameters() {
        return parameters;
    }

    @Override
    public void save(ByteBuffer buffer) {
        SavedState.putHead(buffer, VARIANT);
        SavedState.putInt(buffer, flags);
        SavedState.putInt(buffer, stage);
        SavedState.putLong(buffer, now);
        SavedState.putLong(buffer, rate);
        SavedState.putLong(buffer, target);
        SavedState.putLong(buffer, nextAlpha);
        SavedState.putLong(buffer, nextCheck);
        SavedState.putLong(buffer, nextIncrease);
        alpha.save(buffer);
    }

    @Override
    public void load(ByteBuffer buffer) {
        SavedState.checkHead(buffer, VARIANT);
        flags = SavedState.getInt(buffer);
        stage = SavedState.getInt(buffer);
        now = SavedState.getLong(buffer);
        rate = SavedState.getLong(buffer);
        target = SavedState.getLong(buffer);
        nextAlpha = SavedState.getLong(buffer);
        nextCheck = SavedState.getLong(buffer);
        nextIncrease = SavedState.getLong(buffer);
        alpha.load(buffer);
    }
}
