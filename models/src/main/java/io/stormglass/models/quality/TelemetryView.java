package io.stormglass.models.quality;

import java.util.List;

/**
 * What one partition knows of an agent or a device. Times are ends of steps; those that matter only in silence are 0 before.
 *
 * @param voice whether it speaks in this partition
 * @param heardNanos end of the step in which it was last heard; 0 while it speaks
 * @param regular it is known to speak again and again (counters or heartbeats), so its silence says something
 * @param intervalNanos shortest refresh of its counter groups; 0 where not known, or while it speaks and its counters move
 * @param epoch newest epoch of an agent
 * @param skewed the agent's clock is off by more than the limit
 * @param skewNanos by how much, as it was first said; 0 where it is not
 * @param counters counters of the device have been seen
 * @param stale none of them was refreshed for a while
 * @param refreshedNanos end of the step in which one was; 0 where it is not stale
 * @param links ports of a device of which it is read how often their links went down, by name
 */
public record TelemetryView(
        Voice voice,
        long heardNanos,
        boolean regular,
        long intervalNanos,
        long epoch,
        boolean skewed,
        long skewNanos,
        boolean counters,
        boolean stale,
        long refreshedNanos,
        List<CountedLink> links,
        TelemetryReport report) {
    public TelemetryView {
        links = List.copyOf(links);
    }

    /** Whether somebody speaks. */
    public enum Voice {
        /** It does. */
        SPEAKS,
        /** Nothing came for the shortest silence that counts. */
        SILENT,
        /** It said that it stops. */
        STOPPED,
        /** Silent for so long that the partition forgot it. */
        GONE
    }
}
