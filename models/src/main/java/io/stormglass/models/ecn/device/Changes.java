package io.stormglass.models.ecn.device;

import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.event.ThresholdUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Thresholds to commands and back, in the unit in which the switch keeps them. */
public final class Changes {
    /** No name that somebody would have to quote, and nothing that a shell or a switch takes for more than a name. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}");

    private Changes() {}

    /** The commands that bring an object to thresholds, with the way back. */
    public static Change to(AdviceObject object, Thresholds wanted) {
        String unadvisable = unadvisable(object);
        if (unadvisable != null) {
            return new Change.Refusal(false, unadvisable);
        }
        String missing = missing(object);
        Setting current = object.current();
        if (missing != null || current == null) {
            return new Change.Refusal(
                    true,
                    "command cannot be generated: " + (missing == null ? "what is set now is not known" : missing));
        }
        return commands(object, current, scale(object), wanted);
    }

    private static Change commands(AdviceObject object, Setting current, Scale scale, Thresholds wanted) {
        Setting setting = Setting.nearest(wanted, scale, current.weight());
        Dialect dialect = object.dialect();
        return new Change.Commands(
                setting,
                setting.thresholds(scale),
                dialect.commands(object, setting),
                dialect.commands(object, current),
                dialect.document(object, setting),
                dialect.document(object, current),
                object.queues(),
                dialect.notes());
    }

    /** The thresholds that an object has now; null where they are no known number of bytes. */
    public static @Nullable Thresholds current(AdviceObject object) {
        Setting current = object.current();
        return current == null || unadvisable(object) != null ? null : current.thresholds(scale(object));
    }

    /** Why no number of bytes stands behind its thresholds; null where one does. */
    private static @Nullable String unadvisable(AdviceObject object) {
        ThresholdUnit unit = object.unit();
        return switch (unit) {
            case PERCENT -> "its thresholds are percents of a buffer whose size is not known";
            case DYNAMIC -> "the switch moves its thresholds itself";
            case SEGMENTS, CELLS ->
                object.pieceBytes() == null
                        ? "its thresholds are " + unit.word() + ", and how large one is is not known"
                        : null;
            case MILLISECONDS ->
                speeds(object).size() > 1
                        ? "its thresholds are times, and its queues have different speeds: one number is as many thresholds"
                        : null;
            case BYTES, KBYTES, MBYTES -> null;
        };
    }

    private static Scale scale(AdviceObject object) {
        Scale scale = Scale.of(object.unit(), speeds(object).getFirst(), object.pieceBytes());
        if (scale == null) {
            throw new IllegalStateException("thresholds in " + object.unit() + " were not refused");
        }
        return scale;
    }

    private static List<Long> speeds(AdviceObject object) {
        return object.queues().stream()
                .map(QueueName::lineBitsPerSecond)
                .distinct()
                .toList();
    }

    /** Why it cannot be named to the switch; null where it can. */
    private static @Nullable String missing(AdviceObject object) {
        Dialect dialect = object.dialect();
        if (!dialect.takes(object.unit())) {
            return dialect.vendor() + " is not known to take thresholds in "
                    + object.unit().word();
        }
        String name = object.name();
        if (name == null) {
            return "the name of the profile or policy was not read back";
        }
        String place = object.place();
        if (dialect.hasPlaces() && place == null) {
            return "the class or queue within '" + name + "' was not read back";
        }
        if (!NAME.matcher(name).matches()
                || (place != null && !NAME.matcher(place).matches())) {
            return "'" + name + "' has characters that a command line does not take as they are";
        }
        return null;
    }
}
