package io.stormglass.models.storm;

/**
 * Where a chain of waiting ends.
 *
 * @param identity what makes two storms one: the entity, or the port that receives the pause where the entity is unknown
 * @param entity host or switch that is waited for and waits for nobody, of a cycle the smallest switch; empty where unknown
 * @param kind what it is
 */
record Origin(String identity, String entity, Kind kind) {
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

    static Origin unknown(String receivingPort) {
        return new Origin("?" + receivingPort, "", Kind.UNKNOWN);
    }

    static Origin of(String entity, Kind kind) {
        return new Origin(entity, entity, kind);
    }
}
