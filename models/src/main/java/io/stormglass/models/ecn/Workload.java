package io.stormglass.models.ecn;

/**
 * What one queue goes through, as far as it is known or assumed ({@link Inputs} says which).
 *
 * @param facts the queue
 * @param reaction of the senders
 * @param longFlows N, flows that always have something to send
 * @param bursts on top
 * @param messages that come at random
 * @param rounds of a collective
 */
public record Workload(
        QueueFacts facts, Reaction reaction, int longFlows, Bursts bursts, Messages messages, Rounds rounds) {
    private static final int STARTS_AT_ONCE = 3;

    public Workload {
        Checks.atLeast("long flows", longFlows, 0);
        if (longFlows == 0 && !bursts.any() && !messages.any() && !rounds.any()) {
            throw new IllegalArgumentException("a workload without any traffic: nothing can be said of thresholds");
        }
        if (reaction.point().lineBitsPerSecond() != facts.lineBitsPerSecond()) {
            throw new IllegalArgumentException("reaction points of "
                    + reaction.point().lineBitsPerSecond() + " bit/s at a queue of " + facts.lineBitsPerSecond());
        }
    }

    /** Long flows with bursts on top. */
    public static Workload of(QueueFacts facts, Reaction reaction, int longFlows, Bursts bursts) {
        return new Workload(facts, reaction, longFlows, bursts, Messages.NONE, Rounds.NONE);
    }

    /** With other bursts. */
    public Workload with(Bursts other) {
        return new Workload(facts, reaction, longFlows, other, messages, rounds);
    }

    /** With other messages. */
    public Workload with(Messages other) {
        return new Workload(facts, reaction, longFlows, bursts, other, rounds);
    }

    /** With another queue. */
    public Workload with(QueueFacts other) {
        return new Workload(other, reaction, longFlows, bursts, messages, rounds);
    }

    /** With another number of long flows. */
    public Workload withLongFlows(int flows) {
        return new Workload(facts, reaction, flows, bursts, messages, rounds);
    }

    /**
     * Flows that share the link while it is full, at least 1: the long ones and those of a round; where there are none, the senders of messages that are busy
     * at their load (the mean of a queue that serves all at once).
     */
    public int competingFlows() {
        int steady = longFlows + rounds.senders();
        if (steady > 0 || !messages.any()) {
            return Math.max(1, steady);
        }
        double busy = messages.load() / Math.max(0.05, 1 - messages.load());
        return (int) Math.clamp(Math.ceil(busy), 1, messages.senders());
    }

    /**
     * B, what comes before anybody can be cut: the volume of a burst. Without bursts, messages and rounds start at line rate: three of them, each at most what a
     * sender sends in a round trip and T_dec.
     */
    public double burstBytes() {
        if (bursts.any()) {
            return bursts.volumeBytes();
        }
        double message = Math.max(messages.any() ? messages.meanByteBytes() : 0, (double) rounds.bytesEach());
        double loop = facts.bytes((double) facts.baseRttNanos() + reaction.decreaseNanos());
        return STARTS_AT_ONCE * Math.min(message, loop);
    }

    /** Ingress ports that fill the queue together when it is fullest, at least 1. */
    public int activePorts() {
        return Math.max(1, longFlows + rounds.senders() + bursts.fanIn() + Math.min(messages.senders(), 4));
    }
}
