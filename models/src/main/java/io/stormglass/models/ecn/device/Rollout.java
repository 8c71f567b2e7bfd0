package io.stormglass.models.ecn.device;

import java.util.List;

/** How a change is tried out before the whole fabric has it. */
public final class Rollout {
    private static final int SOAK_HOURS = 24;

    private Rollout() {}

    /** Steps, in order. */
    public static List<String> steps(AdviceObject object, Change.Commands change) {
        String rest = change.queues().size() == 1
                ? "its queue"
                : "all its " + change.queues().size() + " queues";
        return List.of(
                "change " + object.device() + " alone; it changes " + rest,
                "let it run for " + SOAK_HOURS + " h that have the load of every day",
                "roll back at once if pauses are sent that were not before, if packets of the priority are dropped, or if the queue swings more than before",
                "compare windows of equal load before and after; where none are equal nothing is shown",
                "then the devices of the same role and speed, a few at a time");
    }
}
