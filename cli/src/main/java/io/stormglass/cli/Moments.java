package io.stormglass.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Moments as people write them: {@code 2026-03-01T10:00:00Z}, {@code 2026-03-01T10:00+01:00}. */
final class Moments {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");

    private Moments() {}

    /** Nanoseconds since 1970; what the text stands for is in the message where it is no moment. */
    static long parseNanos(String what, String text) {
        try {
            Instant instant = OffsetDateTime.parse(text.strip()).toInstant();
            if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
                throw CommandFailure.usage(what + " '" + text + "' is outside 2000 to 2100", null);
            }
            return nanos(instant);
        } catch (DateTimeException e) {
            throw CommandFailure.usage(
                    what + " '" + text + "' is no moment: write it as 2026-03-01T10:00:00Z or 2026-03-01T10:00+01:00",
                    e);
        }
    }

    static long nanos(Instant instant) {
        return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    }
}
