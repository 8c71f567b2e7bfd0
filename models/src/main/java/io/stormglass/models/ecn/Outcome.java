package io.stormglass.models.ecn;

/**
 * What one run under one setting showed.
 *
 * @param wasteRatio share of the time with something to send in which the egress did not send, 0..1
 * @param meanDelayNanos mean queue delay of a packet
 * @param p99DelayNanos its 99th percentile
 * @param pausedRatio paused time of ingress ports over their time, 0..1
 * @param shortMessages slowdown of messages of at most 64 kB and of bursts
 * @param longMessages slowdown of the others
 * @param packetHops packets that the model moved: its cost
 */
public record Outcome(
        double wasteRatio,
        double meanDelayNanos,
        double p99DelayNanos,
        double pausedRatio,
        Slowdown shortMessages,
        Slowdown longMessages,
        long packetHops) {
    /** Largest message that counts as short. */
    public static final long SHORT_BYTES = 65_536;

    /**
     * Completion times over those of an empty network, {@code fan-in * size / C + base round trip}.
     *
     * @param messages how many; 0 where there were none
     * @param mean at least about 1
     * @param p99 99th percentile
     */
    public record Slowdown(long messages, double mean, double p99) {
        /** No messages. */
        public static final Slowdown NONE = new Slowdown(0, 1, 1);
    }

    public Outcome {
        Checks.share("waste", wasteRatio);
        Checks.share("paused ratio", pausedRatio);
        Checks.atLeast("mean delay in ns", meanDelayNanos, 0);
        Checks.atLeast("p99 delay in ns", p99DelayNanos, 0);
    }
}
