package io.stormglass.models.dcqcn;

import java.nio.ByteBuffer;

/**
 * The reaction point of NVIDIA's firmware as a public model of it has it (google isekai,
 * {@code rdma_roce_cc_dcqcn.cc}; parameters: NVIDIA "DCQCN CC Parameters"). The firmware itself is closed.
 *
 * <pre>
 * first CNP   alpha = INITIAL_ALPHA_VALUE; Rc = Rt = RATE_TO_SET_ON_FIRST_CNP; timers start; no cut
 * CNP         marks alpha's and the check's flag
 * alpha       every DCE_TCP_RTT: floor(G alpha / 1024), plus 1024 - G where a CNP was seen (at most 1023)
 * check       every RATE_REDUCE_MONITOR_PERIOD, where a CNP was seen: Rt = Rc if clamped
 *             Rc = max(RPG_MIN_RATE, Rc - min(floor(Rc alpha / 2^RPG_GD), floor(Rc (100 - RPG_MIN_DEC_FAC) / 100)))
 *             TS = BS = 0, byte count 0, timer anew
 * timer       every RPG_TIME_RESET: increase, then TS = TS + 1
 * bytes       every RPG_BYTE_RESET x 64: increase, then BS = BS + 1; the excess counts for the next
 * increase    min(TS,BS) &gt; RPG_THRESHOLD: Rt = Rt + HAI; else max(TS,BS) &gt;= RPG_THRESHOLD: Rt = Rt + AI
 *             Rt = min(Rt, max); Rc = floor((Rc + Rt)/2)
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>Rc, Rt</td><td>rate and target, whole Mb/s</td></tr>
 * <tr><td>alpha, G</td><td>estimate of congestion and the share it keeps, both of 1024 (G 1019 is a gain of 5/1024)</td></tr>
 * <tr><td>TS, BS</td><td>timer and byte increases since the last cut</td></tr>
 * </table>
 *
 * <p>Bytes count before the first CNP as well, as in the model followed. Of timers that tie the one with the longer
 * period was armed earlier and runs first; with equal periods alpha, then the check, then the timer.
 *
 * <p>Deviation: stages stop at the largest int.
 *
 * <p>Worked number: 100 Gb/s, firmware defaults: CNPs at 10.007 and 60.307 us. The first only starts timers; at 61.007 us alpha is
 * 783, and the check at 62.007 us cuts {@code 100000 x 783 / 2048 = 38232} to 61,768 Mb/s.
 */
public final class NvidiaReactionPoint implements ReactionPoint {
    static final int VARIANT = 4;
    private static final int FIRST_SEEN = 1;
    private static final int ALPHA_SEEN = 2;
    private static final int CUT_DUE = 4;
    private static final long BITS_PER_MEGABIT = 1_000_000;

    private final NvidiaParameters parameters;
    private final AlphaOf1024 table;
    private final long alphaNanos;
    private final long checkNanos;
    private final long increaseNanos;
    private final long counterBytes;

    private int flags;
    private int alpha;
    private int timeStage;
    private int byteStage;
    private long now = Long.MIN_VALUE;
    private long rate;
    private long target;
    private long countedBytes;
    private long nextAlpha = Timers.NEVER;
    private long nextCheck = Timers.NEVER;
    private long nextIncrease = Timers.NEVER;

