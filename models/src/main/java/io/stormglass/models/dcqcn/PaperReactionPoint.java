package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * The reaction point of the DCQCN paper (Zhu et al., SIGCOMM 2015, "DCQCN algorithm").
 *
 * <pre>
 * CNP          Rt = Rc; Rc = Rc (1 - alpha/2); then alpha = (1-g) alpha + g; T = BC = 0; timer, byte counter, alpha timer anew
 * alpha timer  after K without a CNP, and every K from then on: alpha = (1-g) alpha
 * timer, B     T = T + 1 every Ti; BC = BC + 1 every B bytes; each:
 *              max(T,BC) &lt; F: nothing; min(T,BC) &gt; F: Rt = Rt + (min(T,BC) - F) R_HAI; else Rt = Rt + R_AI
 *              Rc = (Rt + Rc)/2
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>Rc, Rt</td><td>rate and target</td></tr>
 * <tr><td>alpha, g</td><td>estimate of congestion and its gain</td></tr>
 * <tr><td>K, Ti, B</td><td>alpha period, increase period, byte counter</td></tr>
 * <tr><td>T, BC, F</td><td>timer and byte events since the last CNP, threshold</td></tr>
 * </table>
 *
 * <p>What the paper leaves open, and what is done: hyper increase grows with min(T,BC) - F, the reading of QCN; rate and target
 * are capped at the line and the rate has a minimum, because a NIC has both; rates are whole bit/s, rounded down, so that a
 * state at rest is reached exactly; bytes beyond one period of the counter count for the next; before the first CNP nothing runs. Far decay of alpha as
 * {@link DecayingAlpha} says.
 *
 * <p>Worked number: 40 Gb/s, alpha 1, two CNPs 50 us apart: 20 Gb/s with target 40, then 10 Gb/s with target 20, alpha 1 still.
 */
public final class PaperReactionPoint implements ReactionPoint {
    static final int VARIANT = 3;

    private final PaperParameters parameters;
    private final double keep;
    private final long alphaNanos;
    private final long increaseNanos;

    private final DecayingAlpha alpha;
    private int timeStage;
    private int byteStage;
    private long now = Long.MIN_VALUE;
    private long rate;
    private long target;
    private long countedBytes;
    private long nextAlpha = Timers.NEVER;
    private long nextIncrease = Timers.NEVER;

    PaperReactionPoint(PaperParameters parameters) {
        this.parameters = parameters;
        keep = 1 - parameters.gain();
        alphaNanos = parameters.alphaMicros() * Timers.NANOS_PER_MICRO;
        increaseNanos = parameters.increaseMicros() * Timers.NANOS_PER_MICRO;
        alpha = new DecayingAlpha(parameters.initialAlpha());
        rate = parameters.lineBitsPerSecond();
        target = rate;
    }

    @Override
    public int next(long beforeNanos) {
        long first = Math.min(nextAlpha, nextIncrease);
        if (first >= beforeNanos) {
            return 0;
        }
        now = first;
        // Both started at one CNP, alpha's first: of two that tie the one with the longer period was armed earlier.
        if (nextIncrease == first && (nextAlpha != first || increaseNanos > alphaNanos)) {
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
            if (atRest()) {
                // All but the last, which makes the branches.
                long count = Timers.countBefore(nextIncrease, increaseNanos, nowNanos) - 1;
                timeStage = Timers.addStage(timeStage, count);
                nextIncrease += count * increaseNanos;
            }
            fired |= timeEvent();
        }
        now = nowNanos;
        return fired;
    }

    @Override
    public int cnp(long nowNanos) {
        int fired = advanceTo(nowNanos);
        Branch arrival = nextAlpha == Timers.NEVER ? Branch.FIRST_CNP : Branch.CNP;
        double old = alpha.value(keep);
        target = rate;
        rate = Math.max(parameters.minBitsPerSecond(), (long) (rate * (1 - old / 2)));
        alpha.set(keep * old + parameters.gain());
        timeStage = 0;
        byteStage = 0;
        countedBytes = 0;
        nextAlpha = nowNanos + alphaNanos;
        nextIncrease = nowNanos + increaseNanos;
        return fired | arrival.bit() | Branch.CUT.bit() | Branch.ALPHA_RAISED.bit();
    }

