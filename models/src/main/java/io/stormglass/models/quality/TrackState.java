package io.stormglass.models.quality;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a partition remembers of an agent, or of what an agent tells of a port. */
public sealed interface TrackState {
    /** Fabric. */
    String fabric();

    /** Agent. */
    String agent();

    /** An agent. Times are ends of steps, 0 for never. */
    record OfAgent(
            String fabric,
            String agent,
            long heardNanos,
            boolean heartbeats,
            long epoch,
            long goodbyeEpoch,
            long goodbyeSequence,
            long skewSinceNanos,
            long skewHeardNanos,
            long skewNanos,
            @Nullable Long worstOffsetNanos,
            long gaps,
            long openHoles,
            long duplicates,
            long late)
            implements TrackState {}

    /**
     * A port as an agent tells of it.
     *
     * @param linkDowned how often its link went down, by its newest counter; -1 where that is not read
     * @param downNanos when it was seen to go down, as in {@link CountedLink}
     * @param linkReadNanos when that was last read, 0 for never
     */
    record OfPort(
            String fabric,
            String agent,
            String device,
            String port,
            long heardNanos,
            long refreshedNanos,
            long duplicates,
            long late,
            List<Group> groups,
            List<Totals> totals,
            long linkDowned,
            List<Long> downNanos,
            long linkReadNanos)
            implements TrackState {
        public OfPort {
            groups = List.copyOf(groups);
            totals = List.copyOf(totals);
            downNanos = List.copyOf(downNanos);
        }
    }

    /**
     * When the source refreshed a group of counters.
     *
     * @param newestNanos newest refresh, by the source's own time
     * @param gapNanos between it and the one before; 0 where not known
     * @param gapBeforeNanos the gap before that one; 0 where not known
     * @param nominalNanos as the source names it; 0 where it does not
     */
    record Group(int id, long newestNanos, long gapNanos, long gapBeforeNanos, long nominalNanos) {}

    /**
     * Running totals of a port that stand in one event.
     *
     * @param values -1 where not read
     * @param resets times that one of them fell
     */
    record Totals(long id, long refreshedNanos, List<Long> values, long resets) {
        public Totals {
            values = List.copyOf(values);
        }
    }
}
