package io.stormglass.models.dcqcn;

/**
 * Parameters of the reaction point as the paper has it.
 *
 * @param lineBitsPerSecond line rate, start of rate and target
 * @param minBitsPerSecond no cut goes below
 * @param gain g, 0..1
 * @param initialAlpha alpha before the first CNP, 0..1
 * @param alphaMicros K, quiet time after which alpha decays, and period of further decay
 * @param increaseMicros T, period of the increase timer
 * @param counterBytes B of the byte counter; 0 for none
 * @param fastRecoveryTimes F
 * @param aiBitsPerSecond R_AI
 * @param haiBitsPerSecond R_HAI
 */
public record PaperParameters(
        long lineBitsPerSecond,
        long minBitsPerSecond,
        double gain,
        double initialAlpha,
        long alphaMicros,
        long increaseMicros,
        long counterBytes,
        int fastRecoveryTimes,
        long aiBitsPerSecond,
        long haiBitsPerSecond)
        implements DcqcnParameters {
    public PaperParameters {
        Checks.rates(lineBitsPerSecond, minBitsPerSecond);
        Checks.share("gain", gain);
        Checks.share("initial alpha", initialAlpha);
        Checks.micros("alpha period", alphaMicros);
        Checks.micros("increase period", increaseMicros);
        Checks.count("byte counter", counterBytes, 0);
        Checks.count("number of fast recoveries", fastRecoveryTimes, 1);
        Checks.increases(aiBitsPerSecond, haiBitsPerSecond);
    }

    /**
     * The deployment of the paper: g 1/256, alpha 1, 55/55 us, 10 MB, F 5, R_AI 40 Mb/s. The paper gives no R_HAI and no
     * minimum: 200 Mb/s is its authors' simulator's, 1 Mb/s NVIDIA's {@code RPG_MIN_RATE}.
     */
    public static PaperParameters deployment(long lineBitsPerSecond) {
        return new PaperParameters(
                lineBitsPerSecond,
                Math.min(lineBitsPerSecond, 1_000_000),
                1.0 / 256,
                1,
                55,
                55,
                10_000_000,
                5,
                40_000_000,
                200_000_000);
    }

    @Override
    public PaperReactionPoint start() {
        return new PaperReactionPoint(this);
    }
}
