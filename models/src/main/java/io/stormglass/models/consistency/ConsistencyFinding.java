package io.stormglass.models.consistency;

import io.stormglass.models.event.PortKey;
import java.util.Comparator;
import java.util.List;

/**
 * Settings that do not fit, from when they were seen to when that is over.
 *
 * @param fabric pause domain
 * @param entity device, or link as {@code device/port - device/port}
 * @param ports whom it concerns, both ends of links
 * @param sinceNanos since when it is so, event time
 * @param phase where it is in its life
 * @param phaseNanos PENDING: seen first; CLEARING, CLEARED, DROPPED: it was mended; OPEN: as {@code sinceNanos}
 * @param changedNanos event time at which this version was made
 * @param evidence in words
 */
public record ConsistencyFinding(
        String fabric,
        ConsistencyKind kind,
        String entity,
        List<PortKey> ports,
        long sinceNanos,
        Phase phase,
        long phaseNanos,
        long changedNanos,
        List<String> evidence) {
    static final Comparator<ConsistencyFinding> ORDER =
            Comparator.comparing(ConsistencyFinding::kind).thenComparing(ConsistencyFinding::entity);

    /** Where a finding is in its life. */
    public enum Phase {
        /** It is so, but not long enough to be told. */
        PENDING,
        /** Told. */
        OPEN,
        /** Told, and mended not long enough ago to say so. */
        CLEARING,
        /** Told, and mended. Its life is over. */
        CLEARED,
        /** Never told, and mended. Its life is over. */
        DROPPED
    }

    public ConsistencyFinding {
        ports = List.copyOf(ports);
        evidence = List.copyOf(evidence);
    }

    /** Same each time that it appears. */
    public String id() {
        return fabric + "/" + kind.text() + "/" + entity;
    }

    /** True where somebody should be told of this version. */
    public boolean isTold() {
        return phase == Phase.OPEN || phase == Phase.CLEARED;
    }

    /** True where nothing more can come of it. */
    public boolean isOver() {
        return phase == Phase.CLEARED || phase == Phase.DROPPED;
    }

    ConsistencyFinding in(Phase other, long otherPhaseNanos, long atNanos) {
        return new ConsistencyFinding(
                fabric, kind, entity, ports, sinceNanos, other, otherPhaseNanos, atNanos, evidence);
    }

    /** The same with what is seen of it now. */
    ConsistencyFinding seen(Condition condition, long atNanos) {
        return new ConsistencyFinding(
                fabric, kind, entity, condition.ports(), sinceNanos, phase, phaseNanos, atNanos, condition.evidence());
    }
}
