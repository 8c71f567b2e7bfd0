package io.stormglass.models.advice;

import io.stormglass.models.ecn.Cost;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What live windows show of the cost, to compare the time before a change with the time after it. Waste shows where long flows wait all the time (what the link did not send was
 * lost), queue delay where depths were read at 1 kHz or more, pauses where ingress ports tell; slowdown of messages never does.
 *
 * @param queue as {@code port|queue}
 * @param loadRatio carried load
 * @param longFlows mean at once
 * @param burstBytes mean volume of a burst
 * @param waste term of the cost; null where it does not show, as the others
 * @param delay term
 * @param pause term
 * @param cost over the terms that show, with their weights
 * @param deviation of the mean cost, from window to window; 0 for one window
 * @param oscillation of the CNPs of 10 ms beyond what chance makes: standard deviation by mean
 */
public record Measured(
        String queue,
        double loadRatio,
        double longFlows,
        double burstBytes,
        @Nullable Double waste,
        @Nullable Double delay,
        @Nullable Double pause,
        double cost,
        double deviation,
        double oscillation) {
    private static final double ALWAYS = 0.95;
    private static final double CNP_SLOTS_NANOS = 10_000_000;
    private static final double LIKE = 0.2;
    /** Below this many long flows or bytes of a burst relative differences say nothing. */
    private static final double FEW_FLOWS = 1;

    private static final double FEW_BYTES = 10_000;

    /** Terms of the cost. */
    enum Term {
        WASTE,
        DELAY,
        PAUSE
    }

    /** What the windows show; null where no term does. */
    static @Nullable Measured of(QueueSpan span, QueueFacts facts, Profile profile) {
        List<Cost> costs = new ArrayList<>();
        Set<Term> terms = EnumSet.allOf(Term.class);
        for (QueueLoad window : span.windows()) {
            terms.retainAll(shown(window));
            costs.add(Cost.of(outcome(window, facts), facts));
        }
        if (terms.isEmpty()) {
            return null;
        }
        double[] totals =
                costs.stream().mapToDouble(cost -> total(cost, terms, profile)).toArray();
        double mean = mean(totals);
        return new Measured(
                span.name(),
                span.load(),
                span.longFlows(),
                span.ofBursts(bursts -> bursts.volumeBytes()),
                terms.contains(Term.WASTE) ? mean(costs, Cost::waste) : null,
                terms.contains(Term.DELAY) ? mean(costs, Cost::delay) : null,
                terms.contains(Term.PAUSE) ? mean(costs, Cost::pause) : null,
                mean,
                deviation(totals, mean),
                oscillation(span));
    }

    Set<Term> terms() {
        EnumSet<Term> terms = EnumSet.noneOf(Term.class);
        if (waste != null) {
            terms.add(Term.WASTE);
        }
        if (delay != null) {
            terms.add(Term.DELAY);
        }
        if (pause != null) {
            terms.add(Term.PAUSE);
        }
        return terms;
    }

    private static Set<Term> shown(QueueLoad window) {
        EnumSet<Term> terms = EnumSet.noneOf(Term.class);
        QueueLoad.Flows flows = window.flows();
        if (flows != null && flows.traffic().longFlows() >= ALWAYS) {
            terms.add(Term.WASTE);
        }
        if (QueueSpan.depthsSay(window)) {
            terms.add(Term.DELAY);
        }
        QueueLoad.Counters counters = window.counters();
        QueueLoad.Ingress ingress = counters == null ? null : counters.ingress();
        if (ingress != null && ingress.coveredNanos() > 0) {
            terms.add(Term.PAUSE);
        }
        return terms;
    }

    private static Outcome outcome(QueueLoad window, QueueFacts facts) {
        QueueLoad.Counters counters = window.counters();
        QueueLoad.Ingress ingress = counters == null ? null : counters.ingress();
        QueueLoad.Depths depths = counters == null ? QueueLoad.Depths.NONE : counters.depths();
        double paused = ingress == null || ingress.coveredNanos() == 0
                ? 0
                : Math.min(1, ingress.pausedNanos() / (double) ingress.coveredNanos());
        return new Outcome(
                1 - QueueSpan.load(window),
                facts.nanos(depths.meanBytes()),
                facts.nanos((double) depths.p99Bytes()),
                paused,
                Outcome.Slowdown.NONE,
                Outcome.Slowdown.NONE,
                0);
    }

    /** J over some terms: their weights are made to add up to 1. */
    static double total(Cost cost, Set<Term> terms, Profile profile) {
        double sum = 0;
        double weights = 0;
        for (Term term : terms) {
            double weight = weight(term, profile);
            weights += weight;
            sum += weight
                    * switch (term) {
                        case WASTE -> cost.waste();
                        case DELAY -> cost.delay();
                        case PAUSE -> cost.pause();
                    };
        }
        return weights == 0 ? 0 : sum / weights;
    }

    private static double weight(Term term, Profile profile) {
        return switch (term) {
            case WASTE -> profile.weights().waste();
            case DELAY -> profile.weights().delay();
            case PAUSE -> profile.weights().pause();
        };
    }

    /** Weight of some terms in J. */
    static double share(Set<Term> terms, Profile profile) {
        return terms.stream().mapToDouble(term -> weight(term, profile)).sum();
    }

    /** By how much a prediction says that they change, seed by seed. */
    static Evaluation.Estimate change(Evaluation now, Evaluation then, Set<Term> terms, Profile profile) {
        double[] changes =
                new double[Math.min(now.outcomes().size(), then.outcomes().size())];
        for (int i = 0; i < changes.length; i++) {
            changes[i] = total(Cost.of(then.outcomes().get(i), then.facts()), terms, profile)
                    - total(Cost.of(now.outcomes().get(i), now.facts()), terms, profile);
        }
        double mean = mean(changes);
        return new Evaluation.Estimate(mean, deviation(changes, mean), changes.length);
    }

    /** How much more J is than a prediction for the same setting says, by the terms that show. */
    double residual(Evaluation predicted, Profile profile) {
        Set<Term> terms = terms();
        double sum = 0;
        double share = 0;
        for (Outcome outcome : predicted.outcomes()) {
            Cost cost = Cost.of(outcome, predicted.facts());
            sum += total(cost, terms, profile);
            share += Double.isNaN(cost.slowdown()) ? 1 / (1 - profile.weights().slowdown()) : 1;
        }
        int runs = predicted.outcomes().size();
        return share(terms, profile) * share / runs * (total(terms, profile) - sum / runs);
    }

    /** J over terms that both times show. */
    double total(Set<Term> terms, Profile profile) {
        Cost cost = new Cost(value(waste), value(delay), value(pause), Double.NaN);
        return total(cost, terms, profile);
    }

    private static double value(@Nullable Double term) {
        return term == null ? 0 : term;
    }

    /** True where load, long flows and bursts are within a fifth of each other. */
    boolean isLike(Measured other) {
        return like(loadOffered(), other.loadOffered(), 0.02)
                && like(longFlows, other.longFlows, FEW_FLOWS)
                && like(burstBytes, other.burstBytes, FEW_BYTES);
    }

    /** Where long flows wait all the time, the carried load is a result and not a cause. */
    private double loadOffered() {
        return longFlows >= ALWAYS ? 1 : loadRatio;
    }

    private static boolean like(double a, double b, double few) {
        double most = Math.max(a, b);
        return most <= few || Math.abs(a - b) <= LIKE * most;
    }

    private static double oscillation(QueueSpan span) {
        double sum = 0;
        int windows = 0;
        for (QueueLoad window : span.windows()) {
            QueueLoad.Flows flows = window.flows();
            if (flows != null && flows.cnps() > 0) {
                double slots = Math.max(1, (window.toNanos() - window.fromNanos()) / CNP_SLOTS_NANOS);
                double chance = slots / flows.cnps();
                sum += Math.sqrt(Math.max(0, flows.cnpVariation() * flows.cnpVariation() - chance));
                windows++;
            }
        }
        return windows == 0 ? 0 : sum / windows;
    }

    private static double mean(List<Cost> costs, ToDoubleFunction<Cost> term) {
        return costs.stream().mapToDouble(term).average().orElseThrow();
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static double deviation(double[] values, double mean) {
        if (values.length < 2) {
            return 0;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }
}
