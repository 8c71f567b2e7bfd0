package io.stormglass.models.ecn;

import java.util.List;

/**
 * What a {@link WhatIf} says of one setting.
 *
 * @param thresholds the setting
 * @param facts of the queue
 * @param outcomes one per seed, in the order of the seeds
 */
public record Evaluation(Thresholds thresholds, QueueFacts facts, List<Outcome> outcomes) {
    /** Normal quantile of a two-sided 95 % interval. */
    private static final double Z95 = 1.96;

    public Evaluation {
        outcomes = List.copyOf(outcomes);
        Checks.atLeast("number of outcomes", outcomes.size(), 1);
    }

    /**
     * A mean over seeds.
     *
     * @param mean of the seeds
     * @param deviation standard deviation of what the interval is of; 0 for one seed, of which nothing can be said
     * @param seeds how many it rests on
     */
    public record Estimate(double mean, double deviation, int seeds) {
        /** Lower end of the 95 % interval. */
        public double low() {
            return mean - quantile() * deviation;
        }

        /** Upper end of the 95 % interval. */
        public double high() {
            return mean + quantile() * deviation;
        }

        /** Student's t for 95 %, two-sided, by the first terms of its expansion in 1 / degrees of freedom. */
        private double quantile() {
            double freedom = Math.max(1, seeds - 1);
            double z3 = Z95 * Z95 * Z95;
            return Z95
                    + (z3 + Z95) / (4 * freedom)
                    + (5 * z3 * Z95 * Z95 + 16 * z3 + 3 * Z95) / (96 * freedom * freedom);
        }

        static Estimate of(double[] values) {
            return of(values, 0);
        }

        /** With the spread of a mean over so many other values added; 0 for none. */
        private static Estimate of(double[] values, int others) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            double mean = sum / values.length;
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            int n = values.length;
            double variance = n < 2 ? 0 : squares / (n - 1);
            double share = 1.0 / n + (others == 0 ? 0 : 1.0 / others);
            return new Estimate(mean, Math.sqrt(variance * share), n);
        }
    }

    /** J with its interval. */
    public Estimate cost(Profile profile) {
        return Estimate.of(costs(profile));
    }

    /**
     * What J another measurement will show, with the interval that holds both its chance and ours.
     *
     * @param runs of the length of a run here that it is the mean of, at least 1
     */
    public Estimate predictedCost(Profile profile, int runs) {
        Checks.atLeast("runs of the measurement", runs, 1);
        return Estimate.of(costs(profile), runs);
    }

    /** J of each seed. */
    public double[] costs(Profile profile) {
        return outcomes.stream()
                .mapToDouble(outcome -> Cost.of(outcome, facts).total(profile))
                .toArray();
    }

    /**
     * By how much this costs less than another setting with the same seeds, seed by seed.
     *
     * @throws IllegalArgumentException if the other has not as many seeds
     */
    public Estimate gainOver(Evaluation other, Profile profile) {
        double[] ours = costs(profile);
        double[] theirs = other.costs(profile);
        if (ours.length != theirs.length) {
            throw new IllegalArgumentException(
                    "evaluations of " + ours.length + " and " + theirs.length + " seeds cannot be paired");
        }
        double[] gains = new double[ours.length];
        for (int i = 0; i < gains.length; i++) {
            gains[i] = theirs[i] - ours[i];
        }
        return Estimate.of(gains);
    }

    /** Mean paused share, 0..1. */
    public double pausedRatio() {
        double sum = 0;
        for (Outcome outcome : outcomes) {
            sum += outcome.pausedRatio();
        }
        return sum / outcomes.size();
    }

    /** What it took. */
    public long packetHops() {
        long sum = 0;
        for (Outcome outcome : outcomes) {
            sum += outcome.packetHops();
        }
        return sum;
    }
}
