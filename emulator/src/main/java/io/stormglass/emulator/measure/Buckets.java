package io.stormglass.emulator.measure;

/** Numbers of buckets of which 128 make a doubling: the middle of a bucket is within 0.4 % of each of its values. */
final class Buckets {
    private static final int SUB_BITS = 7;
    static final int PER_OCTAVE = 1 << SUB_BITS;
    static final int OCTAVES = Long.SIZE - SUB_BITS;

    private Buckets() {}

    /** Which doubling a value of 0 and up is in; the first holds 0 to 127. */
    static int octave(long value) {
        return Math.max(0, Long.SIZE - SUB_BITS - Long.numberOfLeadingZeros(value));
    }

    /** Place of a value inside its doubling. */
    static int place(long value, int octave) {
        return octave == 0 ? (int) value : (int) (value >>> (octave - 1)) - PER_OCTAVE;
    }

    /** The middle of a bucket. */
    static double middle(int octave, int place) {
        if (octave == 0) {
            return place;
        }
        double width = (double) (1L << (octave - 1));
        return (PER_OCTAVE + place) * width + (width - 1) / 2;
    }
}
