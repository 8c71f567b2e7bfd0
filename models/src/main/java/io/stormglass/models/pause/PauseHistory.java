package io.stormglass.models.pause;

import java.util.Arrays;

/**
 * How much of its time a priority was paused, window by window, over some days: of each day (UTC, event time) how many windows had a ratio within each bin.
 *
 * <p>Bins: 0; above 0 and below 1e-4; ten per decade from 1e-4 to 1 (each 26 % wide). The median is the geometric middle of its bin, so it is off by 12 % at most
 * where it lies within 1e-4..1; below it is told as 5e-5.
 *
 * <p>At most 3 + 47 bytes a day: one that was never paused takes 4. Immutable.
 */
public final class PauseHistory {
    /** Nothing was counted. */
    public static final PauseHistory EMPTY = new PauseHistory(new byte[0]);

    private static final byte VERSION = 1;
    private static final int PER_DECADE = 10;
    private static final int DECADES = 4;
    private static final double LOWEST = 1e-4;
    private static final int ZERO = 0;
    private static final int BELOW = 1;
    private static final int FIRST = 2;
    private static final int BINS = FIRST + PER_DECADE * DECADES;

    private final byte[] saved;
    private final int hash;

    private PauseHistory(byte[] saved) {
        this.saved = saved;
        hash = Arrays.hashCode(saved);
    }

    /**
     * Continues from saved bytes, which it keeps.
     *
     * @throws IllegalArgumentException if they are of another version
     */
    public static PauseHistory of(byte[] saved) {
        if (saved.length == 0) {
            return EMPTY;
        }
        if (saved[0] != VERSION) {
            throw new IllegalArgumentException(
                    "saved pause history has version " + saved[0] + ", version " + VERSION + " is expected");
        }
        return new PauseHistory(saved);
    }

    /** Bytes to store. */
    public byte[] bytes() {
        return saved.clone();
    }

    /** Bytes that {@link #bytes} has. */
    public int length() {
        return saved.length;
    }

    /**
     * The same with one window more, without the days that are too old by then.
     *
     * @param day number of the window's day since 1970; not before a day that is there
     * @param pausedRatio 0 or above; above 1 counts as 1
     * @param days how many days are kept, that one among them
     */
    PauseHistory with(long day, double pausedRatio, int days) {
        Days all = new Days(days);
        all.read(saved, day);
        all.counts[days - 1][bin(pausedRatio)]++;
        return new PauseHistory(all.save(day));
    }

    /** What the newest days say. */
    Summary summary(long day, int days) {
        Days all = new Days(days);
        all.read(saved, day);
        int windows = 0;
        int[] sums = new int[BINS];
        for (int[] counts : all.counts) {
            for (int bin = 0; bin < BINS; bin++) {
                sums[bin] += counts[bin];
                windows += counts[bin];
            }
        }
        int left = (windows + 1) / 2;
        for (int bin = 0; bin < BINS; bin++) {
            left -= sums[bin];
            if (left <= 0) {
                return new Summary(windows, middle(bin));
            }
        }
        return new Summary(0, 0);
    }

    /**
     * The newest days.
     *
     * @param windows windows that were counted
     * @param medianRatio the lower median of their ratios; 0 where none was counted
     */
    record Summary(int windows, double medianRatio) {}

    private static int bin(double ratio) {
        if (ratio <= 0) {
            return ZERO;
        }
        if (ratio < LOWEST) {
            return BELOW;
        }
        int bin = (int) Math.floor(PER_DECADE * StrictMath.log10(ratio / LOWEST));
        return Math.min(FIRST + bin, BINS - 1);
    }

    private static double middle(int bin) {
        return switch (bin) {
            case ZERO -> 0;
            case BELOW -> LOWEST / 2;
            default -> LOWEST * StrictMath.pow(10, (bin - FIRST + 0.5) / PER_DECADE);
        };
    }

    /** Counts by day, the oldest first. */
    private static final class Days {
        final int[][] counts;

        Days(int days) {
            counts = new int[days][BINS];
        }

        /** Version, then for each day that has windows: days since the one before, first bin, how many bins, their counts. */
        byte[] save(long newestDay) {
            Writer out = new Writer();
            out.put(VERSION);
            long before = 0;
            for (int i = 0; i < counts.length; i++) {
                int first = 0;
                int last = BINS - 1;
                while (first < BINS && counts[i][first] == 0) {
                    first++;
                }
                while (last >= first && counts[i][last] == 0) {
                    last--;
                }
                if (first > last) {
                    continue;
                }
                long day = newestDay - counts.length + 1 + i;
                out.put(day - before);
                before = day;
                out.put(first);
                out.put(last - first + 1L);
                for (int bin = first; bin <= last; bin++) {
                    out.put(counts[i][bin]);
                }
            }
            return out.bytes();
        }

        void read(byte[] saved, long newestDay) {
            Reader in = new Reader(saved);
            long day = 0;
            while (in.at < saved.length) {
                day += in.next();
                int first = (int) in.next();
                int bins = (int) in.next();
                long row = counts.length - 1 - (newestDay - day);
                for (int bin = first; bin < first + bins; bin++) {
                    int count = (int) in.next();
                    if (row >= 0 && row < counts.length) {
                        counts[(int) row][bin] = count;
                    }
                }
            }
        }
    }

    /** Numbers of 7 bits a byte, the lowest first; the highest bit says that more come. */
    private static final class Writer {
        private byte[] bytes = new byte[32];
        private int length;

        /** A number that is not negative. */
        void put(long value) {
            long left = value;
            while (left >= 0x80) {
                add((byte) ((left & 0x7F) | 0x80));
                left >>>= 7;
            }
            add((byte) left);
        }

        private void add(byte value) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * length);
            }
            bytes[length++] = value;
        }

        byte[] bytes() {
            return Arrays.copyOf(bytes, length);
        }
    }

    private static final class Reader {
        private final byte[] saved;
        private int at = 1;

        Reader(byte[] saved) {
            this.saved = saved;
        }

        long next() {
            long value = 0;
            int shift = 0;
            byte part;
            do {
                part = saved[at++];
                value |= (long) (part & 0x7F) << shift;
                shift += 7;
            } while (part < 0);
            return value;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PauseHistory history && Arrays.equals(saved, history.saved);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return "PauseHistory of " + saved.length + " bytes";
    }
}
