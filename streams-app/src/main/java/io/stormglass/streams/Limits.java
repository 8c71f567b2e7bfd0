package io.stormglass.streams;

import io.stormglass.models.consistency.ConsistencySettings;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.quality.QualitySettings;
import io.stormglass.models.storm.StormSettings;

/**
 * Limits of everything that finds storms. All instances of an application need the same.
 *
 * @param pause of the storm states of ports
 * @param storm of incidents and their pages
 * @param quality when silence counts
 * @param consistency when settings that do not fit are a finding
 */
public record Limits(
        PauseSettings pause, StormSettings storm, QualitySettings quality, ConsistencySettings consistency) {
    /** Those of each part. */
    public static Limits defaults() {
        return new Limits(
                PauseSettings.defaults(),
                StormSettings.defaults(),
                QualitySettings.defaults(),
                ConsistencySettings.defaults());
    }

    /** The same with another clear time, ns. */
    public Limits withClearNanos(long nanos) {
        return new Limits(pause.withClearNanos(nanos), storm.withClearNanos(nanos), quality, consistency);
    }
}
