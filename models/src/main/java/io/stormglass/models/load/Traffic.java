package io.stormglass.models.load;

import java.util.List;

/**
 * What went through a queue in a window.
 *
 * @param fromNanos of the window
 * @param toNanos of the window
 * @param longFlows mean number of flows that sent at once and long enough to be slowed down
 * @param mostLongFlows most of them at once
 * @param longBytes of those
 * @param bursts messages that began together and were over before anybody could be slowed down
 * @param messages the other short ones
 * @param notKept messages that were too many to keep; they are in none of the numbers above
 */
public record Traffic(
        long fromNanos,
        long toNanos,
        double longFlows,
        int mostLongFlows,
        long longBytes,
        Bursts bursts,
        Messages messages,
        long notKept) {
    /**
     * Bursts.
     *
     * @param count how many
     * @param fanIn mean number of messages in one
     * @param volumeBytes mean bytes of one
     * @param periodNanos mean time from one to the next; 0 for fewer than two
     * @param variation standard deviation of that time by its mean: 0 like clockwork, 1 at random; 0 for fewer than three
     * @param flowVariation the same of the messages of one flow in bursts, over all flows: low where each sender keeps a beat of its own although they do not keep one
     *     together; 1 where no flow sent three
     */
    public record Bursts(
            int count, double fanIn, double volumeBytes, double periodNanos, double variation, double flowVariation) {
        /** No bursts. */
        public static final Bursts NONE = new Bursts(0, 0, 0, 0, 0, 1);
    }

    /**
     * Messages that came each for itself.
     *
     * @param count how many
     * @param bytes of all
     * @param sizes how many had a size within powers of 4 from 1 kB on: below 1 kB, 4 kB, 16 kB, ... 16 MB, and above
     * @param flows by how many flows
     */
    public record Messages(long count, long bytes, List<Long> sizes, int flows) {
        /** Classes of sizes. */
        public static final int SIZES = 9;

        private static final long FIRST = 1000;

        public Messages {
            sizes = List.copyOf(sizes);
        }

        /** Which class a size is of. */
        public static int sizeClass(long bytes) {
            int place = 0;
            for (long limit = FIRST; place < SIZES - 1 && bytes >= limit; limit *= 4) {
                place++;
            }
            return place;
        }
    }

    /** The same of which more messages were not kept. */
    Traffic withNotKept(long more) {
        return more == 0
                ? this
                : new Traffic(
                        fromNanos, toNanos, longFlows, mostLongFlows, longBytes, bursts, messages, notKept + more);
    }

    /** Share of a line that bytes took in the window, 0 and up. */
    public double load(long bytes, long lineBitsPerSecond) {
        return bytes * 8e9 / ((double) lineBitsPerSecond * (toNanos - fromNanos));
    }
}
