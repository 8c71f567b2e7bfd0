package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import org.jspecify.annotations.Nullable;

/**
 * Where a chain of waiting ends.
 *
 * @param identity what makes two storms one: the entity, or the port that receives the pause where the entity is unknown
 * @param entity host or switch that is waited for and waits for nobody, of a cycle the smallest switch; empty where unknown
 * @param kind what it is
 * @param receiving that port where the entity is unknown, else null
 */
record Origin(
        String identity, String entity, Kind kind, @Nullable PortKey receiving) {
    enum Kind {
        /** The sender of the pause is not known. */
        UNKNOWN,
        /** A host: it forwards nothing. */
        HOST,
        /** A switch of whose egresses none is known to be paused. */
        SWITCH,
        /** Switches that wait for each other. */
        CYCLE
    }

    static Origin unknown(PortKey receiving) {
        return new Origin("?" + receiving.text(), "", Kind.UNKNOWN, receiving);
    }

    static Origin of(String entity, Kind kind) {
        return new Origin(entity, entity, kind, null);
    }
}
