package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.StormRule;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One storm, whole, at one moment. It is all that the graph remembers of it.
 *
 * @param id derived from run, fabric, entity of the first port and its opening; never changes
 * @param cluster of the origin, else of the fabric, by the inventory; empty where that says none
 * @param rule what the incident as a whole is, the strongest of its ports' rules unless its origin makes progress; the text of a {@link StormRule},
 *     or {@link #CONGESTION}, {@link #LOSSLESS_DROP}
 * @param confidence in origin and cause, 0..1
 * @param originEntity host or switch that pauses without being paused; empty where the observer cannot know
 * @param originDevice device of the port that receives the pause, or of the observation where the origin is unknown
 * @param originPort port that receives the pause, or of the observation where the origin is unknown
 * @param originPriorities sorted; -1 is 802.3x
 * @param otherOrigins entities of storms that became part of this one, sorted
 * @param cycle of a deadlock: waiting ports {@code device/port/priority} in the order of waiting, the smallest first; else empty
 * @param openedNanos opening of the first storm state
 * @param resolvedNanos when the last storm state fell below the clear limit; null while open
 * @param changedNanos event time of this version
 * @param mergedInto incident that this one ended in; empty where none
 * @param openings when it opened and came back, the newest last; bounded
 * @param severeSinceNanos since when it is critical or worse; null while it is not
 * @param page what to page with; null until the page condition held, and where it went to the incident that this one ended in
 * @param ports storm states that take part, in the order of opening
 * @param path from the farthest waiter to the origin, {@code device/port/priority} of the waiting port
 * @param fullPorts ports of the origin, where that is a switch, that were full when something waited for it last; sorted
 * @param victims who is hurt: jobs, hosts, flows, ports; of each the worst first, and no more than the bound
 * @param victimTotals of all, listed or not
 */
public record Incident(
        String id,
        String fabric,
        String cluster,
        String runId,
        State state,
        Severity severity,
        String rule,
        Cause cause,
        double confidence,
        String originEntity,
        String originDevice,
        String originPort,
        List<Integer> originPriorities,
        List<String> otherOrigins,
        List<String> cycle,
        long openedNanos,
        @Nullable Long resolvedNanos,
        long changedNanos,
        String mergedInto,
        List<Long> openings,
        @Nullable Long severeSinceNanos,
        @Nullable Page page,
        List<Port> ports,
        List<String> path,
        List<String> fullPorts,
        List<Victim> victims,
        VictimTotals victimTotals,
        List<Evidence> evidence,
        List<TimelineEntry> timeline) {
    /** Rule of an incident whose origin sends at line rate and is not paused itself: nothing is broken. */
    public static final String CONGESTION = "congestion";

    /** Rule of an incident that is no storm: packets of a lossless priority were dropped. */
    public static final String LOSSLESS_DROP = "lossless-drop";

    public Incident {
        originPriorities = List.copyOf(originPriorities);
        otherOrigins = List.copyOf(otherOrigins);
        cycle = List.copyOf(cycle);
        openings = List.copyOf(openings);
        ports = List.copyOf(ports);
        path = List.copyOf(path);
        fullPorts = List.copyOf(fullPorts);
        victims = List.copyOf(victims);
        evidence = List.copyOf(evidence);
        timeline = List.copyOf(timeline);
    }

    /** All victims, listed or not. */
    public long victimCount() {
        return victimTotals.all();
    }

    /** State of an incident. */
    public enum State {
        /** A storm state is open, or not clear for long enough. */
        OPEN,
        /** Clear for long enough. */
        RESOLVED,
        /** Turned out to be part of another incident. */
        MERGED_INTO,
        /** Open inside a maintenance window: recorded, not paged. */
        SUPPRESSED
    }

    /** How bad it is, the least first. */
    public enum Severity {
        /** Look at it. */
        WARNING,
        /** Act on it. */
        CRITICAL,
        /** Drop everything: a deadlock, or a large part of the fabric. */
        EMERGENCY
    }

    /** Cause class. */
    public enum Cause {
        /** Not known. */
        UNKNOWN,
        /** The host pauses although nothing is sent to it. */
        NIC_PAUSE_STORM,
        /** The host pauses in step with what it receives: it cannot take it. */
        SLOW_RECEIVER,
        /** More is sent to a host than its link carries, and the link is full. */
        INCAST,
        /** A link between switches is full. */
        FABRIC_OVERSUBSCRIBED,
        /** A link has errors, flaps, or is slower than its peers. */
        LINK_DEGRADED,
        /** Queues wait for each other in a cycle and none moves. */
        DEADLOCK,
        /** Packets of a lossless priority were dropped. */
        LOSSLESS_DROP,
        /** The ends of a link, or devices of one role, are configured unlike. */
        MISCONFIGURED
    }

    /**
     * What pages, fixed when the page condition first held.
     *
     * @param atNanos event time at which it held
     * @param reason which condition, in words
     * @param labels that identify the alert, never changed afterwards: {@code alertname, cluster, fabric, host, device, port, owner}
     */
    public record Page(long atNanos, String reason, Map<String, String> labels) {
        public Page {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }
    }

    /**
     * Somebody hurt.
     *
     * @param kind {@code port}, {@code host}, {@code flow} or {@code job}
     * @param headOfLine true where it does not use the origin and is held up all the same
     */
    public record Victim(String kind, String name, boolean headOfLine, String text) {}

    /**
     * Victims, listed or not.
     *
     * @param hosts that wait or waited
     * @param ports of switches that wait or waited, per priority
     * @param jobs that ran on such a host, or on the host that is the origin, meanwhile
     * @param flows whose sender waits or waited, of those that are known, as of the newest moment at which a port waited
     * @param flowsHeadOfLine those of them that do not use the origin
     * @param flowsUnknown those of which that is not known
     */
    public record VictimTotals(long hosts, long ports, long jobs, long flows, long flowsHeadOfLine, long flowsUnknown) {
        /** Nobody. */
        public static final VictimTotals NONE = new VictimTotals(0, 0, 0, 0, 0, 0);

        long all() {
            return hosts + ports + jobs + flows;
        }
    }

    /**
     * A storm state that takes part.
     *
     * @param clearedNanos null while open
     * @param pausedRatio newest that is known, 0..1
     * @param detectionNanos of the rule
     * @param sentPackets packets sent in the paused direction in the newest window that is known, -1 where not observable
     * @param confidence of the storm state alone, 0..1
     */
    public record Port(
            String device,
            String port,
            int priority,
            Direction direction,
            long openedNanos,
            @Nullable Long clearedNanos,
            StormRule rule,
            PauseChange.Source source,
            double pausedRatio,
            long pausedSinceNanos,
            long detectionNanos,
            long sentPackets,
            double confidence) {
        boolean open() {
            return clearedNanos == null;
        }

        boolean is(String otherDevice, String otherPort, int otherPriority, Direction otherDirection) {
            return device.equals(otherDevice)
                    && port.equals(otherPort)
                    && priority == otherPriority
                    && direction == otherDirection;
        }

        Port cleared(long atNanos) {
            return with(openedNanos, atNanos);
        }

        Port openedAt(long nanos) {
            return with(nanos, null);
        }

        private Port with(long opened, @Nullable Long cleared) {
            return new Port(
                    device,
                    port,
                    priority,
                    direction,
                    opened,
                    cleared,
                    rule,
                    source,
                    pausedRatio,
                    pausedSinceNanos,
                    detectionNanos,
                    sentPackets,
                    confidence);
        }
    }

    /** One piece of evidence, in words, with the numbers. */
    public record Evidence(String rule, String text, long atNanos) {}

    /** One change. */
    public record TimelineEntry(long atNanos, String what) {}
}
