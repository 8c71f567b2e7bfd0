package io.stormglass.schemas.codec;

import io.stormglass.models.event.Names;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import org.jspecify.annotations.Nullable;

/** Range checks of one record; keeps the first failure, so that the caller looks once at the end. */
final class Checks {
    private @Nullable Reason reason;
    private String detail = "";
    private int index = -1;

    /** Later failures are in element {@code newIndex} of the events; -1 is the record itself. */
    void at(int newIndex) {
        index = newIndex;
    }

    boolean passed() {
        return reason == null;
    }

    <T> Decoded<T> failure() {
        if (reason == null) {
            throw new IllegalStateException("no check has failed");
        }
        return new Decoded.Malformed<>(reason, detail);
    }

    void fail(Reason why, String what) {
        if (reason == null) {
            reason = why;
            detail = index < 0 ? what : "event " + index + ": " + what;
        }
    }

    /** A text that names something or takes part in a key: a control character in it would break keys, logs and reports. */
    String identity(String what, String text) {
        int place = Names.controlAt(text);
        if (place >= 0) {
            fail(Reason.INVALID_KEY, Names.controlFound(what, text, place));
        }
        return text;
    }

    /** An address, of which keys are built with {@code |} between their parts. */
    String address(String what, String text) {
        if (text.indexOf('|') >= 0) {
            fail(Reason.INVALID_KEY, what + " is '" + text + "', it must not hold '|': keys are built from it");
        }
        return identity(what, text);
    }

    /** Base plus offset, as a time within 2000 to 2100; 0 where it is not. */
    long time(String what, long baseNanos, long offsetNanos) {
        long nanos = baseNanos + offsetNanos;
        boolean overflow = ((baseNanos ^ nanos) & (offsetNanos ^ nanos)) < 0;
        if (overflow || !EventTimes.isPossible(nanos)) {
            fail(
                    Reason.IMPOSSIBLE_TIME,
                    what + " is " + baseNanos + " + " + offsetNanos + " ns since 1970, not within 2000 to 2100");
            return 0;
        }
        return nanos;
    }

    long range(String what, long value, long least, long most) {
        if (value < least || value > most) {
            fail(Reason.VALUE_OUT_OF_RANGE, what + " is " + value + ", not within " + least + " to " + most);
        }
        return value;
    }

    int range(String what, int value, int least, int most) {
        range(what, (long) value, least, most);
        return value;
    }

    long count(String what, long value) {
        if (value < 0) {
            fail(Reason.VALUE_OUT_OF_RANGE, what + " is " + value + ", it cannot be negative");
        }
        return value;
    }

    /** A count that more than a limit would make nonsense of whatever is computed from it. */
    long count(String what, long value, long most) {
        if (value > most) {
            fail(Reason.VALUE_OUT_OF_RANGE, what + " is " + value + ", at most " + most + " is possible");
        }
        return count(what, value);
    }

    @Nullable
    Long counter(String what, @Nullable Long value) {
        if (value != null) {
            count(what, value);
        }
        return value;
    }

    long required(String what, @Nullable Long value) {
        if (value == null) {
            fail(Reason.VALUE_OUT_OF_RANGE, what + " is missing");
            return 0;
        }
        return count(what, value);
    }
}
