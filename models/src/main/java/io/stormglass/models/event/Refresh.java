package io.stormglass.models.event;

import org.jspecify.annotations.Nullable;

/**
 * When the source itself refreshed a group of counters; a read in between shows the same snapshot again.
 *
 * @param refreshedNanos time of the refresh at the source, ns since 1970 UTC
 * @param intervalNanos how often the source refreshes the group; null where unknown
 */
public record Refresh(long refreshedNanos, @Nullable Long intervalNanos) {}