    NvidiaReactionPoint(NvidiaParameters parameters) {
        this.parameters = parameters;
        table = AlphaOf1024.keeping(parameters.dceTcpG());
        alphaNanos = parameters.dceTcpRttMicros() * Timers.NANOS_PER_MICRO;
        checkNanos = parameters.monitorMicros() * Timers.NANOS_PER_MICRO;
        increaseNanos = parameters.timeResetMicros() * Timers.NANOS_PER_MICRO;
        counterBytes = Math.multiplyExact(parameters.byteReset(), 64L);
        alpha = parameters.initialAlpha();
        rate = parameters.maxMegabitsPerSecond();
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
        boolean beforeAlpha = nextAlpha > first;
        if (nextIncrease == first && (beforeAlpha || increaseNanos > alphaNanos) && !checkGoesFirst(check)) {
            return timeEvent();
        }
        if (check == first && (beforeAlpha || checkNanos > alphaNanos)) {
            return cut();
        }
        return tick();
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
        flags = FIRST_SEEN;
        alpha = parameters.initialAlpha();
        rate = parameters.firstCnpMegabitsPerSecond();
        target = rate;
        nextAlpha = nowNanos + alphaNanos;
        nextCheck = nowNanos + checkNanos;
        nextIncrease = nowNanos + increaseNanos;
        return fired | Branch.FIRST_CNP.bit();
    }

    @Override
    public int sent(long nowNanos, long bytes) {
        Checks.bytes(bytes);
        int fired = advanceTo(nowNanos);
        countedBytes += bytes;
        if (countedBytes >= counterBytes && atRest()) {
            // All but the last, which makes the branches.
            long count = countedBytes / counterBytes - 1;
            byteStage = Timers.addStage(byteStage, count);
            countedBytes -= count * counterBytes;
        }
        while (countedBytes >= counterBytes) {
            fired |= increase() | Branch.BYTE_COUNTER.bit();
            countedBytes -= counterBytes;
            byteStage = Timers.addStage(byteStage, 1);
        }
        return fired;
    }

    /** The earliest of what a flag waits for and of increases before it; 0 where nothing is due. */
    private int flaggedStep(long nowNanos) {
        long alphaDue = (flags & ALPHA_SEEN) == 0 ? Timers.NEVER : nextAlpha;
        long checkDue = (flags & CUT_DUE) == 0 ? Timers.NEVER : nextCheck;
        long first = Math.min(alphaDue, Math.min(checkDue, nextIncrease));
        if (first >= nowNanos) {
            return 0;
        }
        if (checkDue == Timers.NEVER) {
            return alphaDue == first ? tick() : increases(Math.min(nowNanos, alphaDue));
        }
        // An increase does not read alpha: only its order with the check matters.
        if (nextIncrease == first && !checkGoesFirst(checkDue)) {
            return timeEvent();
        }
        if (checkDue == first && (alphaDue > first || checkNanos > alphaNanos)) {
            // Ticks of the check's own nanosecond come before it only where their period is not the shorter one.
            return decay(checkNanos > alphaNanos ? checkDue : checkDue + 1) | cut();
        }
        return tick();
    }

    private boolean checkGoesFirst(long checkDue) {
        return checkDue < nextIncrease || (checkDue == nextIncrease && checkNanos >= increaseNanos);
    }

    private int tick() {
        nextAlpha += alphaNanos;
        if ((flags & ALPHA_SEEN) == 0) {
            alpha = table.decay(alpha, 1);
            return Branch.ALPHA_DECAYED.bit();
        }
        alpha = table.raise(alpha);
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
        alpha = table.decay(alpha, ticks);
        nextAlpha += ticks * alphaNanos;
        return Branch.ALPHA_DECAYED.bit();
    }

    private int cut() {
        nextIncrease = nextCheck + increaseNanos;
        nextCheck += checkNanos;
        if (clamps()) {
            target = rate;
        }
        long byAlpha = (rate * alpha) >> parameters.gd();
        long most = rate * (100 - parameters.minDecreaseFactor()) / 100;
        rate = Math.max(parameters.minMegabitsPerSecond(), rate - Math.min(byAlpha, most));
        timeStage = 0;
        byteStage = 0;
        countedBytes = 0;
        flags &= ~CUT_DUE;
        return Branch.CUT.bit();
    }

    private boolean clamps() {
        return switch (parameters.clampTarget()) {
            case ALWAYS -> true;
            case AFTER_ANY_INCREASE -> byteStage > 0 || timeStage > 0;
            case AFTER_BYTE_INCREASE -> byteStage > 0;
        };
    }