    @Override
    public int sent(long nowNanos, long bytes) {
        Checks.bytes(bytes);
        int fired = advanceTo(nowNanos);
        long period = parameters.counterBytes();
        if (nextAlpha == Timers.NEVER || period == 0) {
            return fired;
        }
        countedBytes += bytes;
        if (countedBytes >= period && atRest()) {
            long count = countedBytes / period - 1;
            byteStage = Timers.addStage(byteStage, count);
            countedBytes -= count * period;
        }
        while (countedBytes >= period) {
            countedBytes -= period;
            byteStage = Timers.addStage(byteStage, 1);
            fired |= increase() | Branch.BYTE_COUNTER.bit();
        }
        return fired;
    }

    /** True where no increase of any kind changes rate or target. */
    private boolean atRest() {
        return target == parameters.lineBitsPerSecond() && (rate + target) / 2 == rate;
    }

    private int timeEvent() {
        nextIncrease += increaseNanos;
        timeStage = Timers.addStage(timeStage, 1);
        return increase() | Branch.TIMER.bit();
    }

    private int increase() {
        Branch kind = Branch.FAST_RECOVERY;
        int threshold = parameters.fastRecoveryTimes();
        if (Math.min(timeStage, byteStage) > threshold) {
            kind = Branch.HYPER_INCREASE;
            raise(Math.min(timeStage, byteStage) - threshold, parameters.haiBitsPerSecond());
        } else if (Math.max(timeStage, byteStage) >= threshold) {
            kind = Branch.ADDITIVE_INCREASE;
            raise(1, parameters.aiBitsPerSecond());
        }
        rate = (rate + target) / 2;
        return kind.bit();
    }

    private void raise(long steps, long stepBitsPerSecond) {
        long room = parameters.lineBitsPerSecond() - target;
        target = stepBitsPerSecond > 0 && steps > room / stepBitsPerSecond
                ? parameters.lineBitsPerSecond()
                : target + steps * stepBitsPerSecond;
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
        if (nextAlpha == Timers.NEVER) {
            return Phase.UNLIMITED;
        }
        // The next event raises one of the two counts first; which one is not known: the timer's is assumed.
        int threshold = parameters.fastRecoveryTimes();
        int time = Timers.addStage(timeStage, 1);
        if (Math.min(time, byteStage) > threshold) {
            return Phase.HYPER_INCREASE;
        }
        return Math.max(time, byteStage) < threshold ? Phase.FAST_RECOVERY : Phase.ADDITIVE_INCREASE;
    }

    @Override
    public PaperParameters parameters() {
        return parameters;
    }

    @Override
    public void save(ByteBuffer buffer) {
        SavedState.putHead(buffer, VARIANT);
        SavedState.putInt(buffer, timeStage);
        SavedState.putInt(buffer, byteStage);
        SavedState.putLong(buffer, now);
        SavedState.putLong(buffer, rate);
        SavedState.putLong(buffer, target);
        SavedState.putLong(buffer, countedBytes);
        SavedState.putLong(buffer, nextAlpha);
        SavedState.putLong(buffer, nextIncrease);
        alpha.save(buffer);
    }

    @Override
    public void load(ByteBuffer buffer) {
        SavedState.checkHead(buffer, VARIANT);
        timeStage = SavedState.getInt(buffer);
        byteStage = SavedState.getInt(buffer);
        now = SavedState.getLong(buffer);
        rate = SavedState.getLong(buffer);
        target = SavedState.getLong(buffer);
        countedBytes = SavedState.getLong(buffer);
        nextAlpha = SavedState.getLong(buffer);
        nextIncrease = SavedState.getLong(buffer);
        alpha.load(buffer);
    }
}
