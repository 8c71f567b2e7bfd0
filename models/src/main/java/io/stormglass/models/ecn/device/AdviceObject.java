package io.stormglass.models.ecn.device;

import io.stormglass.models.event.ThresholdUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a switch keeps as one: whoever changes it changes every queue that is bound to it.
 *
 * @param dialect whose commands it takes
 * @param device switch
 * @param name of the profile or policy, as it was read back; null where that is not known
 * @param place within it: class of the policy, transmit queue or traffic class; null where the object has no such parts, or it is not known
 * @param unit of its thresholds
 * @param pieceBytes size of a segment or cell; null where it is not known
 * @param current as it was read back; null where it was not
 * @param queues all that are bound to it, at least one
 */
public record AdviceObject(
        Dialect dialect,
        String device,
        @Nullable String name,
        @Nullable String place,
        ThresholdUnit unit,
        @Nullable Long pieceBytes,
        @Nullable Setting current,
        List<QueueName> queues) {
    public AdviceObject {
        queues = queues.stream().sorted().toList();
        if (queues.isEmpty()) {
            throw new IllegalArgumentException("no queue of " + device + " is bound to " + name);
        }
    }
}
