package io.stormglass.models.advice;

import io.stormglass.models.ecn.Bounds;
import io.stormglass.models.ecn.Cost;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;

/**
 * A cost from formulas, in microseconds. It says which queues are looked at first and nothing else: with bursts it ranks thresholds badly.
 *
 * <pre>
 * q     = queue at which the curve reaches p*; Kmax where Pmax is below p*
 * waste = (1 - min(1, q / (T_inc C / (2N)))) / (2N)
 * delay = q / C, at the 99th percentile with a burst on top
 * pause = share of that which is above where PFC pauses
 * </pre>
 */
final class QuickCost {
    private QuickCost() {}

    static double of(Workload workload, Thresholds thresholds, Profile profile) {
        QueueFacts facts = workload.facts();
        Bounds bounds = Bounds.of(workload);
        int flows = workload.competingFlows();
        double halved = facts.bytes((double) workload.reaction().increaseNanos()) / (2.0 * flows);
        double queue = thresholds.queueBytesAt(bounds.fixedPoint());
        double peak = queue + workload.burstBytes();
        Outcome outcome = new Outcome(
                (1 - Math.min(1, queue / halved)) / (2.0 * flows),
                facts.nanos(queue),
                facts.nanos(peak),
                Math.max(0, 1 - bounds.pausingBytes() / peak),
                Outcome.Slowdown.NONE,
                Outcome.Slowdown.NONE,
                0);
        return Cost.of(outcome, facts).total(profile);
    }
}
