package io.stormglass.models.bbr;

import java.nio.ByteBuffer;

/**
 * Makes BBR samples of what telemetry reports: cumulative delivered bytes and an RTT, and where known send time and
 * delivered-at-send of the newest acknowledged unit.
 *
 * <pre>
 * stamped      : bandwidth = (D - D.at.send) / (now - sent)
 * approximate  : bandwidth = (D - D.last) / (now - last); a round starts when RTT has passed since the round before
 * </pre>
 *
 * <p>Symbols: D cumulative delivered bytes. No paper: this is the adaptation of {@code tcp_rate.c} to telemetry; the approximation is named
 * by {@link SampleBasis}. Deliberate: without the time of the delivery before the send the stamped interval is the RTT, so a sample is at most one
 * acknowledgement too high; an interval without delivery is joined to the next one, so how idle time is cut changes nothing.
 *
 * <p>Worked number: 1,000,000 bytes delivered at 0 and 1,500,000 at 20 us, RTT 10 us: 25 GB/s, and a new round.
 */
public final class TelemetryFeed {
    /** Length of the saved form. */
    public static final int BYTES = 41;

    private static final byte LAYOUT = 1;
    private static final byte LAYOUT_EMPTY = 2;

    private boolean started;
    private long seenNanos;
    private long deliveredNanos;
    private long deliveredBytes;
    private long roundBytes;
    private long roundNanos;

    /** The feed of a flow of which nothing was seen. */
    public TelemetryFeed() {}

    /**
     * Completes a sample whose {@code nowNanos}, {@code deliveredBytes} and, where known, {@code rttNanos} and {@code priorDeliveredBytes} are
     * set: fills acked bytes, bandwidth and prior bytes. A repeated or older reading leaves a sample that models ignore.
     *
     * @param sentNanos when the newest acknowledged unit was sent, or {@link AckSample#UNKNOWN}
     * @return what the bandwidth rests on
     */
    public SampleBasis complete(AckSample sample, long sentNanos) {
        sample.bandwidthBytesPerSecond = AckSample.UNKNOWN;
        sample.ackedBytes = 0;
        if (!started) {
            begin(sample);
            return SampleBasis.NONE;
        }
        if (sample.nowNanos <= seenNanos) {
            sample.rttNanos = AckSample.UNKNOWN;
            return SampleBasis.NONE;
        }
        long elapsedNanos = sample.nowNanos - deliveredNanos;
        long bytes = sample.deliveredBytes - deliveredBytes;
        if (bytes <= 0) {
            if (sample.rttNanos >= 0) {
                seenNanos = sample.nowNanos;
            }
            return SampleBasis.NONE;
        }
        sample.ackedBytes = bytes;
        SampleBasis basis = sentNanos >= 0 && sentNanos < sample.nowNanos && sample.priorDeliveredBytes >= 0
                ? stamped(sample, sentNanos)
                : approximate(sample, bytes, elapsedNanos);
        seenNanos = sample.nowNanos;
        deliveredNanos = sample.nowNanos;
        deliveredBytes = sample.deliveredBytes;
        return basis;
    }

    private void begin(AckSample sample) {
        started = true;
        seenNanos = sample.nowNanos;
        deliveredNanos = sample.nowNanos;
        deliveredBytes = sample.deliveredBytes;
        roundBytes = sample.deliveredBytes;
        roundNanos = sample.nowNanos;
    }

    private static SampleBasis stamped(AckSample sample, long sentNanos) {
        sample.bandwidthBytesPerSecond = RateEstimator.bytesPerSecond(
                sample.deliveredBytes - sample.priorDeliveredBytes, sample.nowNanos - sentNanos);
        return SampleBasis.STAMPED;
    }

    private SampleBasis approximate(AckSample sample, long bytes, long elapsedNanos) {
        sample.bandwidthBytesPerSecond = RateEstimator.bytesPerSecond(bytes, elapsedNanos);
        if (sample.nowNanos - roundNanos >= Math.max(0, sample.rttNanos)) {
            roundNanos = sample.nowNanos;
            roundBytes = sample.deliveredBytes;
            sample.priorDeliveredBytes = deliveredBytes;
        } else {
            sample.priorDeliveredBytes = Math.max(0, roundBytes - 1);
        }
        return SampleBasis.APPROXIMATE;
    }

    /** Saves {@value #BYTES} bytes, the first of which is the layout's version. */
    public void write(ByteBuffer out) {
        out.put(started ? LAYOUT : LAYOUT_EMPTY)
                .putLong(seenNanos)
                .putLong(deliveredNanos)
                .putLong(deliveredBytes)
                .putLong(roundBytes)
                .putLong(roundNanos);
    }

    /**
     * Restores what {@link #write} saved.
     *
     * @throws IllegalArgumentException if the layout is unknown
     */
    public void read(ByteBuffer in) {
        byte layout = in.get();
        if (layout != LAYOUT && layout != LAYOUT_EMPTY) {
            throw new IllegalArgumentException("layout of a saved telemetry feed is " + layout + ", " + LAYOUT + " or "
                    + LAYOUT_EMPTY + " can be read");
        }
        started = layout == LAYOUT;
        seenNanos = in.getLong();
        deliveredNanos = in.getLong();
        deliveredBytes = in.getLong();
        roundBytes = in.getLong();
        roundNanos = in.getLong();
    }
}
