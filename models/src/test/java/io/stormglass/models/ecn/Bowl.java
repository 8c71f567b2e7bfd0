package io.stormglass.models.ecn;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A landscape with one lowest place, a few tenths of an octave beside a closed form, seen through noise: some of it the same for every setting of a seed, some not. Below p*
 * it pauses.
 */
public final class Bowl implements WhatIf {
    private final Thresholds lowest;
    private final double fixedPoint;
    private final double noise;
    final List<Thresholds> asked = new ArrayList<>();

    public Bowl(Workload truth, Profile profile, double octavesAway, double noise) {
        Bounds bounds = Bounds.of(truth);
        Thresholds closed = bounds.into(ClosedForm.of(truth, profile).thresholds());
        double factor = Math.pow(2, octavesAway);
        long kmin = Math.round(closed.kminBytes() / factor);
        lowest = bounds.into(
                new Thresholds(kmin, kmin + Math.round(closed.widthBytes() * factor), closed.maxProbability()));
        fixedPoint = bounds.fixedPoint();
        this.noise = noise;
    }

    public Thresholds lowest() {
        return lowest;
    }

    @Override
    public String name() {
        return "bowl";
    }

    @Override
    public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
        asked.add(thresholds);
        double away = 0.15 * square((double) thresholds.kminBytes(), (double) lowest.kminBytes(), workload.facts())
                + 0.3 * square(slope(thresholds), slope(lowest), workload.facts());
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < seeds.count(); i++) {
            long seed = seeds.first() + i;
            double common = new SplittableRandom(seed).nextDouble(-0.2, 0.2);
            double own =
                    noise * new SplittableRandom(seed ^ thresholds.hashCode() * 0x9e3779b97f4a7c15L).nextDouble(-1, 1);
            double waste = 0.1 * (1 + Math.min(3, away)) * (1 + common + own);
            outcomes.add(new Outcome(
                    waste,
                    workload.facts().referenceDelayNanos(),
                    4 * workload.facts().referenceDelayNanos(),
                    thresholds.maxProbability() < fixedPoint ? 0.2 : 0,
                    Outcome.Slowdown.NONE,
                    Outcome.Slowdown.NONE,
                    100_000));
        }
        return new Evaluation(thresholds, workload.facts(), outcomes);
    }

    private static double slope(Thresholds thresholds) {
        return thresholds.widthBytes() / Math.max(0.001, thresholds.maxProbability());
    }

    private static double square(double bytes, double other, QueueFacts facts) {
        double octaves =
                Math.log(Math.max(facts.packetBytes(), bytes) / Math.max(facts.packetBytes(), other)) / Math.log(2);
        return octaves * octaves;
    }
}
