package io.stormglass.emulator.measure;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values with the time of each, for percentiles of all and of a span that is known only at the end. All are kept up to {@link #EXACT}; above that they are counted
 * in buckets within 0.4 % by value and in slots of time, at least 128 of which cover what has passed, so that the edges of a span are right to 1/128 of the run.
 * Adding allocates only while it grows to that.
 */
final class Samples {
    /** So many are kept one by one. */
    static final int EXACT = 65_536;

    private static final int SLOTS = 256;
    private static final long FIRST_SLOT_PICOS = 1 << 20;

    private long[] times = new long[64];
    private long[] values = new long[64];
    private int kept;
    private @Nullable Slot @Nullable [] slots;
    private long slotPicos = FIRST_SLOT_PICOS;

    /** What happened in a slot of time. */
    private static final class Slot {
        final int[] @Nullable [] rows = new int[Buckets.OCTAVES][];
        long count;
        double sum;
        long max;

        void add(long value) {
            int octave = Buckets.octave(value);
            int[] row = rows[octave];
            if (row == null) {
                row = new int[Buckets.PER_OCTAVE];
                rows[octave] = row;
            }
            row[Buckets.place(value, octave)]++;
            count++;
            sum += value;
            max = Math.max(max, value);
        }

        void add(Slot other) {
            for (int octave = 0; octave < rows.length; octave++) {
                int[] more = other.rows[octave];
                if (more == null) {
                    continue;
                }
                int[] row = rows[octave];
                if (row == null) {
                    rows[octave] = more;
                    continue;
                }
                for (int place = 0; place < row.length; place++) {
                    row[place] += more[place];
                }
            }
            count += other.count;
            sum += other.sum;
            max = Math.max(max, other.max);
        }
    }

    /** Adds a value of 0 and up that belongs to a time. */
    void add(long picos, long value) {
        if (slots != null) {
            slot(slots, picos).add(value);
            return;
        }
        if (kept == EXACT) {
            toSlots();
            add(picos, value);
            return;
        }
        if (kept == values.length) {
            times = Arrays.copyOf(times, 2 * kept);
            values = Arrays.copyOf(values, 2 * kept);
        }
        times[kept] = picos;
        values[kept++] = value;
    }

    private void toSlots() {
        @Nullable Slot[] all = new Slot[SLOTS];
        slots = all;
        for (int i = 0; i < kept; i++) {
            slot(all, times[i]).add(values[i]);
        }
        times = new long[0];
        values = new long[0];
    }

    private Slot slot(@Nullable Slot[] all, long picos) {
        while (picos / slotPicos >= SLOTS) {
            widen(all);
        }
        int at = (int) (picos / slotPicos);
        Slot slot = all[at];
        if (slot == null) {
            slot = new Slot();
            all[at] = slot;
        }
        return slot;
    }

    private void widen(@Nullable Slot[] all) {
        for (int at = 0; at < SLOTS; at++) {
            Slot slot = all[at];
            all[at] = null;
            Slot into = all[at / 2];
            if (slot == null) {
                continue;
            }
            if (into == null) {
                all[at / 2] = slot;
            } else {
                into.add(slot);
            }
        }
        slotPicos *= 2;
    }

    /** All values; null without any. */
    @Nullable
    Summary summary() {
        return summary(0, Long.MAX_VALUE);
    }

    /** Values of a span of time; null without any. */
    @Nullable
    Summary summary(long fromPicos, long untilPicos) {
        return slots == null ? exact(fromPicos, untilPicos) : counted(slots, fromPicos, untilPicos);
    }

    private @Nullable Summary exact(long fromPicos, long untilPicos) {
        long[] chosen = new long[kept];
        int count = 0;
        double sum = 0;
        for (int i = 0; i < kept; i++) {
            if (times[i] >= fromPicos && times[i] < untilPicos) {
                chosen[count++] = values[i];
                sum += values[i];
            }
        }
        if (count == 0) {
            return null;
        }
        Arrays.sort(chosen, 0, count);
        int middle = count / 2;
        double median = count % 2 == 1 ? chosen[middle] : (chosen[middle - 1] + (double) chosen[middle]) / 2;
        return new Summary(
                count,
                Math.min(sum / count, (double) chosen[count - 1]),
                median,
                chosen[rank99(count)],
                chosen[count - 1]);
    }

    private @Nullable Summary counted(@Nullable Slot[] all, long fromPicos, long untilPicos) {
        Slot total = new Slot();
        for (int at = 0; at < SLOTS; at++) {
            Slot slot = all[at];
            long middle = at * slotPicos + slotPicos / 2;
            if (slot != null && middle >= fromPicos && middle < untilPicos) {
                total.add(copyOf(slot));
            }
        }
        if (total.count == 0) {
            return null;
        }
        double upper = at(total, total.count / 2);
        double median = total.count % 2 == 1 ? upper : (at(total, total.count / 2 - 1) + upper) / 2;
        double p99 = at(total, total.count - total.count / 100 - 1);
        return new Summary(total.count, Math.min(total.sum / total.count, (double) total.max), median, p99, total.max);
    }

    /** Rows are handed over when slots are added up, so what is to stay needs a copy. */
    private static Slot copyOf(Slot slot) {
        Slot copy = new Slot();
        for (int octave = 0; octave < slot.rows.length; octave++) {
            int[] row = slot.rows[octave];
            copy.rows[octave] = row == null ? null : row.clone();
        }
        copy.count = slot.count;
        copy.sum = slot.sum;
        copy.max = slot.max;
        return copy;
    }

    private static int rank99(int count) {
        return count - count / 100 - 1;
    }

    private static double at(Slot slot, long index) {
        long before = 0;
        for (int octave = 0; octave < slot.rows.length; octave++) {
            int[] row = slot.rows[octave];
            for (int place = 0; row != null && place < row.length; place++) {
                before += row[place];
                if (before > index) {
                    return Math.min(Buckets.middle(octave, place), (double) slot.max);
                }
            }
        }
        return slot.max;
    }
}
