package io.stormglass.models.dcqcn;

/**
 * The fluid model of "ECN or Delay" (Zhu et al., CoNEXT 2016) as written: every cut sets the target to the rate, increases are
 * additive only.
 *
 * <pre>
 * da/dt  = g/tau' [1 - (1-p)^(tau' Rc) - a]
 * dRt/dt = -(Rt-Rc)/tau [1 - (1-p)^(tau Rc)]
 *          + R_AI Rc (1-p)^(F B) p / ((1-p)^-B - 1) + R_AI Rc (1-p)^(F T Rc) p / ((1-p)^(-T Rc) - 1)
 * dRc/dt = -Rc a / (2 tau) [1 - (1-p)^(tau Rc)] + (Rt-Rc)/2 Rc [p / ((1-p)^-B - 1) + p / ((1-p)^(-T Rc) - 1)]
 * </pre>
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>p</td><td>marking probability, as it was tau* ago; so is Rc beside it</td></tr>
 * <tr><td>Rc, Rt, R_AI</td><td>packets per second</td></tr>
 * <tr><td>tau, tau'</td><td>least time between two CNPs; period of alpha</td></tr>
 * <tr><td>T, B, F</td><td>increase timer; byte counter, in packets; fast recoveries</td></tr>
 * </table>
 *
 * <p>For small p the fixed point is {@code p* = cbrt(R_AI N^2 / (tau' C^2) (1/B + N/(T C))^2)}: {@link #smallProbability}. Worked
 * number: 40 Gb/s, 1 kB packets, the paper's deployment, N = 2: 0.093 %.
 *
 * @param parameters g, periods, F and R_AI; R_HAI is not part of this law
 * @param cnpNanos tau
 */
public record WrittenFluidLaw(PaperParameters parameters, long cnpNanos) implements FluidLaw {
    public WrittenFluidLaw {
        Checks.count("CNP interval in ns", cnpNanos, 1);
    }

    /** The paper's deployment, a CNP per 50 us. */
    public static WrittenFluidLaw deployment(long lineBitsPerSecond) {
        return new WrittenFluidLaw(PaperParameters.deployment(lineBitsPerSecond), 50_000);
    }

    @Override
    public Pace pace(FluidBottleneck bottleneck, double markProbability, double packetsPerSecond) {
        double logKept = StrictMath.log1p(-markProbability);
        double marks = -packetsPerSecond * logKept;
        double tau = cnpNanos / 1e9;
        double cuts = -StrictMath.expm1(-marks * tau) / tau;
        double alpha = -StrictMath.expm1(-marks * alphaSeconds());
        double perMark = packetsPerSecond * markProbability;
        double packets = counterPackets(bottleneck);
        double byBytes =
                packets == 0 ? 0 : events(perMark, -packets * logKept, packetsPerSecond / Math.max(1, packets));
        double byTime = events(perMark, marks * timerSeconds(), 1 / timerSeconds());
        int threshold = parameters.fastRecoveryTimes();
        double late = byBytes * StrictMath.exp(threshold * packets * logKept)
                + byTime * StrictMath.exp(-threshold * marks * timerSeconds());
        double rise = bottleneck.packetsPerSecond(parameters.aiBitsPerSecond()) * late;
        return new Pace(cuts, alpha, byBytes + byTime, cuts, rise, 0);
    }

    /** Events per second of a period that is disturbed so often within it; never disturbed, the plain rate. */
    private static double events(double perMark, double disturbances, double undisturbed) {
        return disturbances == 0 ? undisturbed : perMark / StrictMath.expm1(disturbances);
    }

    /** The closed form of p* for small p; meaningless above 1. */
    public double smallProbability(FluidBottleneck bottleneck) {
        double capacity = bottleneck.packetsPerSecond();
        double flows = bottleneck.flows();
        double packets = counterPackets(bottleneck);
        double pace = (packets == 0 ? 0 : 1 / packets) + flows / (timerSeconds() * capacity);
        double rise = bottleneck.packetsPerSecond(parameters.aiBitsPerSecond());
        return StrictMath.cbrt(rise * flows * flows / (alphaSeconds() * capacity * capacity) * pace * pace);
    }

    @Override
    public double alphaPerSecond() {
        return parameters.gain() / alphaSeconds();
    }

    private double counterPackets(FluidBottleneck bottleneck) {
        return parameters.counterBytes() / (double) bottleneck.packetBytes();
    }

    private double alphaSeconds() {
        return parameters.alphaMicros() / 1e6;
    }

    private double timerSeconds() {
        return parameters.increaseMicros() / 1e6;
    }
}
