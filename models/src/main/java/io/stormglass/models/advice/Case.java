package io.stormglass.models.advice;

import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Thresholds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One object at one moment.
 *
 * @param loads what its queues went through
 * @param read as its switch keeps it
 * @param before the newest advice; null where there is none
 * @param standing that, where it still waits to be done and nothing has changed; else null
 * @param memory with what was read now
 */
record Case(
        ObjectLoads loads,
        ReadBack read,
        @Nullable Advice before,
        @Nullable Advice standing,
        Memory memory) {
    private static final long NEVER = Long.MAX_VALUE;

    List<String> queues() {
        return queues(loads);
    }

    static List<String> queues(ObjectLoads loads) {
        return loads.queues().stream()
                .map(queue ->
                        queue.getLast().port().port() + "|" + queue.getLast().priority())
                .sorted()
                .toList();
    }

    long atNanos() {
        return loads.toNanos();
    }

    Case with(Memory other) {
        return new Case(loads, read, before, standing, other);
    }

    long sinceChangeNanos() {
        return memory.changedNanos() == Long.MIN_VALUE ? NEVER : atNanos() - memory.changedNanos();
    }

    @Nullable
    NamedProfile published() {
        Thresholds current = read.current();
        long line = loads.newest().settings().lineBitsPerSecond();
        if (current == null || line == 0) {
            return null;
        }
        Optional<NamedProfile> published = NamedProfile.of(current, line);
        return published.isEmpty() ? null : published.get();
    }

    Advice declined(Decline decline) {
        return declined(decline, Evidence.NONE, List.of());
    }

    Advice declined(Decline decline, Evidence evidence, List<String> nicAdvice) {
        return new Advice(
                loads.name(),
                atNanos(),
                Advice.Status.DECLINED,
                decline,
                queues(),
                false,
                read.current(),
                published(),
                null,
                null,
                List.of(),
                evidence,
                null,
                0,
                List.of(decline.words()),
                Instructions.NONE,
                nicAdvice,
                memory);
    }

    /** Advice that could not be worked out. */
    static Advice failed(ObjectLoads loads, @Nullable Advice before, RuntimeException error) {
        Decline decline =
                new Decline(Decline.Reason.FAILED, "a defect of ours, please report it: " + error.getMessage());
        return new Advice(
                loads.name(),
                loads.toNanos(),
                Advice.Status.DECLINED,
                decline,
                queues(loads),
                false,
                before == null ? null : before.current(),
                null,
                null,
                null,
                List.of(),
                Evidence.NONE,
                null,
                0,
                List.of(decline.words()),
                Instructions.NONE,
                List.of(),
                before == null ? Memory.NONE : before.memory());
    }

    /** Back to what was there before a step that made it worse. */
    Advice rollBack(Trial trial) {
        Thresholds back = read.kept(trial.from());
        return new Advice(
                loads.name(),
                atNanos(),
                Advice.Status.ROLL_BACK,
                null,
                queues(),
                false,
                read.current(),
                published(),
                back,
                back,
                List.of(),
                Evidence.NONE,
                null,
                1,
                List.of(
                        "The last change made it worse: " + trial.words() + ". Take it back.",
                        "Before it: " + Words.thresholds(trial.from()) + "."),
                read.instructions(back),
                List.of(),
                memory.rejecting(trial.to()));
    }
}
