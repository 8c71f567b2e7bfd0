package io.stormglass.models.advice;

import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Queues of one object that go through about the same, and the one of them that stands for all.
 *
 * @param span of that one
 * @param estimate of that one
 * @param cost of it at the current setting, roughly
 * @param queues all of them, as {@code port|queue}
 */
record Kind(QueueSpan span, WorkloadEstimate estimate, double cost, List<String> queues) {
    Kind {
        queues = List.copyOf(queues);
    }

    Workload workload() {
        return estimate.workload();
    }

    /** Kinds, the most expensive first. */
    static List<Kind> of(
            List<QueueSpan> spans, List<WorkloadEstimate> estimates, Thresholds current, AdviceSettings settings) {
        Map<String, Kind> kinds = new TreeMap<>();
        for (int i = 0; i < spans.size(); i++) {
            WorkloadEstimate estimate = estimates.get(i);
            double cost = QuickCost.of(estimate.workload(), current, settings.profile());
            Kind one =
                    new Kind(spans.get(i), estimate, cost, List.of(spans.get(i).name()));
            kinds.merge(likeness(estimate.workload()), one, Kind::with);
        }
        List<Kind> sorted = new ArrayList<>(kinds.values());
        sorted.sort(Comparator.comparingDouble(Kind::cost)
                .reversed()
                .thenComparing(kind -> kind.span().name()));
        return sorted;
    }

    private Kind with(Kind other) {
        List<String> all = new ArrayList<>(queues);
        all.addAll(other.queues);
        Kind worse = other.cost > cost ? other : this;
        return new Kind(worse.span, worse.estimate, worse.cost, all);
    }

    /** Equal for workloads whose numbers are within about a third of each other. */
    private static String likeness(Workload workload) {
        return String.join(
                " ",
                Long.toString(workload.facts().lineBitsPerSecond()),
                workload.reaction().toString(),
                step(workload.facts().packetBytes()),
                step((double) workload.facts().baseRttNanos()),
                step(workload.longFlows()),
                step(workload.bursts().fanIn()),
                step((double) workload.bursts().volumeBytes()),
                step((double) workload.bursts().periodNanos()),
                step(100 * workload.messages().load()),
                step(workload.messages().any() ? workload.messages().meanByteBytes() : 0));
    }

    private static String step(double value) {
        return Long.toString(Math.round(2 * StrictMath.log(Math.max(0, value) + 1) / StrictMath.log(2)));
    }
}
