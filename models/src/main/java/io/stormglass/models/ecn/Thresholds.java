package io.stormglass.models.ecn;

import io.stormglass.models.dcqcn.MarkingCurve;

/**
 * What a switch marks by. Where Kmin equals Kmax it is a step.
 *
 * @param kminBytes queue up to which nothing is marked
 * @param kmaxBytes queue above which everything is marked
 * @param maxProbability Pmax, 0..1
 */
public record Thresholds(long kminBytes, long kmaxBytes, double maxProbability) {
    public Thresholds {
        if (kminBytes < 0 || kmaxBytes < kminBytes) {
            throw new IllegalArgumentException(
                    "Kmin " + kminBytes + " and Kmax " + kmaxBytes + " bytes: 0 <= Kmin <= Kmax is needed");
        }
        Checks.share("Pmax", maxProbability);
    }

    /** Kmax - Kmin. */
    public long widthBytes() {
        return kmaxBytes - kminBytes;
    }

    /** The curve that a packet meets. */
    public MarkingCurve curve() {
        return new MarkingCurve(kminBytes, kmaxBytes, maxProbability);
    }

    /**
     * The queue at which the curve reaches a probability; Kmax where that is above Pmax.
     *
     * @param probability 0..1
     */
    public double queueBytesAt(double probability) {
        return probability >= maxProbability ? kmaxBytes : kminBytes + probability / maxProbability * widthBytes();
    }
}
