package io.stormglass.models.bbr;

import java.util.Objects;

/**
 * What a TCP socket reports of itself (Linux {@code tcp_info}) at one acknowledgement; counts are since the connection began.
 *
 * @param timeMicros never decreases from reading to reading
 * @param deliveredSegments the SYN counts as one, so it starts at 1
 * @param sentSegments data segments handed to the wire, retransmissions included
 * @param inflightSegments unacknowledged segments
 * @param windowSegments congestion window
 * @param smoothedRttMicros smoothed RTT (1/8 per acknowledgement)
 * @param minRttMicros smallest RTT seen
 * @param deliveryRateBytesPerSecond newest delivery rate sample, 0 without one
 * @param appLimited whether that sample was app-limited
 * @param lostSegments segments taken for lost
 * @param lossState what loss recovery does
 */
public record SocketReading(
        long timeMicros,
        long deliveredSegments,
        long sentSegments,
        long inflightSegments,
        long windowSegments,
        long smoothedRttMicros,
        long minRttMicros,
        long deliveryRateBytesPerSecond,
        boolean appLimited,
        long lostSegments,
        LossState lossState) {
    public SocketReading {
        Objects.requireNonNull(lossState, "lossState");
        notNegative("timeMicros", timeMicros);
        notNegative("deliveredSegments", deliveredSegments);
        notNegative("sentSegments", sentSegments);
        notNegative("inflightSegments", inflightSegments);
        notNegative("windowSegments", windowSegments);
        notNegative("smoothedRttMicros", smoothedRttMicros);
        notNegative("minRttMicros", minRttMicros);
        notNegative("deliveryRateBytesPerSecond", deliveryRateBytesPerSecond);
        notNegative("lostSegments", lostSegments);
    }

    private static void notNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " is " + value + ", 0 and up is possible");
        }
    }
}
