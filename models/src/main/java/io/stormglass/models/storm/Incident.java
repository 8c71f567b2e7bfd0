package io.stormglass.models.storm;

import io.stormglass.models.event.Direction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One storm, whole, at one moment. It is all that the graph remembers of it.
 *
 * @param id derived from run, fabric, entity of the first port and its opening; never changes
 * @param confidence in origin and cause, 0..1
 * @param originEntity host or switch that pauses without being paused; empty where the observer cannot know
 * @param originDevice device of the port that receives the pause, or of the observation where the origin is unknown
 * @param originPort port that receives the pause, or of the observation where the origin is unknown
 * @param originPriorities sorted; -1 is 802.3x
 * @param openedNanos opening of the first storm state
 * @param resolvedNanos when the last storm state fell below the clear limit; null while open
 * @param changedNanos event time of this version
 * @param mergedInto incident that this one ended in; empty where none
 * @param ports storm states that take part, in the order of opening
 * @param path from the farthest waiter to the origin, {@code device/port/priority} of the waiting port
 */
public record Incident(
        String id,
        String fabric,
        String runId,
        State state,
        Severity severity,
        Cause cause,
        double confidence,
        String originEntity,
        String originDevice,
        String originPort,
        List<Integer> originPriorities,
        long openedNanos,
        @Nullable Long resolvedNanos,
        long changedNanos,
        String mergedInto,
        List<Port> ports,
        List<String> path,
        List<Evidence> evidence,
        List<TimelineEntry> timeline) {
    public Incident {
        originPriorities = List.copyOf(originPriorities);
        ports = List.copyOf(ports);
        path = List.copyOf(path);
        evidence = List.copyOf(evidence);
        timeline = List.copyOf(timeline);
    }

    /** State of an incident. */
    public enum State {
        /** A storm state is open, or not clear for long enough. */
        OPEN,
        /** Clear for long enough. */
        RESOLVED,
        /** Turned out to be part of another incident. */
        MERGED_INTO
    }

    /** How bad it is. */
    public enum Severity {
        /** Look at it. */
        WARNING,
        /** Act on it. */
        CRITICAL
    }

    /** Cause class, as far as storm states alone can tell. */
    public enum Cause {
        /** Not known. */
        UNKNOWN,
        /** The host pauses although nothing is sent to it. */
        NIC_PAUSE_STORM
    }

    /**
     * A storm state that takes part.
     *
     * @param clearedNanos null while open
     * @param sentPackets packets sent in the paused direction in the window, -1 where not observable
     * @param confidence of the storm state alone, 0..1
     */
    public record Port(
            String device,
            String port,
            int priority,
            Direction direction,
            long openedNanos,
            @Nullable Long clearedNanos,
            String rule,
            long pausedSinceNanos,
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
    }

    /** One piece of evidence, in words, with the numbers. */
    public record Evidence(String rule, String text, long atNanos) {}

    /** One change. */
    public record TimelineEntry(long atNanos, String what) {}
}
