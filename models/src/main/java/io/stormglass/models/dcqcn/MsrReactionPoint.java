package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * The reaction point of the DCQCN authors' simulator (bobzhuyb/ns3-rdma e8a27d0, {@code qbb-net-device.cc}).
 *
 * <pre>
 * CNP          where the target is clamped: Rt = Rc, byte counter = B
 *              TS = BC = 0; alpha = (1-g) alpha + g; then Rc = max(Rmin, trunc(Rc (1 - alpha/2)))
 *              alpha timer at +K, increase timer at +T; fast recovery
 * alpha timer  alpha = (1-g) alpha, again after K
 * bytes sent   after the first CNP: left = left - bytes; below 0: byte event, left = B (B/2 in hyper increase)
 * timer        TS = TS + 1, again after T (T/2 in hyper increase)
 * byte event   BC = BC + 1
 * either       fast recovery: own count &lt; F: adjust(0), else choose
 *              additive: byte event adjust(R_AI), timer choose; hyper: adjust(R_HAI (min(TS,BC) - F + 1)) and stay
 * choose       TS &lt; F or BC &lt; F: adjust(R_AI), additive; else adjust(R_HAI (min(TS,BC) - F + 1)), hyper
 * adjust(i)    TS = 1 or BC = 1, and Rt &gt; 10 Rc: Rt = Rt/8; else Rt = Rt + i
 *              Rc = min(line, floor(Rc/2) + floor(Rt/2))
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>Rc, Rt</td><td>rate and target, whole bit/s; the target may exceed the line</td></tr>
 * <tr><td>alpha, g</td><td>estimate of congestion and its gain, IEEE double, never fused</td></tr>
 * <tr><td>K, T</td><td>alpha and increase period, whole microseconds; T/2 is rounded down to one</td></tr>
 * <tr><td>B, left</td><td>byte counter and what is left of it; what exceeds it is dropped, so a chunk makes one event at most</td></tr>
 * <tr><td>TS, BC, F</td><td>timer and byte events since the last CNP, threshold</td></tr>
 * </table>
 *
 * <p>The order differs from the paper's: alpha first, then the cut with the new alpha. The timer's next period is chosen by the phase
 * before the event. Alpha and increases do not read each other; where they tie, the one armed earlier runs first.
 *
 * <p>Deviations: stages stop at the largest int, the target at 2^61 bit/s (the original wraps at 2^64); far decay of alpha as
 * {@link DecayingAlpha} says. The initial alpha is a parameter; the original's is 0.5. As in the original, an odd minimum
 * may be undershot by the one bit/s that two roundings lose.
 *
 * <p>Worked number: 40 Gb/s, g 1/16, alpha 0.5, one CNP: alpha is 0.53125 and the rate 40 (1 - 0.265625) = 29.375 Gb/s.
 */
public final class MsrReactionPoint implements ReactionPoint {
    static final int VARIANT = 2;
    private static final long MAX_TARGET = 1L << 61;

    private final MsrParameters parameters;
    private final double keep;
    private final long alphaNanos;
    private final long increaseNanos;
    private final long hyperNanos;

    private final DecayingAlpha alpha;
    private Phase phase = Phase.UNLIMITED;
    private int timeStage;
    private int byteStage;
    private long now = Long.MIN_VALUE;
    private long rate;
    private long target;
    private long leftBytes;
    private long nextAlpha = Timers.NEVER;
    private long nextIncrease = Timers.NEVER;
    private long increaseArmed;

    MsrReactionPoint(MsrParameters parameters) {
        this.parameters = parameters;
        keep = 1 - parameters.gain();
        alphaNanos = parameters.alphaMicros() * Timers.NANOS_PER_MICRO;
        increaseNanos = parameters.increaseMicros() * Timers.NANOS_PER_MICRO;
        hyperNanos = parameters.increaseMicros() / 2 * Timers.NANOS_PER_MICRO;
        alpha = new DecayingAlpha(parameters.initialAlpha());
        rate = parameters.lineBitsPerSecond();
        target = rate;
        leftBytes = parameters.counterBytes();
    }

