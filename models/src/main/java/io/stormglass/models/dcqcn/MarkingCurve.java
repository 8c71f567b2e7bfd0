package io.stormglass.models.dcqcn;

/**
 * The congestion point: RED on the instantaneous egress queue q (DCQCN paper, section "CP"; comparisons and order of operations of
 * alibaba-edu/High-Precision-Congestion-Control 9f4be2a, {@code switch-mmu.cc}).
 *
 * <pre>
 * p(q) = 0                                  q &lt;= Kmin
 *      = Pmax (q - Kmin) / (Kmax - Kmin)    Kmin &lt; q &lt;= Kmax
 *      = 1                                  q &gt; Kmax
 * </pre>
 *
 * At Kmax the probability is Pmax, one byte above it is 1. Whether q is read at enqueue or at dequeue is the caller's: that simulator reads it
 * at dequeue, after the leaving packet.
 *
 * <p>Worked number: 5/200 kB, 1 %: a queue of 102.5 kB is marked with probability 0.005.
 *
 * @param kminBytes queue up to which nothing is marked
 * @param kmaxBytes queue above which everything is marked
 * @param maxProbability Pmax, 0..1
 */
public record MarkingCurve(long kminBytes, long kmaxBytes, double maxProbability) {
    public MarkingCurve {
        if (kminBytes < 0 || kmaxBytes < kminBytes) {
            throw new IllegalArgumentException(
                    "Kmin " + kminBytes + " and Kmax " + kmaxBytes + " bytes: 0 <= Kmin <= Kmax is needed");
        }
        Checks.share("Pmax", maxProbability);
    }

    /** Paper: 5 kB, 200 kB, 1 %. */
    public static MarkingCurve paper() {
        return new MarkingCurve(5_000, 200_000, 0.01);
    }

    /** run.py of the HPCC simulator: 100 kB, 400 kB, 20 % per 25 Gb/s, linear in the line rate. */
    public static MarkingCurve hpcc(long lineBitsPerSecond) {
        return new MarkingCurve(lineBitsPerSecond / 250_000, lineBitsPerSecond / 62_500, 0.2);
    }

    /** The step for DCTCP in the same file: 30 kB per 10 Gb/s. */
    public static MarkingCurve dctcp(long lineBitsPerSecond) {
        long bytes = Math.multiplyExact(lineBitsPerSecond, 3) / 1_000_000;
        return new MarkingCurve(bytes, bytes, 1);
    }

    /** The probability that a packet is marked at this queue, 0..1. */
    public double probability(long queueBytes) {
        if (queueBytes > kmaxBytes) {
            return 1;
        }
        if (queueBytes <= kminBytes) {
            return 0;
        }
        return maxProbability * (queueBytes - kminBytes) / (kmaxBytes - kminBytes);
    }

    /**
     * Decides about one packet.
     *
     * @param uniform a uniform draw from 0 up to 1
     */
    public boolean marks(long queueBytes, double uniform) {
        return uniform < probability(queueBytes);
    }
}
