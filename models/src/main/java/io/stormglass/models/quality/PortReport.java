package io.stormglass.models.quality;

/**
 * Telemetry of one port as one agent tells of it. What is lost of an agent's sequences belongs to no port.
 *
 * @param agent who tells
 * @param state as of a moment; {@code UNKNOWN} and {@code STALLED} are only of ports whose counters were read
 * @param refreshedNanos step in which the source last refreshed a counter; 0 where it never did
 * @param report counts and measures of the port, and the agent's worst clock offset
 * @param text the state in words with numbers; empty where it is ok
 */
public record PortReport(
        String agent, TelemetryRow.State state, long refreshedNanos, TelemetryReport report, String text) {}
