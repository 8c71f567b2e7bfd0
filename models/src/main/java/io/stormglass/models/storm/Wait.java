package io.stormglass.models.storm;

import java.util.List;

/**
 * Where a chain of waiting ends.
 *
 * @param entity host or switch that waits for nobody; empty where unknown
 * @param ambiguous entities that wait for several others at once: the one that opened first was followed
 * @param cycle true where the chain closes: every member waits for another
 */
record Wait(String entity, List<String> ambiguous, boolean cycle) {
    static final Wait UNKNOWN = new Wait("", List.of(), false);

    Wait {
        ambiguous = List.copyOf(ambiguous);
    }

    boolean certain() {
        return ambiguous.isEmpty() && !cycle;
    }
}
