package io.stormglass.models.dcqcn;

/**
 * The fluid model with the timers, clamp and increases that NICs and simulators have: {@link HpccReactionPoint} in the mean.
 *
 * <pre>
 * D      = max(Td, CNP interval)                  lambda = [1 - (1-p)^(D Rc)] / D          x = lambda Ti
 * da/dt  = g/Ta [1 - (1-p)^(Ta Rc) - a]
 * I      = lambda e^(-(F+1) x) [R_AI + R_HAI / (e^x - 1)]
 * dRt/dt = -(Rt-Rc) lambda e^-x + I               (lambda in place of lambda e^-x where the target is clamped at every cut)
 * dRc/dt = -Rc a lambda / 2 + (Rt-Rc)/2 lambda / (e^x - 1) + I/2
 * </pre>
 *
 * <p>Cuts come as a Poisson process of rate lambda. The k-th increase after a cut happens if no cut came for k Ti, so at the rate
 * lambda e^(-k x): the first F recover, the next one adds R_AI, all later ones R_HAI. The target falls to the rate at the first cut after an
 * increase (e^-x of all cuts). An increase moves the target first, so the rate takes half of that rise at once.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>p</td><td>marking probability, as it was tau* ago; so is Rc beside it</td></tr>
 * <tr><td>Ta, Td, Ti, F</td><td>of the reaction point</td></tr>
 * <tr><td>Rc, Rt, R_AI, R_HAI</td><td>packets per second</td></tr>
 * </table>
 *
 * <p>Known failures against packets (docs/design-decisions.md has the figures): queues of a few packets; N = 2, where the queue is
 * predicted too long; 64 flows with 50 us timers and a long round trip; utilisation; the size of oscillations. The share of
 * marked packets that a counter shows is a multiple of p*, so p* is never read off it.
 *
 * <p>Worked number: 100 Gb/s, 4048-byte packets, 1/4/300 us ({@link HpccParameters#runDcqcn}), N = 8: p* = 0.0089.
 *
 * @param parameters of the reaction point
 * @param cnpNanos least time between two CNPs of a flow; 0 for none
 */
public record AdaptedFluidLaw(HpccParameters parameters, long cnpNanos) implements FluidLaw {
    public AdaptedFluidLaw {
        Checks.count("CNP interval in ns", cnpNanos, 0);
    }

    @Override
    public Pace pace(FluidBottleneck bottleneck, double markProbability, double packetsPerSecond) {
        double marks = -packetsPerSecond * StrictMath.log1p(-markProbability);
        double interval = Math.max(parameters.decreaseMicros() / 1e6, cnpNanos / 1e9);
        double timer = parameters.increaseMicros() / 1e6;
        double cuts = -StrictMath.expm1(-marks * interval) / interval;
        double alpha = -StrictMath.expm1(-marks * alphaSeconds());
        double x = cuts * timer;
        double increases = x == 0 ? 1 / timer : cuts / StrictMath.expm1(x);
        double reached = StrictMath.exp(-(parameters.fastRecoveryTimes() + 1) * x);
        double rise = reached
                * (bottleneck.packetsPerSecond(parameters.aiBitsPerSecond()) * cuts
                        + bottleneck.packetsPerSecond(parameters.haiBitsPerSecond()) * increases);
        double falls = parameters.clampTarget() == ClampTarget.ALWAYS ? cuts : cuts * StrictMath.exp(-x);
        return new Pace(cuts, alpha, increases, falls, rise, 1);
    }

    @Override
    public double alphaPerSecond() {
        return parameters.gain() / alphaSeconds();
    }

    private double alphaSeconds() {
        return parameters.alphaMicros() / 1e6;
    }
}
