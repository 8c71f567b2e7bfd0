package io.stormglass.models.advice;

import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of an object's past.
 *
 * @param lastRead thresholds as they were read last; null where they never were
 * @param changedNanos end of the window in which they were seen to have changed; {@link Long#MIN_VALUE} where they never did
 * @param environment NIC settings and link speed that the advice is for, in words
 * @param measured what was measured before the next change; null where nothing was
 * @param trial the last advised step that was made; null where none was
 * @param rejected steps that had to be taken back
 */
public record Memory(
        @Nullable Thresholds lastRead,
        long changedNanos,
        String environment,
        @Nullable Measured measured,
        @Nullable Trial trial,
        List<Thresholds> rejected) {
    /** Nothing is known. */
    public static final Memory NONE = new Memory(null, Long.MIN_VALUE, "", null, null, List.of());

    private static final int MOST_REJECTED = 4;

    public Memory {
        rejected = List.copyOf(rejected);
    }

    Memory withEnvironment(String other) {
        return new Memory(lastRead, changedNanos, other, measured, trial, rejected);
    }

    Memory withMeasured(@Nullable Measured other) {
        return new Memory(lastRead, changedNanos, environment, other, trial, rejected);
    }

    Memory withTrial(Trial other) {
        return new Memory(lastRead, changedNanos, environment, measured, other, rejected);
    }

    /** Thresholds were read that differ from those before. */
    Memory changed(Thresholds read, long atNanos, @Nullable Trial other) {
        return new Memory(read, atNanos, environment, null, other, rejected);
    }

    /** A step is not to be advised again. */
    Memory rejecting(Thresholds step) {
        List<Thresholds> all = new ArrayList<>(rejected);
        all.remove(step);
        all.add(step);
        return new Memory(
                lastRead,
                changedNanos,
                environment,
                measured,
                trial,
                all.subList(Math.max(0, all.size() - MOST_REJECTED), all.size()));
    }

    /** What was rejected elsewhere says nothing here. */
    Memory inEnvironment(String other) {
        return new Memory(lastRead, changedNanos, other, null, null, List.of());
    }
}
