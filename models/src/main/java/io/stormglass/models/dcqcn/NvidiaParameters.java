package io.stormglass.models.dcqcn;

/**
 * Parameters of NVIDIA's firmware, by their firmware names and in their units.
 *
 * @param maxMegabitsPerSecond {@code RPG_MAX_RATE}, here the line rate, Mb/s
 * @param minMegabitsPerSecond {@code RPG_MIN_RATE}, Mb/s
 * @param dceTcpG {@code DCE_TCP_G}: the share of alpha that a period keeps, of 1024
 * @param dceTcpRttMicros {@code DCE_TCP_RTT}: period of alpha
 * @param initialAlpha {@code INITIAL_ALPHA_VALUE}, of 1024
 * @param firstCnpMegabitsPerSecond {@code RATE_TO_SET_ON_FIRST_CNP}, Mb/s; what 0 does is written nowhere, so it is refused
 * @param minDecreaseFactor {@code RPG_MIN_DEC_FAC}: percent of the rate that one cut leaves at least
 * @param gd {@code RPG_GD}: a cut takes {@code rate * alpha / 2^gd}
 * @param monitorMicros {@code RATE_REDUCE_MONITOR_PERIOD}
 * @param clampTarget {@code CLAMP_TGT_RATE} and {@code CLAMP_TGT_RATE_AFTER_TIME_INC}
 * @param timeResetMicros {@code RPG_TIME_RESET}
 * @param byteReset {@code RPG_BYTE_RESET}, in 64 bytes
 * @param threshold {@code RPG_THRESHOLD}
 * @param aiMegabitsPerSecond {@code RPG_AI_RATE}, Mb/s
 * @param haiMegabitsPerSecond {@code RPG_HAI_RATE}, Mb/s
 */
public record NvidiaParameters(
        long maxMegabitsPerSecond,
        long minMegabitsPerSecond,
        int dceTcpG,
        long dceTcpRttMicros,
        int initialAlpha,
        long firstCnpMegabitsPerSecond,
        int minDecreaseFactor,
        int gd,
        long monitorMicros,
        ClampTarget clampTarget,
        long timeResetMicros,
        long byteReset,
        int threshold,
        long aiMegabitsPerSecond,
        long haiMegabitsPerSecond)
        implements DcqcnParameters {
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final long MAX_MEGABITS_PER_SECOND = 1_000_000_000;

    public NvidiaParameters {
        if (minMegabitsPerSecond < 1
                || maxMegabitsPerSecond < minMegabitsPerSecond
                || maxMegabitsPerSecond > MAX_MEGABITS_PER_SECOND) {
            throw new IllegalArgumentException("maximum rate " + maxMegabitsPerSecond + " Mb/s and minimum rate "
                    + minMegabitsPerSecond + " Mb/s: 1 <= minimum <= maximum <= " + MAX_MEGABITS_PER_SECOND
                    + " is needed");
        }
        if (firstCnpMegabitsPerSecond < minMegabitsPerSecond || firstCnpMegabitsPerSecond > maxMegabitsPerSecond) {
            throw new IllegalArgumentException("rate on first CNP is " + firstCnpMegabitsPerSecond + " Mb/s, "
                    + minMegabitsPerSecond + ".." + maxMegabitsPerSecond + " is needed");
        }
        between("DCE_TCP_G", dceTcpG, 0, AlphaOf1024.ONE);
        between("initial alpha", initialAlpha, 0, AlphaOf1024.ONE - 1);
        between("RPG_MIN_DEC_FAC", minDecreaseFactor, 0, 100);
        between("RPG_GD", gd, 0, 62);
        Checks.micros("alpha period", dceTcpRttMicros);
        Checks.micros("decrease period", monitorMicros);
        Checks.micros("increase period", timeResetMicros);
        Checks.count("byte reset", byteReset, 1);
        Checks.count("threshold", threshold, 0);
        Checks.count("additive increase in Mb/s", aiMegabitsPerSecond, 0);
        Checks.count("hyper increase in Mb/s", haiMegabitsPerSecond, 0);
        if (Math.max(aiMegabitsPerSecond, haiMegabitsPerSecond) > MAX_MEGABITS_PER_SECOND) {
            throw new IllegalArgumentException("increases of " + aiMegabitsPerSecond + " and " + haiMegabitsPerSecond
                    + " Mb/s: at most " + MAX_MEGABITS_PER_SECOND + " is possible");
        }
    }

    private static void between(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + ", " + least + ".." + most + " is needed");
        }
    }

    /**
     * Firmware defaults: alpha 1/1019 per us, checks every 4 us, 300 us, 32767 x 64 bytes, threshold 1, 5 and 50 Mb/s, at
     * least 1 Mb/s, target clamped after an increase. The rate on the first CNP, whose default is 0, is read as "none of its own": the line.
     *
     * @param lineMegabitsPerSecond line rate, Mb/s
     */
    public static NvidiaParameters firmware(long lineMegabitsPerSecond) {
        return new NvidiaParameters(
                lineMegabitsPerSecond,
                1,
                1019,
                1,
                1023,
                lineMegabitsPerSecond,
                50,
                11,
                4,
                ClampTarget.AFTER_ANY_INCREASE,
                300,
                32_767,
                1,
                5,
                50);
    }

    @Override
    public NvidiaReactionPoint start() {
        return new NvidiaReactionPoint(this);
    }

    @Override
    public long lineBitsPerSecond() {
        return maxMegabitsPerSecond * BITS_PER_MEGABIT;
    }

    @Override
    public long minBitsPerSecond() {
        return minMegabitsPerSecond * BITS_PER_MEGABIT;
    }
}
