package io.stormglass.models.shadow;

import io.stormglass.models.dcqcn.ReactionPoint;
import java.nio.ByteBuffer;

/**
 * The reference reaction point and the compared ones, all driven by the same inputs, and what each allowed in the current span.
 * Index 0 is the reference.
 */
final class Limits {
    private static final int NO_HEAD = 0;
    /** A chunk of data that took longer is driven in pieces. */
    private static final long PIECE_NANOS = 50_000;

    private static final int MOST_PIECES = 64;
    private static final double BYTES_PER_BIT_NANO = 1 / 8e9;
    private static final double FARTHEST = 3;

    private final ReactionPoint[] points;
    private final String[] layouts;
    private final byte[] fresh;
    private final int freshBytes;
    private final float[] allowedBytes;
    private final float[] residuals;
    private final ByteBuffer scratch = ByteBuffer.allocate(ReactionPoint.STATE_BYTES);
    private final short[] heads;
    long nowNanos;

    Limits(ShadowModels models) {
        int count = 1 + models.compared().size();
        points = new ReactionPoint[count];
        layouts = new String[count];
        allowedBytes = new float[count];
        residuals = new float[count];
        heads = new short[count];
        fresh = new byte[count * ReactionPoint.STATE_BYTES];
        freshBytes = ReactionPoint.STATE_BYTES;
        for (int i = 0; i < count; i++) {
            ShadowModels.Preset preset =
                    i == 0 ? models.reference() : models.compared().get(i - 1);
            points[i] = preset.parameters().start();
            layouts[i] = Packing.of(preset.parameters());
            points[i].save(scratch.clear());
            heads[i] = scratch.getShort(NO_HEAD);
            System.arraycopy(scratch.array(), 0, fresh, i * freshBytes, freshBytes);
        }
    }

    int count() {
        return points.length;
    }

    ReactionPoint reference() {
        return points[0];
    }

    /** A flow that begins at a time of the model. */
    void begin(long atNanos) {
        for (int i = 0; i < points.length; i++) {
            scratch.clear().put(fresh, i * freshBytes, freshBytes).flip();
            points[i].load(scratch);
            points[i].advanceTo(atNanos);
            residuals[i] = 0;
            allowedBytes[i] = 0;
        }
        nowNanos = atNanos;
    }

    /** Returns what the reference did, a set of {@code Branch} bits. */
    int sent(long atNanos, long bytes) {
        int fired = 0;
        long span = atNanos - nowNanos;
        long pieces = Math.max(1, Math.min(MOST_PIECES, span / PIECE_NANOS));
        long from = nowNanos;
        long left = bytes;
        for (long piece = 1; piece <= pieces; piece++) {
            long to = piece == pieces ? atNanos : from + span / pieces * piece;
            long part = piece == pieces ? left : bytes / pieces;
            left -= part;
            for (int i = 0; i < points.length; i++) {
                long before = points[i].rateBitsPerSecond();
                int stepped = points[i].sent(to, part);
                fired |= i == 0 ? stepped : 0;
                allow(i, to - nowNanos, before);
            }
            nowNanos = to;
        }
        return fired;
    }

    /** Returns what the reference did, a set of {@code Branch} bits. */
    int cnps(long atNanos, long count) {
        int fired = 0;
        for (int i = 0; i < points.length; i++) {
            long before = points[i].rateBitsPerSecond();
            for (long n = 0; n < count; n++) {
                int stepped = points[i].cnp(atNanos);
                fired |= i == 0 ? stepped : 0;
            }
            allow(i, atNanos - nowNanos, before);
        }
        nowNanos = atNanos;
        return fired;
    }

    private void allow(int i, long nanos, long beforeBitsPerSecond) {
        double mean = 0.5 * ((double) beforeBitsPerSecond + points[i].rateBitsPerSecond());
        allowedBytes[i] += (float) (mean * nanos * BYTES_PER_BIT_NANO);
    }

    /** Bytes that the reference allowed since the span began. */
    double allowedBytes() {
        return allowedBytes[0];
    }

    double residual(int i) {
        return residuals[i];
    }

    void startSpan() {
        for (int i = 0; i < allowedBytes.length; i++) {
            allowedBytes[i] = 0;
        }
    }

    /** Takes a judged span into every residual. */
    void judge(double observedBytes, double weight) {
        for (int i = 0; i < points.length; i++) {
            double away = Math.abs(StrictMath.log(observedBytes / Math.max(1, allowedBytes[i])));
            residuals[i] += (float) ((Math.min(FARTHEST, away) - residuals[i]) * weight);
        }
    }

    /** Sets a reaction point to where the reference will be; returns it for reading only. */
    ReactionPoint ahead(ReactionPoint spare, long atNanos) {
        points[0].save(scratch.clear());
        spare.load(scratch.flip());
        spare.advanceTo(Math.max(atNanos, nowNanos));
        return spare;
    }

    void save(int i, Packing packing, ByteBuffer out) {
        points[i].save(scratch.clear());
        packing.pack(layouts[i], scratch.flip(), out);
        out.putFloat(allowedBytes[i]).putFloat(residuals[i]);
    }

    void load(int i, Packing packing, ByteBuffer in) {
        packing.unpack(layouts[i], heads[i], in, scratch.clear());
        points[i].load(scratch.flip());
        allowedBytes[i] = in.getFloat();
        residuals[i] = in.getFloat();
    }
}
