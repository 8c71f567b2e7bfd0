package io.stormglass.models.advice;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A storm during which measurements of thresholds say nothing.
 *
 * @param id of the incident
 * @param fabric pause domain
 * @param ports that take part or lie on its wait-for path, as {@code device/port}
 * @param openedNanos event time
 * @param resolvedNanos null while it is open
 */
public record Storm(
        String id,
        String fabric,
        Set<String> ports,
        long openedNanos,
        @Nullable Long resolvedNanos) {
    public Storm {
        ports = Set.copyOf(ports);
    }

    /** True where some of the time between two moments was storm. */
    boolean during(long fromNanos, long toNanos) {
        return openedNanos < toNanos && (resolvedNanos == null || resolvedNanos > fromNanos);
    }
}
