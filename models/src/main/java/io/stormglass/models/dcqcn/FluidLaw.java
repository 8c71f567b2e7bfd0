package io.stormglass.models.dcqcn;

/** How the mean rates of a flow move under a marking probability; rates in packets per second, time in seconds. */
public sealed interface FluidLaw permits WrittenFluidLaw, AdaptedFluidLaw {
    /**
     * How often things happen to a flow of a steady rate under a steady marking probability.
     *
     * @param cuts cuts per second
     * @param alpha what alpha tends to, 0..1
     * @param increases increase events per second
     * @param targetFalls how often per second the target falls to the rate
     * @param targetRise packets per second squared by which increases raise the target
     * @param shareOfRise share of that rise which the rate sees at the same event, 0 or 1
     */
    record Pace(
            double cuts, double alpha, double increases, double targetFalls, double targetRise, double shareOfRise) {}

    /** The pace at a marking probability of 0..1 and a rate above 0. */
    Pace pace(FluidBottleneck bottleneck, double markProbability, double packetsPerSecond);

    /** g per second of alpha's period: how fast alpha follows. */
    double alphaPerSecond();
}