    @Override
    public int next(long beforeNanos) {
        long first = Math.min(nextAlpha, nextIncrease);
        if (first >= beforeNanos) {
            return 0;
        }
        now = first;
        boolean increaseArmedEarlier = increaseArmed < nextAlpha - alphaNanos;
        if (nextIncrease == first && (nextAlpha != first || increaseArmedEarlier)) {
            return timeEvent();
        }
        nextAlpha += alphaNanos;
        alpha.tick(1);
        return Branch.ALPHA_DECAYED.bit();
    }

    @Override
    public int advanceTo(long nowNanos) {
        Checks.time(now, nowNanos);
        int fired = 0;
        long ticks = Timers.countBefore(nextAlpha, alphaNanos, nowNanos);
        if (ticks > 0) {
            alpha.tick(ticks);
            nextAlpha += ticks * alphaNanos;
            fired = Branch.ALPHA_DECAYED.bit();
        }
        while (nextIncrease < nowNanos) {
            carryOver(nowNanos);
            fired |= timeEvent();
        }
        now = nowNanos;
        return fired;
    }

    @Override
    public int cnp(long nowNanos) {
        int fired = advanceTo(nowNanos);
        Branch arrival = phase == Phase.UNLIMITED ? Branch.FIRST_CNP : Branch.CNP;
        if (clamps()) {
            target = rate;
            leftBytes = parameters.counterBytes();
        }
        timeStage = 0;
        byteStage = 0;
        double raised = keep * alpha.value(keep) + parameters.gain();
        alpha.set(raised);
        rate = Math.max(parameters.minBitsPerSecond(), (long) (rate * (1 - raised / 2)));
        nextAlpha = nowNanos + alphaNanos;
        increaseArmed = nowNanos;
        nextIncrease = nowNanos + increaseNanos;
        phase = Phase.FAST_RECOVERY;
        return fired | arrival.bit() | Branch.CUT.bit() | Branch.ALPHA_RAISED.bit();
    }

    private boolean clamps() {
        return switch (parameters.clampTarget()) {
            case ALWAYS -> true;
            case AFTER_ANY_INCREASE -> byteStage != 0 || timeStage != 0;
            case AFTER_BYTE_INCREASE -> byteStage != 0;
        };
    }

    @Override
    public int sent(long nowNanos, long bytes) {
        Checks.bytes(bytes);
        int fired = advanceTo(nowNanos);
        if (phase == Phase.UNLIMITED) {
            leftBytes = parameters.counterBytes();
            return fired;
        }
        leftBytes -= bytes;
        return leftBytes < 0 ? fired | byteEvent() : fired;
    }

    private int byteEvent() {
        byteStage = Timers.addStage(byteStage, 1);
        leftBytes = phase == Phase.HYPER_INCREASE ? parameters.counterBytes() / 2 : parameters.counterBytes();
        int kind =
                switch (phase) {
                    case UNLIMITED, FAST_RECOVERY ->
                        byteStage < parameters.fastRecoveryTimes() ? fastRecovery() : choose();
                    case ADDITIVE_INCREASE -> additive();
                    case HYPER_INCREASE -> hyper();
                };
        return kind | Branch.BYTE_COUNTER.bit();
    }

    private int timeEvent() {
        timeStage = Timers.addStage(timeStage, 1);
        increaseArmed = nextIncrease;
        nextIncrease += phase == Phase.HYPER_INCREASE ? hyperNanos : increaseNanos;
        int kind =
                switch (phase) {
                    case UNLIMITED, FAST_RECOVERY ->
                        timeStage < parameters.fastRecoveryTimes() ? fastRecovery() : choose();
                    case ADDITIVE_INCREASE -> choose();
                    case HYPER_INCREASE -> hyper();
                };
        return kind | Branch.TIMER.bit();
    }

    private int choose() {
        int threshold = parameters.fastRecoveryTimes();
        return byteStage < threshold || timeStage < threshold ? additive() : hyper();
    }

    private int fastRecovery() {
        phase = Phase.FAST_RECOVERY;
        return adjust(0, Branch.FAST_RECOVERY);
    }

