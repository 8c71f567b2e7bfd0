package io.stormglass.models.dcqcn;

/**
 * Parameters of the reaction point of the HPCC authors' simulator, {@code cc_mode 1} ("Mellanox").
 *
 * <p>The simulator truncates its periods to whole microseconds, so they are whole here.
 *
 * @param lineBitsPerSecond line rate, start of rate and target
 * @param minBitsPerSecond no cut goes below
 * @param gain g, 0..1
 * @param firstCnpFraction share of the rate that the first CNP leaves, 0..1, before the cut that follows
 * @param clampTarget {@link ClampTarget#ALWAYS} or {@link ClampTarget#AFTER_ANY_INCREASE}
 * @param alphaMicros T_alpha, period of alpha
 * @param decreaseMicros T_dec, period at which CNPs are looked for
 * @param increaseMicros T_inc, period of increases
 * @param fastRecoveryTimes F
 * @param aiBitsPerSecond R_AI
 * @param haiBitsPerSecond R_HAI
 */
public record HpccParameters(
        long lineBitsPerSecond,
        long minBitsPerSecond,
        double gain,
        double firstCnpFraction,
        ClampTarget clampTarget,
        long alphaMicros,
        long decreaseMicros,
        long increaseMicros,
        int fastRecoveryTimes,
        long aiBitsPerSecond,
        long haiBitsPerSecond)
        implements DcqcnParameters {
    public HpccParameters {
        Checks.rates(lineBitsPerSecond, minBitsPerSecond);
        Checks.share("gain", gain);
        Checks.share("share of the rate after the first CNP", firstCnpFraction);
        if (firstCnpFraction * lineBitsPerSecond < minBitsPerSecond) {
            throw new IllegalArgumentException("share of the rate after the first CNP is " + firstCnpFraction
                    + ", which is below the minimum rate of " + minBitsPerSecond + " bit/s");
        }
        if (clampTarget == ClampTarget.AFTER_BYTE_INCREASE) {
            throw new IllegalArgumentException("this variant has no byte counter that could clamp the target");
        }
        Checks.micros("alpha period", alphaMicros);
        Checks.micros("decrease period", decreaseMicros);
        Checks.micros("increase period", increaseMicros);
        Checks.count("number of fast recoveries", fastRecoveryTimes, 0);
        Checks.increases(aiBitsPerSecond, haiBitsPerSecond);
    }

    /** Attribute defaults of the simulator: 55/4/1500 us, g 1/16, F 5, 5 and 50 Mb/s, at least 100 Mb/s. */
    public static HpccParameters attributes(long lineBitsPerSecond) {
        return new HpccParameters(
                lineBitsPerSecond,
                Math.min(lineBitsPerSecond, 100_000_000),
                1.0 / 16,
                1,
                ClampTarget.AFTER_ANY_INCREASE,
                55,
                4,
                1500,
                5,
                5_000_000,
                50_000_000);
    }

    /** {@code dcqcn} of the simulator's run.py, NVIDIA's timers: 1/4/300 us, g 1/256, F 1, increases scaled with the line. */
    public static HpccParameters runDcqcn(long lineBitsPerSecond) {
        return run(lineBitsPerSecond, 1, 4, 300);
    }

    /** {@code dcqcn_paper} of the simulator's run.py: 50/50/55 us, else as {@link #runDcqcn}. */
    public static HpccParameters runDcqcnPaper(long lineBitsPerSecond) {
        return run(lineBitsPerSecond, 50, 50, 55);
    }

    private static HpccParameters run(long line, long alphaMicros, long decreaseMicros, long increaseMicros) {
        return new HpccParameters(
                line,
                Math.min(line, 1_000_000_000),
                1.0 / 256,
                1,
                ClampTarget.AFTER_ANY_INCREASE,
                alphaMicros,
                decreaseMicros,
                increaseMicros,
                1,
                line / 5_000,
                line / 500);
    }

    @Override
    public HpccReactionPoint start() {
        return new HpccReactionPoint(this);
    }
}
