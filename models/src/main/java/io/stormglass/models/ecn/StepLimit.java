package io.stormglass.models.ecn;

import java.util.ArrayList;
import java.util.List;

/**
 * How far one step may go: Kmin, Kmax and Pmax each by a factor. Below one packet a threshold counts as one packet.
 *
 * @param factor per parameter, above 1
 * @param factorTowardsQueue per parameter while pauses are seen, where the change makes the queue longer: Kmin and Kmax up, Pmax down
 */
public record StepLimit(double factor, double factorTowardsQueue) {
    /** 4, and 2 towards more queue while pauses are seen. */
    public static final StepLimit STANDARD = new StepLimit(4, 2);

    private static final double LEAST_PROBABILITY = 0.001;

    /** Whether pauses are seen at the queue's ingress ports. */
    public enum Pauses {
        /** None. */
        NONE,
        /** Some. */
        SEEN
    }

    public StepLimit {
        Checks.above("step factor", factor, 1);
        Checks.above("step factor towards queue", factorTowardsQueue, 1);
    }

    /** The setting to make now on the way to a target; the target itself where it is near enough. */
    public Thresholds next(Thresholds current, Thresholds target, QueueFacts facts, Pauses pauses) {
        double towardsQueue = pauses == Pauses.SEEN ? Math.min(factor, factorTowardsQueue) : factor;
        double least = facts.packetBytes();
        long kmin = Math.round(
                step((double) current.kminBytes(), (double) target.kminBytes(), least, towardsQueue, factor));
        long kmax = Math.round(
                step((double) current.kmaxBytes(), (double) target.kmaxBytes(), least, towardsQueue, factor));
        double pmax = step(current.maxProbability(), target.maxProbability(), LEAST_PROBABILITY, factor, towardsQueue);
        return new Thresholds(kmin, kmax, pmax);
    }

    /** All steps from a setting to a target, which is the last one; none where it is there already. The target stands until it is reached. */
    public List<Thresholds> path(Thresholds current, Thresholds target, QueueFacts facts, Pauses pauses) {
        List<Thresholds> steps = new ArrayList<>();
        for (Thresholds at = current; !at.equals(target); ) {
            at = next(at, target, facts, pauses);
            steps.add(at);
        }
        return List.copyOf(steps);
    }

    private static double step(double from, double to, double least, double up, double down) {
        double start = Math.max(from, least);
        if (to < start / down) {
            return from <= least ? to : start / down;
        }
        return Math.min(to, start * up);
    }
}
