package io.stormglass.streams.advice;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Windows of a queue with 16 long flows. */
final class Windows {
    private static final long SECOND = 1_000_000_000L;
    private static final long LINE = 100_000_000_000L;

    private Windows() {}

    /** Windows of a second each; what the switch keeps was read or not. */
    static List<QueueLoad> of(long fromSecond, int count, boolean isRead) {
        List<QueueLoad> loads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long from = (fromSecond + i) * SECOND;
            QueueMarking marking =
                    new QueueMarking(3, "sonic", "A", "", ThresholdUnit.BYTES, 1_048_576L, 2_097_152L, 0.05, 0, null);
            QueueLoad.Settings settings = new QueueLoad.Settings(
                    EntityRole.LEAF, LINE, false, 9_100, true, null, isRead ? marking : null, null);
            Traffic traffic = new Traffic(
                    from,
                    from + SECOND,
                    16,
                    16,
                    10_000_000_000L,
                    Traffic.Bursts.NONE,
                    new Traffic.Messages(0, 0, Collections.nCopies(Traffic.Messages.SIZES, 0L), 0),
                    0);
            QueueLoad.Flows flows = new QueueLoad.Flows(
                    16, 1, 10_000L, 100, 2_500_000, 10_000_000_000L, 0, 1_000, 0.1, traffic, List.of(), 8, 0, 0, 0);
            loads.add(new QueueLoad(
                    new PortKey("f", "leaf-1", "Ethernet0"), 3, from, from + SECOND, settings, null, flows));
        }
        return loads;
    }
}
