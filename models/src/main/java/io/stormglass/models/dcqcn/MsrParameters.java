package io.stormglass.models.dcqcn;

/**
 * Parameters of the reaction point of the DCQCN authors' simulator.
 *
 * @param lineBitsPerSecond line rate, start of rate and target
 * @param minBitsPerSecond no cut goes below
 * @param gain g, 0..1
 * @param initialAlpha alpha before the first CNP, 0..1
 * @param clampTarget when a cut sets the target
 * @param alphaMicros K, quiet time after which alpha decays, and period of further decay
 * @param increaseMicros T, period of the increase timer; half of it, whole microseconds, in hyper increase
 * @param counterBytes B of the byte counter; half of it in hyper increase
 * @param fastRecoveryTimes F
 * @param aiBitsPerSecond R_AI
 * @param haiBitsPerSecond R_HAI
 */
public record MsrParameters(
        long lineBitsPerSecond,
        long minBitsPerSecond,
        double gain,
        double initialAlpha,
        ClampTarget clampTarget,
        long alphaMicros,
        long increaseMicros,
        long counterBytes,
        int fastRecoveryTimes,
        long aiBitsPerSecond,
        long haiBitsPerSecond)
        implements DcqcnParameters {
    public MsrParameters {
        Checks.rates(lineBitsPerSecond, minBitsPerSecond);
        Checks.share("gain", gain);
        Checks.share("initial alpha", initialAlpha);
        Checks.micros("alpha period", alphaMicros);
        Checks.count("increase period in us", increaseMicros, 2);
        Checks.micros("increase period", increaseMicros);
        Checks.count("byte counter", counterBytes, 2);
        Checks.count("number of fast recoveries", fastRecoveryTimes, 1);
        Checks.increases(aiBitsPerSecond, haiBitsPerSecond);
    }

    /** Attribute defaults of the simulator: g 1/16, 55/1500 us, 150 kB, F 5, 5 and 50 Mb/s; alpha 0.5 as its code has it. */
    public static MsrParameters attributes(long lineBitsPerSecond) {
        return new MsrParameters(
                lineBitsPerSecond,
                Math.min(lineBitsPerSecond, 100_000_000),
                1.0 / 16,
                0.5,
                ClampTarget.AFTER_BYTE_INCREASE,
                55,
                1500,
                150_000,
                5,
                5_000_000,
                50_000_000);
    }

    /** Shipped config.txt: g 1/256, 55/60 us, 300 MB, F 5, 40 and 200 Mb/s, target always clamped. */
    public static MsrParameters shipped(long lineBitsPerSecond) {
        return new MsrParameters(
                lineBitsPerSecond,
                Math.min(lineBitsPerSecond, 100_000_000),
                1.0 / 256,
                0.5,
                ClampTarget.ALWAYS,
                55,
                60,
                300_000_000,
                5,
                40_000_000,
                200_000_000);
    }

    @Override
    public MsrReactionPoint start() {
        return new MsrReactionPoint(this);
    }
}
