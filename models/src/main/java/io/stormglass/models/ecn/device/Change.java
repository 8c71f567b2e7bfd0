package io.stormglass.models.ecn.device;

import io.stormglass.models.ecn.Thresholds;
import java.util.List;

/** What somebody has to type, or why nothing can be typed. */
public sealed interface Change {
    /**
     * Commands, in order, one per line.
     *
     * @param setting as the switch will keep it
     * @param effective what that means: predictions are about this, not about what was asked for
     * @param commands set it
     * @param rollback set what was there before
     * @param document the same as configuration text, empty where the switch has none
     * @param rollbackDocument likewise
     * @param queues every queue that changes
     * @param notes what else has to be known
     */
    record Commands(
            Setting setting,
            Thresholds effective,
            List<String> commands,
            List<String> rollback,
            String document,
            String rollbackDocument,
            List<QueueName> queues,
            List<String> notes)
            implements Change {
        public Commands {
            commands = List.copyOf(commands);
            rollback = List.copyOf(rollback);
            queues = List.copyOf(queues);
            notes = List.copyOf(notes);
        }
    }

    /**
     * No command can be generated.
     *
     * @param advisable false: thresholds of this object cannot be advised at all; true: the values are right, only the command is missing
     * @param reason in words
     */
    record Refusal(boolean advisable, String reason) implements Change {}
}
