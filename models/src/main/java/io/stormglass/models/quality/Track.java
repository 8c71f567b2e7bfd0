package io.stormglass.models.quality;

import java.util.List;
import java.util.SortedMap;

/** What a partition knows of an agent or a device. */
interface Track {
    /** Whose it is. */
    TelemetryEntity entity();

    /** Ports that it tells of, or that are its own. */
    SortedMap<String, PortTrack> ports();

    /** The shortest interval at which a counter of its ports is refreshed; 0 where none is known. */
    default long intervalNanos() {
        long shortest = 0;
        for (PortTrack port : ports().values()) {
            shortest = TelemetryReport.shorter(shortest, port.intervalNanos());
        }
        return shortest;
    }

    /** Times at which silence alone changes the view. */
    List<Long> turns();

    /** The view at a step, with the report that holds then. */
    TelemetryView view(long atNanos, TelemetryReport report);

    /** Counts and measures as they are now. */
    TelemetryReport report();

    /** Whether who was heard last in the step that ends then still speaks. */
    static TelemetryView.Voice voice(long heardNanos, long atNanos, QualitySettings settings) {
        if (atNanos >= heardNanos + settings.forgetNanos()) {
            return TelemetryView.Voice.GONE;
        }
        return atNanos >= heardNanos + settings.silenceNanos()
                ? TelemetryView.Voice.SILENT
                : TelemetryView.Voice.SPEAKS;
    }
}
