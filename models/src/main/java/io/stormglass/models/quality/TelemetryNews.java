package io.stormglass.models.quality;

/**
 * A partition's view of an agent or device has changed.
 *
 * @param atNanos everything before this event time is in the view, and what comes later is not
 */
public record TelemetryNews(TelemetryEntity entity, long atNanos, TelemetryView view) {}