    private void skipChecks(long untilNanos) {
        nextCheck += Timers.countBefore(nextCheck, checkNanos, untilNanos) * checkNanos;
    }

    private int increases(long beforeNanos) {
        int fired = 0;
        while (nextIncrease < beforeNanos) {
            if (atRest()) {
                long count = Timers.countBefore(nextIncrease, increaseNanos, beforeNanos) - 1;
                timeStage = Timers.addStage(timeStage, count);
                nextIncrease += count * increaseNanos;
            }
            fired |= timeEvent();
        }
        return fired;
    }

    /** True where no increase of any kind changes rate or target. */
    private boolean atRest() {
        return target == parameters.maxMegabitsPerSecond() && (rate + target) / 2 == rate;
    }

    private int timeEvent() {
        nextIncrease += increaseNanos;
        int kind = increase();
        timeStage = Timers.addStage(timeStage, 1);
        return kind | Branch.TIMER.bit();
    }

    private int increase() {
        Phase next = phase();
        long step =
                switch (next) {
                    case UNLIMITED, FAST_RECOVERY -> 0;
                    case ADDITIVE_INCREASE -> parameters.aiMegabitsPerSecond();
                    case HYPER_INCREASE -> parameters.haiMegabitsPerSecond();
                };
        target = Math.min(parameters.maxMegabitsPerSecond(), target + step);
        rate = (rate + target) / 2;
        return switch (next) {
            case UNLIMITED, FAST_RECOVERY -> Branch.FAST_RECOVERY.bit();
            case ADDITIVE_INCREASE -> Branch.ADDITIVE_INCREASE.bit();
            case HYPER_INCREASE -> Branch.HYPER_INCREASE.bit();
        };
    }

    @Override
    public long nowNanos() {
        return now;
    }

    @Override
    public long rateBitsPerSecond() {
        return rate * BITS_PER_MEGABIT;
    }

    @Override
    public long targetBitsPerSecond() {
        return target * BITS_PER_MEGABIT;
    }

    @Override
    public double alpha() {
        return (double) alpha / AlphaOf1024.ONE;
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
        if ((flags & FIRST_SEEN) == 0) {
            return Phase.UNLIMITED;
        }
        if (Math.min(timeStage, byteStage) > parameters.threshold()) {
            return Phase.HYPER_INCREASE;
        }
        return Math.max(timeStage, byteStage) >= parameters.threshold() ? Phase.ADDITIVE_INCREASE : Phase.FAST_RECOVERY;
    }

    @Override
    public NvidiaParameters parameters() {
        return parameters;
    }

    @Override
    public void save(ByteBuffer buffer) {
        SavedState.putHead(buffer, VARIANT);
        SavedState.putInt(buffer, flags);
        SavedState.putInt(buffer, alpha);
        SavedState.putInt(buffer, timeStage);
        SavedState.putInt(buffer, byteStage);
        SavedState.putLong(buffer, now);
        SavedState.putLong(buffer, rate);
        SavedState.putLong(buffer, target);
        SavedState.putLong(buffer, countedBytes);
        SavedState.putLong(buffer, nextAlpha);
        SavedState.putLong(buffer, nextCheck);
        SavedState.putLong(buffer, nextIncrease);
    }

    @Override
    public void load(ByteBuffer buffer) {
        SavedState.checkHead(buffer, VARIANT);
        flags = SavedState.getInt(buffer);
        alpha = SavedState.getInt(buffer);
        timeStage = SavedState.getInt(buffer);
        byteStage = SavedState.getInt(buffer);
        now = SavedState.getLong(buffer);
        rate = SavedState.getLong(buffer);
        target = SavedState.getLong(buffer);
        countedBytes = SavedState.getLong(buffer);
        nextAlpha = SavedState.getLong(buffer);
        nextCheck = SavedState.getLong(buffer);
        nextIncrease = SavedState.getLong(buffer);
    }
}
