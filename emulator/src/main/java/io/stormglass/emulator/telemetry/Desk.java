package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Picos;
import io.stormglass.models.event.PortEvent;
import java.util.function.LongSupplier;

/**
 * What all agents of a fabric share.
 *
 * @param startNanos event time of the fabric's start, ns since 1970 UTC
 * @param nowPicos the present
 */
record Desk(
        TelemetrySettings settings,
        FabricMap map,
        Chores chores,
        Outbox outbox,
        long startNanos,
        LongSupplier nowPicos) {
    /** Event time of a moment. */
    long nanos(long picos) {
        return startNanos + picos / Picos.PER_NANO;
    }

    /** Event time of the present. */
    long nowNanos() {
        return nanos(nowPicos.getAsLong());
    }

    /** An agent says something of a port, now. */
    void port(Agent agent, int node, int port, PortEvent event) {
        port(agent, node, port, event, nowNanos());
    }

    /** An agent says something of a port; at a time by the fabric's clock. */
    void port(Agent agent, int node, int port, PortEvent event, long atNanos) {
        outbox.port(agent, map.key(node, port), map.facts(node, port), event, atNanos);
    }
}
