package io.stormglass.models.bbr;

import java.nio.ByteBuffer;

/**
 * Delivery rate of a sender, one sample per acknowledgement.
 *
 * <p>Source: Linux {@code net/ipv4/tcp_rate.c}; draft-ietf-ccwg-bbr, delivery rate samples.
 *
 * <pre>
 * send of P : if nothing is in flight: first = C.time = now
 *             P.first = first; P.time = C.time; P.delivered = C.delivered
 * ack of P  : C.delivered += acked; C.time = now; first = P.sent
 *             interval = max(P.sent - P.first, now - P.time)
 *             bandwidth = (C.delivered - P.delivered) / interval       P: the newest acknowledged unit
 * </pre>
 *
 * <p>Symbols: C the connection, P a unit. The longer of the two intervals is taken so that neither a burst of sends nor a burst of
 * acknowledgements makes the path look faster than it is. A sample over less than the min RTT is refused. No defaults, no parameters.
 * Deviation: bytes and nanoseconds instead of packets and microseconds.
 *
 * <p>Worked number: ten units of 1,000 bytes are sent at 0, the first is acknowledged at 20 ms and the second at 21 ms: (2,000 - 0) bytes
 * over max(0, 21 ms) is 95,238 B/s.
 */
public final class RateEstimator {
    /** Length of the saved form. */
    public static final int BYTES = 33;

    private static final byte LAYOUT = 1;

    private long deliveredBytes;
    private long deliveredNanos;
    private long firstSentNanos;
    private long limitedUntilBytes;

    /** The estimator of a flow that has sent nothing. */
    public RateEstimator() {}

    /** Bytes delivered so far. */
    public long deliveredBytes() {
        return deliveredBytes;
    }

    /**
     * Stamps a unit that is sent.
     *
     * @param stamp is filled; belongs to the unit until it is acknowledged or lost
     * @param nowNanos event time
     * @param inflightBytes bytes in flight without this unit
     */
    public void sent(SentStamp stamp, long nowNanos, long inflightBytes) {
        if (inflightBytes <= 0) {
            firstSentNanos = nowNanos;
            deliveredNanos = nowNanos;
        }
        stamp.sentNanos = nowNanos;
        stamp.firstSentNanos = firstSentNanos;
        stamp.deliveredNanos = deliveredNanos;
        stamp.deliveredBytes = deliveredBytes;
        stamp.appLimited = limitedUntilBytes > 0;
    }

    /**
     * The sender has nothing to send, or sends less than it could (PROBE_RTT): samples of units sent from now on are
     * app-limited until what is in flight has been delivered.
     *
     * @param inflightBytes bytes in flight
     */
    public void limitUntil(long inflightBytes) {
        limitedUntilBytes = Math.max(1, deliveredBytes + inflightBytes);
    }

    /**
     * Takes an acknowledgement and fills delivered, acked and prior bytes, bandwidth, RTT and the app-limited mark of the sample.
     *
     * @param sample its {@code nowNanos} is set, the rest of what is named above is filled
     * @param newest stamp of the acknowledged unit that was sent last
     * @param bytes newly delivered, 1 and up
     * @param minRttNanos shortest interval that is believed; 0 or less: any
     */
    public void acked(AckSample sample, SentStamp newest, long bytes, long minRttNanos) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes is " + bytes + ", an acknowledgement delivers at least 1");
        }
        deliveredBytes += bytes;
        deliveredNanos = sample.nowNanos;
        firstSentNanos = newest.sentNanos;
        if (limitedUntilBytes > 0 && deliveredBytes > limitedUntilBytes) {
            limitedUntilBytes = 0;
        }
        long intervalNanos =
                Math.max(newest.sentNanos - newest.firstSentNanos, sample.nowNanos - newest.deliveredNanos);
        sample.deliveredBytes = deliveredBytes;
        sample.ackedBytes = bytes;
        sample.priorDeliveredBytes = newest.deliveredBytes;
        sample.rttNanos = sample.nowNanos - newest.sentNanos;
        sample.appLimited = newest.appLimited;
        sample.bandwidthBytesPerSecond = intervalNanos <= 0 || intervalNanos < minRttNanos
                ? AckSample.UNKNOWN
                : bytesPerSecond(deliveredBytes - newest.deliveredBytes, intervalNanos);
    }

    static long bytesPerSecond(long bytes, long nanos) {
        return (long) Math.min((double) bytes * 1e9 / nanos, Packed.MAX);
    }

    /** Saves {@value #BYTES} bytes, the first of which is the layout's version. */
    public void write(ByteBuffer out) {
        out.put(LAYOUT)
                .putLong(deliveredBytes)
                .putLong(deliveredNanos)
                .putLong(firstSentNanos)
                .putLong(limitedUntilBytes);
    }

    /**
     * Restores what {@link #write} saved.
     *
     * @throws IllegalArgumentException if the layout is unknown
     */
    public void read(ByteBuffer in) {
        byte layout = in.get();
        if (layout != LAYOUT) {
            throw new IllegalArgumentException(
                    "layout of a saved rate estimator is " + layout + ", " + LAYOUT + " can be read");
        }
        deliveredBytes = in.getLong();
        deliveredNanos = in.getLong();
        firstSentNanos = in.getLong();
        limitedUntilBytes = in.getLong();
    }
}
