package io.stormglass.models.time;

/**
 * Which sequences of one agent in one partition have been seen: the newest epoch, its highest sequence and the 64
 * sequences up to it.
 *
 * <p>A repeat inside the window is a duplicate. What is older than the window, or of an older epoch, is too old to tell a
 * repeat from a late first arrival, so it is neither accepted nor called a duplicate. A hole counts as a gap when it
 * leaves the window, because until then it may still be filled. Sequences below the first one met in an epoch are no
 * gaps: a reader may start in mid-stream.
 *
 * @param epoch newest epoch seen, -1 before the first record
 * @param first lowest sequence accepted in the epoch
 * @param highest highest sequence accepted in the epoch
 * @param bits bit i is set where {@code highest - i} was accepted
 */
public record SequenceWindow(long epoch, long first, long highest, long bits) {
    /** Sequences that the window holds. */
    public static final int SIZE = 64;

    /** Nothing seen yet. */
    public static final SequenceWindow EMPTY = new SequenceWindow(-1, 0, -1, 0);

    /** What a sequence turned out to be. */
    public enum Verdict {
        /** Not seen before: use the record. */
        NEW,
        /** Seen before: drop the record. */
        DUPLICATE,
        /** Older than the window or of an older epoch: drop the record. */
        TOO_OLD
    }

    /**
     * Outcome of one sequence.
     *
     * @param gaps sequences that left the window unseen because of this one
     * @param next the window afterwards
     */
    public record Step(Verdict verdict, long gaps, SequenceWindow next) {}

    /**
     * Takes the next record's epoch and sequence.
     *
     * @throws IllegalArgumentException if one of them is negative
     */
    public Step accept(long recordEpoch, long sequence) {
        if (recordEpoch < 0 || sequence < 0) {
            throw new IllegalArgumentException(
                    "epoch " + recordEpoch + " and sequence " + sequence + " must not be negative");
        }
        if (recordEpoch < epoch) {
            return new Step(Verdict.TOO_OLD, 0, this);
        }
        if (recordEpoch > epoch) {
            return new Step(Verdict.NEW, openHoles(), new SequenceWindow(recordEpoch, sequence, sequence, 1));
        }
        return sequence > highest ? advance(sequence) : lookBack(sequence);
    }

    private Step advance(long sequence) {
        long distance = sequence - highest;
        long gaps = 0;
        if (distance >= SIZE) {
            // All of the window leaves, and with it what was never in it.
            gaps = openHoles() + (distance - SIZE);
            return new Step(Verdict.NEW, gaps, new SequenceWindow(epoch, first, sequence, 1));
        }
        for (long i = SIZE - distance; i < SIZE; i++) {
            if ((bits >>> i & 1) == 0 && highest - i >= first) {
                gaps++;
            }
        }
        return new Step(Verdict.NEW, gaps, new SequenceWindow(epoch, first, sequence, bits << distance | 1));
    }

    private Step lookBack(long sequence) {
        long distance = highest - sequence;
        if (distance >= SIZE) {
            return new Step(Verdict.TOO_OLD, 0, this);
        }
        if ((bits >>> distance & 1) != 0) {
            return new Step(Verdict.DUPLICATE, 0, this);
        }
        SequenceWindow next = new SequenceWindow(epoch, Math.min(first, sequence), highest, bits | 1L << distance);
        return new Step(Verdict.NEW, 0, next);
    }

    /** Sequences between the first and the highest that are still missing in the window. */
    public long openHoles() {
        if (epoch < 0) {
            return 0;
        }
        long span = Math.min(SIZE, highest - first + 1);
        return span - Long.bitCount(bits);
    }
}
