package io.stormglass.schemas.codec;

import java.time.Instant;

/** Which event times are possible; anything else is a broken clock or a broken file. */
public final class EventTimes {
    /** First possible time: the year 2000 begins (ns since 1970 UTC). */
    public static final long EARLIEST_NANOS =
            Instant.parse("2000-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L;
    /** First time that is too late: the year 2100 begins (ns since 1970 UTC). */
    public static final long END_NANOS = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond() * 1_000_000_000L;

    private EventTimes() {}

    /** True where the time is within 2000 to 2100. */
    public static boolean isPossible(long nanos) {
        return nanos >= EARLIEST_NANOS && nanos < END_NANOS;
    }
}
