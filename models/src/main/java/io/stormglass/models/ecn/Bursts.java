package io.stormglass.models.ecn;

/**
 * Bursts that come on top of other traffic: several ports send at once, each a message of its own.
 *
 * @param fanIn ports that send in one burst; 0 for no bursts
 * @param ports from which those are drawn, at least the fan-in
 * @param bytesEach of each of them
 * @param periodNanos mean time between two bursts
 * @param arrival how the times are spread
 * @param queuePairs which a message is sent by
 */
public record Bursts(int fanIn, int ports, long bytesEach, long periodNanos, Arrival arrival, QueuePairs queuePairs) {
    /** No bursts. */
    public static final Bursts NONE = new Bursts(0, 0, 0, 0, Arrival.POISSON, QueuePairs.FRESH);

    /** How burst times are spread. */
    public enum Arrival {
        /** Exponential distances. */
        POISSON,
        /** Equal distances. */
        PERIODIC,
        /** Groups of as many ports as send in a burst, each at about equal distances of its own; how the groups meet is chance. */
        TRAINS
    }

    /** Which queue pair a message is sent by; decides whether the burst comes at line rate. */
    public enum QueuePairs {
        /** One of its own, at line rate. */
        FRESH,
        /** The port's, with the rate that the bursts before have left it. */
        KEPT
    }

    public Bursts {
        Checks.atLeast("fan-in", fanIn, 0);
        Checks.atLeast("ports that send bursts", ports, fanIn);
        Checks.atLeast("bytes of a burst's message", bytesEach, fanIn == 0 ? 0 : 1);
        Checks.atLeast("period of bursts in ns", periodNanos, fanIn == 0 ? 0 : 1);
    }

    /** True where there are any. */
    public boolean any() {
        return fanIn > 0;
    }

    /** B: bytes of one burst. */
    public long volumeBytes() {
        return fanIn * bytesEach;
    }

    /** The queue that one burst makes at an idle port: all of it but what left while it came. */
    public double peakBytes() {
        return any() ? volumeBytes() * (1 - 1.0 / fanIn) : 0;
    }

    /** Share of a link that bursts take on average. */
    public double load(QueueFacts facts) {
        return any() ? facts.nanos((double) volumeBytes()) / periodNanos : 0;
    }
}
