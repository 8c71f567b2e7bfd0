package io.stormglass.models.advice;

import io.stormglass.models.ecn.Bound;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Thresholds;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Advice for one object, or why there is none. The newest one of an object is all that has to be remembered of it.
 *
 * @param name of the object
 * @param atNanos end of the newest window that it rests on, event time
 * @param status what to do
 * @param decline why nothing; null unless declined
 * @param queues every queue that would change, as {@code port|queue}
 * @param newProfile true: only these queues of the object are meant, by a profile of their own; the object stays
 * @param current thresholds; null where not known
 * @param published the published setting that the object is on; null where none
 * @param target where it should end; null where declined before that was worked out
 * @param step what to set now, as the switch will keep it; null unless something is to be set
 * @param bounds limits of the target with their values
 * @param evidence what it rests on
 * @param prediction what the model says; null where it was not asked
 * @param confidence 0..1
 * @param reasons in words
 * @param instructions what to type
 * @param nicAdvice what the senders' NICs could do
 * @param memory what the next advice has to know
 */
public record Advice(
        ObjectName name,
        long atNanos,
        Status status,
        @Nullable Decline decline,
        List<String> queues,
        boolean newProfile,
        @Nullable Thresholds current,
        @Nullable NamedProfile published,
        @Nullable Thresholds target,
        @Nullable Thresholds step,
        List<Bound> bounds,
        Evidence evidence,
        @Nullable Prediction prediction,
        double confidence,
        List<String> reasons,
        Instructions instructions,
        List<String> nicAdvice,
        Memory memory) {
    public Advice {
        queues = List.copyOf(queues);
        bounds = List.copyOf(bounds);
        reasons = List.copyOf(reasons);
        nicAdvice = List.copyOf(nicAdvice);
        if ((status == Status.DECLINED) != (decline != null)) {
            throw new IllegalArgumentException(name.key() + ": status " + status + " with decline " + decline);
        }
        if ((status != Status.DECLINED) != (step != null)) {
            throw new IllegalArgumentException(name.key() + ": status " + status + " with step " + step);
        }
    }

    /** What to do. */
    public enum Status {
        /** Set {@link #step}. */
        CHANGE,
        /** Set what was there before the last change. */
        ROLL_BACK,
        /** Nothing. */
        DECLINED
    }

    /** With what a model said, and how much that is worth. */
    Advice with(Prediction other, double otherConfidence) {
        return new Advice(
                name,
                atNanos,
                status,
                decline,
                queues,
                newProfile,
                current,
                published,
                target,
                step,
                bounds,
                evidence,
                other,
                otherConfidence,
                reasons,
                instructions,
                nicAdvice,
                memory);
    }

    /** Declined in its place: a defect of ours came between. */
    public Advice failed(RuntimeException error) {
        Decline why = new Decline(Decline.Reason.FAILED, "a defect of ours, please report it: " + error.getMessage());
        return new Advice(
                name,
                atNanos,
                Status.DECLINED,
                why,
                queues,
                false,
                current,
                null,
                null,
                null,
                List.of(),
                Evidence.NONE,
                null,
                0,
                List.of(why.words()),
                Instructions.NONE,
                List.of(),
                memory);
    }

    /** True where this says nothing new: numbers in words may differ. */
    public boolean saysTheSameAs(@Nullable Advice other) {
        if (other == null
                || status != other.status
                || !queues.equals(other.queues)
                || !memory.equals(other.memory)
                || !Objects.equals(current, other.current)) {
            return false;
        }
        if (decline != null && other.decline != null) {
            return decline.reason() == other.decline.reason();
        }
        return Objects.equals(step, other.step)
                && Objects.equals(target, other.target)
                && instructions.equals(other.instructions);
    }
}