    private int additive() {
        phase = Phase.ADDITIVE_INCREASE;
        return adjust(parameters.aiBitsPerSecond(), Branch.ADDITIVE_INCREASE);
    }

    private int hyper() {
        phase = Phase.HYPER_INCREASE;
        return adjust(hyperStep(), Branch.HYPER_INCREASE);
    }

    private long hyperStep() {
        long steps = Math.min(byteStage, timeStage) - parameters.fastRecoveryTimes() + 1L;
        return parameters.haiBitsPerSecond() == 0
                ? 0
                : Math.min(steps, MAX_TARGET / parameters.haiBitsPerSecond()) * parameters.haiBitsPerSecond();
    }

    private int adjust(long increase, Branch kind) {
        int fired = kind.bit();
        if ((byteStage == 1 || timeStage == 1) && target > 10 * rate) {
            target /= 8;
            fired |= Branch.TARGET_REDUCED.bit();
        } else {
            target = Math.min(MAX_TARGET, target + increase);
        }
        rate = Math.min(parameters.lineBitsPerSecond(), rate / 2 + target / 2);
        return fired;
    }

    /**
     * Runs at once those timer events that only raise a target above the line: the rate is the line and stays there, and
     * the step is the same at each. Stops before the first event that may do something else.
     */
    private void carryOver(long beforeNanos) {
        if (rate != parameters.lineBitsPerSecond() || target <= rate) {
            return;
        }
        long step;
        long period;
        if (phase == Phase.ADDITIVE_INCREASE && byteStage < parameters.fastRecoveryTimes()) {
            step = parameters.aiBitsPerSecond();
            period = increaseNanos;
        } else if (phase == Phase.HYPER_INCREASE && timeStage >= byteStage) {
            step = hyperStep();
            period = hyperNanos;
        } else {
            return;
        }
        if (timeStage < 1) {
            return;
        }
        // One event is left to the caller: it makes the branches and meets what stops this.
        long count = Timers.countBefore(nextIncrease, period, beforeNanos) - 1;
        if (byteStage == 1 && step > 0) {
            count = Math.min(count, (10 * rate - target) / step);
        }
        if (count <= 0 || (byteStage == 1 && target > 10 * rate)) {
            return;
        }
        target = step == 0 ? target : target + Math.min(count, (MAX_TARGET - target) / step + 1) * step;
        target = Math.min(MAX_TARGET, target);
        timeStage = Timers.addStage(timeStage, count);
        nextIncrease += count * period;
        increaseArmed = nextIncrease - period;
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
        return timeStage;
    }

    @Override
    public int byteStage() {
        return byteStage;
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public MsrParameters parameters() {
        return parameters;
    }

    @Override
    public void save(ByteBuffer buffer) {
        SavedState.putHead(buffer, VARIANT);
        SavedState.putInt(buffer, phase.code());
        SavedState.putInt(buffer, timeStage);
        SavedState.putInt(buffer, byteStage);
        SavedState.putLong(buffer, now);
        SavedState.putLong(buffer, rate);
        SavedState.putLong(buffer, target);
        SavedState.putLong(buffer, leftBytes);
        SavedState.putLong(buffer, nextAlpha);
        SavedState.putLong(buffer, nextIncrease);
        SavedState.putLong(buffer, increaseArmed);
        alpha.save(buffer);
    }

    @Override
    public void load(ByteBuffer buffer) {
        SavedState.checkHead(buffer, VARIANT);
        phase = Phase.of(SavedState.getInt(buffer));
        timeStage = SavedState.getInt(buffer);
        byteStage = SavedState.getInt(buffer);
        now = SavedState.getLong(buffer);
        rate = SavedState.getLong(buffer);
        target = SavedState.getLong(buffer);
        leftBytes = SavedState.getLong(buffer);
        nextAlpha = SavedState.getLong(buffer);
        nextIncrease = SavedState.getLong(buffer);
        increaseArmed = SavedState.getLong(buffer);
        alpha.load(buffer);
    }
}
