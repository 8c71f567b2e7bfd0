package io.stormglass.streams.sink;

import java.time.Duration;

/**
 * Spans of time of the sinks.
 *
 * @param resend how often a firing alert is sent again
 * @param hold how long an alert fires at least before its end is sent, so that the receiver's grouping does not swallow it
 * @param forget what ended longer ago is not sent; a refused version is tried again for as long
 * @param connectTimeout for a connection
 * @param requestTimeout for a whole request, from connecting to the last byte of the answer
 * @param firstBackoff wait after the first failure; doubled with each further one
 * @param longestBackoff largest wait
 */
public record SinkTimes(
        Duration resend,
        Duration hold,
        Duration forget,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration firstBackoff,
        Duration longestBackoff) {
    private static final int ENDS_AFTER_RESENDS = 5;
    private static final Duration SHORTEST_RESEND = Duration.ofSeconds(1);
    private static final Duration LONGEST_RESEND = Duration.ofHours(1);

    public SinkTimes {
        if (resend.compareTo(SHORTEST_RESEND) < 0 || resend.compareTo(LONGEST_RESEND) > 0) {
            throw new IllegalArgumentException(
                    "the re-send interval is " + resend.toMillis() + " ms; give 1 s to 1 hour");
        }
    }

    /** Sent again every minute, 15 s at least, nothing that ended over an hour ago. */
    public static SinkTimes defaults() {
        return new SinkTimes(
                Duration.ofMinutes(1),
                Duration.ofSeconds(15),
                Duration.ofHours(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                Duration.ofMillis(500),
                Duration.ofSeconds(30));
    }

    /** The same with another re-send interval. */
    public SinkTimes withResend(Duration other) {
        return new SinkTimes(other, hold, forget, connectTimeout, requestTimeout, firstBackoff, longestBackoff);
    }

    /** The same with another shortest time of an alert. */
    public SinkTimes withHold(Duration other) {
        return new SinkTimes(resend, other, forget, connectTimeout, requestTimeout, firstBackoff, longestBackoff);
    }

    /** The same with another limit for what ended. */
    public SinkTimes withForget(Duration other) {
        return new SinkTimes(resend, hold, other, connectTimeout, requestTimeout, firstBackoff, longestBackoff);
    }

    /** The same with another time-out of requests. */
    public SinkTimes withRequestTimeout(Duration other) {
        return new SinkTimes(resend, hold, forget, connectTimeout, other, firstBackoff, longestBackoff);
    }

    /** A firing alert that is not sent again ends by itself after this, in ms. */
    long endsAfterMillis() {
        return resend.toMillis() * ENDS_AFTER_RESENDS;
    }
}
