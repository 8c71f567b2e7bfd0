package io.stormglass.models.advice;

import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.device.AdviceObject;
import io.stormglass.models.ecn.device.Change;
import io.stormglass.models.ecn.device.Changes;
import io.stormglass.models.ecn.device.Dialect;
import io.stormglass.models.ecn.device.QueueName;
import io.stormglass.models.ecn.device.Rollout;
import io.stormglass.models.ecn.device.Setting;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.event.QueueMarking;
import io.stormglass.models.event.ThresholdUnit;
import io.stormglass.models.load.QueueLoad;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The object as its switch keeps it, and what can be set.
 *
 * @param object null where its system or one of its speeds is not known
 * @param current thresholds in bytes; null where they are not known
 * @param why there are none; null where there are
 * @param unnamed why no command can be given although thresholds are known; empty where one can
 */
record ReadBack(
        @Nullable AdviceObject object,
        @Nullable Thresholds current,
        @Nullable Decline why,
        String unnamed) {
    /** Devices round thresholds to their units and Pmax to whole percents. */
    private static final double ROUNDING = 0.03;

    private static final double PERCENT = 0.01;
    private static final int ALL = 100;

    static ReadBack of(ObjectLoads loads) {
        QueueLoad newest = loads.newest();
        AdviceObject object = object(loads, newest);
        Thresholds current = current(object, newest);
        Decline why = current != null ? null : missing(object, newest);
        return new ReadBack(object, current, why, object == null ? "the system of the switch is not known" : "");
    }

    private static @Nullable AdviceObject object(ObjectLoads loads, QueueLoad newest) {
        QueueMarking marking = newest.settings().marking();
        Dialect dialect = marking == null ? null : dialect(marking.system());
        boolean speeds = loads.queues().stream()
                .allMatch(queue -> queue.getLast().settings().lineBitsPerSecond() > 0);
        if (marking == null || dialect == null || !speeds) {
            return null;
        }
        List<QueueName> queues = loads.queues().stream()
                .map(List::getLast)
                .map(load -> new QueueName(
                        load.port().port(), load.priority(), load.settings().lineBitsPerSecond()))
                .toList();
        ThresholdUnit unit = marking.unit();
        return new AdviceObject(
                dialect,
                loads.name().device(),
                blank(marking.object()),
                blank(marking.place()),
                unit == null ? ThresholdUnit.BYTES : unit,
                marking.pieceBytes(),
                unit == null ? null : setting(marking),
                queues);
    }

    private static @Nullable String blank(String text) {
        return text.isBlank() ? null : text;
    }

    private static @Nullable Dialect dialect(String system) {
        return switch (system) {
            case "sonic" -> Dialect.SONIC;
            case "nx-os" -> Dialect.NX_OS;
            case "eos" -> Dialect.EOS;
            case "nvue" -> Dialect.NVUE;
            default -> null;
        };
    }

    private static @Nullable Setting setting(QueueMarking marking) {
        Long minimum = marking.minimum();
        Long maximum = marking.maximum();
        Double most = marking.maxProbability();
        return minimum == null || maximum == null || most == null
                ? null
                : new Setting(minimum, maximum, (int) Math.round(most * ALL), marking.weight());
    }

    private static @Nullable Thresholds current(@Nullable AdviceObject object, QueueLoad newest) {
        Thresholds kept = object == null ? null : Changes.current(object);
        QueueMarking marking = newest.settings().marking();
        QueueEcn ecn = newest.settings().ecn();
        Double most = marking == null ? null : marking.maxProbability();
        if (kept != null || ecn == null || most == null) {
            return kept;
        }
        return new Thresholds(ecn.kminBytes(), ecn.kmaxBytes(), most);
    }

    private static Decline missing(@Nullable AdviceObject object, QueueLoad newest) {
        QueueMarking marking = newest.settings().marking();
        ThresholdUnit unit = marking == null ? null : marking.unit();
        if (unit == ThresholdUnit.PERCENT || unit == ThresholdUnit.DYNAMIC) {
            return new Decline(
                    Decline.Reason.NO_BYTES,
                    "thresholds are " + unit.word() + ", and how many bytes that is is not known");
        }
        if (unit != null && object != null && object.pieceBytes() == null && unit != ThresholdUnit.BYTES) {
            return new Decline(
                    Decline.Reason.NO_BYTES,
                    "thresholds are " + unit.word() + ", and how large one is is not known; configure it at the agent");
        }
        boolean half = newest.settings().ecn() != null || (marking != null && marking.minimum() != null);
        return new Decline(
                Decline.Reason.NO_THRESHOLDS,
                half
                        ? "Kmin and Kmax were read back, Pmax was not; without it nothing can be compared"
                        : "no thresholds were read back; the agent of the switch has to read its configuration");
    }

    /** The change to thresholds. */
    Change to(Thresholds wanted) {
        return object == null
                ? new Change.Refusal(true, "command cannot be generated: " + unnamed)
                : Changes.to(object, wanted);
    }

    /** What thresholds become when the switch keeps them. */
    Thresholds kept(Thresholds wanted) {
        return to(wanted) instanceof Change.Commands commands ? commands.effective() : wanted;
    }

    Instructions instructions(Thresholds wanted) {
        AdviceObject of = object;
        if (to(wanted) instanceof Change.Commands change && of != null) {
            return new Instructions(
                    change.commands(),
                    change.rollback(),
                    change.document(),
                    change.rollbackDocument(),
                    change.notes(),
                    Rollout.steps(of, change),
                    "");
        }
        return Instructions.refused(((Change.Refusal) to(wanted)).reason());
    }

    /** With Pmax as a whole percent, not less than it was: below p* it would be worth nothing. */
    static Thresholds wholePercent(Thresholds wanted) {
        double percent = Math.ceil(wanted.maxProbability() * ALL - 1e-9) / ALL;
        return new Thresholds(wanted.kminBytes(), wanted.kmaxBytes(), Math.clamp(percent, PERCENT, 1));
    }

    /** True where two read settings are the same up to rounding. */
    static boolean same(Thresholds a, Thresholds b) {
        return near((double) a.kminBytes(), (double) b.kminBytes())
                && near((double) a.kmaxBytes(), (double) b.kmaxBytes())
                && near(a.maxProbability(), b.maxProbability());
    }

    private static boolean near(double a, double b) {
        return Math.abs(a - b) <= ROUNDING * Math.max(a, b);
    }
}
