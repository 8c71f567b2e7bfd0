package io.stormglass.models.bbr;

/** Bytes in units of the wire. */
final class Segments {
    /** More than any window; sums of a few of them still fit. */
    static final int MOST = 1 << 28;

    private Segments() {}

    /** Segments that hold so many bytes, rounded up; 0 for none. */
    static int of(long bytes, int segmentBytes) {
        if (bytes <= 0) {
            return 0;
        }
        // A division of ints costs a fraction of one of longs, and this is most of what a sample costs.
        long padded = bytes + segmentBytes - 1;
        return padded <= Integer.MAX_VALUE ? (int) padded / segmentBytes : (int) Math.min(padded / segmentBytes, MOST);
    }
}
