package io.stormglass.models.advice;

import java.util.List;

/**
 * What somebody types.
 *
 * @param commands in order; empty where none can be generated
 * @param rollback sets what is there now
 * @param document the same as configuration text; empty where the switch has none
 * @param rollbackDocument likewise
 * @param notes what else has to be known
 * @param rollout how it is tried out
 * @param refusal why there are no commands; empty where there are, or where nothing is to be typed
 */
public record Instructions(
        List<String> commands,
        List<String> rollback,
        String document,
        String rollbackDocument,
        List<String> notes,
        List<String> rollout,
        String refusal) {
    /** Nothing is to be typed. */
    public static final Instructions NONE = refused("");

    public Instructions {
        commands = List.copyOf(commands);
        rollback = List.copyOf(rollback);
        notes = List.copyOf(notes);
        rollout = List.copyOf(rollout);
    }

    static Instructions refused(String why) {
        return new Instructions(List.of(), List.of(), "", "", List.of(), List.of(), why);
    }
}
