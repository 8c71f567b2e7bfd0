package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import java.util.ArrayList;
import java.util.List;

/** Asks {@link QueueModel}. */
public final class PacketQueueWhatIf implements WhatIf {
    private static final long WARM_UP_NANOS = 2_000_000;
    private static final long MOST_NANOS = 40_000_000;
    private static final long LEAST_NANOS = 15_000_000;
    /** Packets of line rate that are measured where that lies between the spans above. */
    private static final double PACKETS = 125_000;

    /** How long a run of a workload is. */
    @FunctionalInterface
    public interface Spans {
        /** The span. */
        Span of(Workload workload);
    }

    private final Spans spans;

    private PacketQueueWhatIf(Spans spans) {
        this.spans = spans;
    }

    /** For a search: 125,000 packets of line rate, but 15 to 40 ms. */
    public static PacketQueueWhatIf standard() {
        return new PacketQueueWhatIf(PacketQueueWhatIf::standardSpan);
    }

    /** With the same span for all. */
    public static PacketQueueWhatIf over(Span span) {
        return new PacketQueueWhatIf(workload -> span);
    }

    private static Span standardSpan(Workload workload) {
        QueueFacts facts = workload.facts();
        double nanos = facts.nanos(PACKETS * facts.packetBytes());
        return new Span(WARM_UP_NANOS, Math.clamp((long) nanos, LEAST_NANOS, MOST_NANOS));
    }

    @Override
    public String name() {
        return "packet-queue";
    }

    @Override
    public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
        Span span = spans.of(workload);
        List<Outcome> outcomes = new ArrayList<>(seeds.count());
        for (int i = 0; i < seeds.count(); i++) {
            outcomes.add(QueueModel.run(workload, thresholds, seeds.first() + i, span)
                    .outcome());
        }
        return new Evaluation(thresholds, workload.facts(), outcomes);
    }
}
