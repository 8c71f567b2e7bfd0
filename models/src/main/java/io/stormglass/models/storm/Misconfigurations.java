package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import org.jspecify.annotations.Nullable;

/**
 * What is known of settings that break pauses. Incidents ask it for their cause; whoever owns the graph answers, in the stream processors
 * from the findings of {@link io.stormglass.models.consistency.Consistency}.
 */
@FunctionalInterface
public interface Misconfigurations {
    /** Nothing is known to be wrong. */
    Misconfigurations NONE = (port, atNanos) -> null;

    /**
     * What is set wrong at either end of a port's link, in words.
     *
     * @param atNanos the present
     * @return null where nothing is known to be
     */
    @Nullable
    String at(PortKey port, long atNanos);
}
