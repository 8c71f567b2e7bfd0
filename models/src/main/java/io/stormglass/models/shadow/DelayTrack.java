package io.stormglass.models.shadow;

import io.stormglass.models.bbr.AckSample;
import io.stormglass.models.bbr.BbrState;
import io.stormglass.models.bbr.BbrV1;
import io.stormglass.models.bbr.TelemetryFeed;
import java.nio.ByteBuffer;

/**
 * BBR beside a flow, from RTT and delivered samples of the sender's side. An RTT counts at once; bandwidth is measured over
 * at least half a round trip, because acknowledgements that arrive together would each show the line rate and more.
 */
final class DelayTrack {
    /** More would not fit the saved form, 140 TB: the track begins anew. */
    static final long MOST_DELIVERED = (1L << 47) - 1;

    private static final int DRAWS = 7;

    private final BbrV1 model;
    private final long lineBytesPerSecond;
    private final BbrState blank;
    private final ByteBuffer scratch = ByteBuffer.allocate(BbrState.V1_BYTES);
    private final AckSample sample = new AckSample();
    private final TelemetryFeed feed = new TelemetryFeed();
    private final BbrState state;
    private long fedNanos = Long.MIN_VALUE;
    long deliveredBytes;
    /** Newest RTT, 0 before the first. */
    long rttNanos;

    DelayTrack(BbrV1 model, long lineBitsPerSecond) {
        this.model = model;
        lineBytesPerSecond = lineBitsPerSecond / 8;
        blank = model.start(0, AckSample.UNKNOWN);
        state = model.start(0, AckSample.UNKNOWN);
    }

    void begin() {
        blank.write(scratch.clear());
        state.readFrom(scratch.flip());
        deliveredBytes = 0;
        rttNanos = 0;
        fedNanos = Long.MIN_VALUE;
    }

    /**
     * Takes a sample.
     *
     * @param newRttNanos RTT, or 0 where only bytes are known
     * @param sendingBytesPerSecond how fast the flow sends, for what is in flight
     * @param idle the flow had nothing outstanding since the sample before
     */
    void sample(long nowNanos, long bytes, long newRttNanos, double sendingBytesPerSecond, boolean idle) {
        if (deliveredBytes > MOST_DELIVERED - bytes) {
            begin();
        }
        sample.clear();
        sample.nowNanos = nowNanos;
        deliveredBytes += bytes;
        sample.deliveredBytes = deliveredBytes;
        if (newRttNanos > 0) {
            sample.rttNanos = newRttNanos;
            rttNanos = newRttNanos;
        }
        sample.appLimited = idle;
        sample.inflightBytes = (long) (sendingBytesPerSecond * rttNanos * 1e-9);
        sample.cycleDraw = (int) ((deliveredBytes >>> 12) % DRAWS);
        boolean first = fedNanos == Long.MIN_VALUE;
        if (bytes > 0 && (first || nowNanos - fedNanos > rttNanos / 2)) {
            if (first) {
                stamp(nowNanos);
                feed.read(EMPTY_FEED.duplicate());
            }
            feed.complete(sample, AckSample.UNKNOWN);
            sample.bandwidthBytesPerSecond = Math.min(sample.bandwidthBytesPerSecond, lineBytesPerSecond);
            fedNanos = nowNanos;
        }
        sample.priorInflightBytes = sample.inflightBytes + sample.ackedBytes;
        model.step(state, sample);
    }

    private static final ByteBuffer EMPTY_FEED = emptyFeed();

    private static ByteBuffer emptyFeed() {
        ByteBuffer buffer = ByteBuffer.allocate(TelemetryFeed.BYTES);
        new TelemetryFeed().write(buffer);
        return buffer.flip();
    }

    /** The windows of a flow begin with its first sample, not at time 0. */
    private void stamp(long nowNanos) {
        model.start(nowNanos, state.minRttNanos()).write(scratch.clear());
        state.readFrom(scratch.flip());
    }

    BbrState state() {
        return state;
    }

    long bdpBytes() {
        return model.bdpBytes(state);
    }

    /** Newest RTT above RTprop; 0 while unknown. */
    long queueingNanos() {
        return rttNanos == 0 || state.minRttNanos() < 0 ? 0 : Math.max(0, rttNanos - state.minRttNanos());
    }

    void save(Packing packing, ByteBuffer out) {
        state.write(scratch.clear());
        packing.pack(Packing.BBR, scratch.flip(), out);
        feed.write(scratch.clear());
        packing.pack(Packing.FEED, scratch.flip(), out);
        out.putInt((int) Math.min(Integer.MAX_VALUE, rttNanos));
    }

    void load(Packing packing, long delivered, ByteBuffer in) {
        packing.unpack(Packing.BBR, (short) 0, in, scratch.clear());
        state.readFrom(scratch.flip());
        packing.unpack(Packing.FEED, (short) 0, in, scratch.clear());
        fedNanos = scratch.flip().getLong(1);
        feed.read(scratch);
        // The first byte says whether the feed had begun.
        if (scratch.get(0) == EMPTY_FEED.get(0)) {
            fedNanos = Long.MIN_VALUE;
        }
        rttNanos = in.getInt();
        deliveredBytes = delivered;
    }
}
