package io.stormglass.streams;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the processors of one process counted since it started. A transaction that was aborted and repeated counts twice:
 * these are for operators, results are counted from the output topics.
 */
public final class StreamsCounters {
    /** What is counted. */
    public enum Count {
        /** Records with events that were accepted. */
        RECORDS("records"),
        /** Events in them. */
        EVENTS("events"),
        /** Records seen before. */
        DUPLICATES("duplicates"),
        /** Sequences that never came. */
        GAPS("gaps"),
        /** Records older than the window of sequences, events behind the watermark. */
        LATE("late"),
        /** Records that became dead letters. */
        REFUSED("refused"),
        /** Elements of a kind newer than this program. */
        SKIPPED("skipped"),
        /** Provisional flows that turned out to be another flow. */
        MERGED("merged"),
        /** Records of an agent that came after one of a greater sequence. */
        REORDERED("reordered"),
        /** Events further ahead of the present than any clock may be; they are counted in no flow and no port. */
        AHEAD("ahead"),
        /** Events of a flow that came after later ones had stepped its models. */
        BEHIND("behind"),
        /** Events that stepped models before their time because too many were held. */
        NOT_WAITED("not-waited"),
        /** Flows whose models began anew because what was saved of them could not be read or they failed: a defect, never the data. */
        MODELS_FAILED("models-failed"),
        /** Flows whose models began anew because the rate of the sender's port turned out to be another. */
        MODELS_RESTARTED("models-restarted"),
        /** Flow states that left later than the interval because too many were due. */
        DEFERRED("deferred"),
        /** Flow states that did not wait any longer for what the switches say of their time. */
        QUEUES_NOT_WAITED("queues-not-waited"),
        /** Silent flows that were forgotten. */
        EXPIRED("expired"),
        /** Records of agents whose clock is off by more than the limit. */
        CLOCK_OFF("clock-off"),
        /** Counters of a port that another agent tells too, which is followed. */
        OTHER_AGENT("other-agent"),
        /** Windows of flows of which no queue is known. */
        LOADS_WITHOUT_QUEUE("loads-without-queue"),
        /** Messages and windows of flows that were too many to be kept for the loads of queues. */
        LOADS_NOT_KEPT("loads-not-kept"),
        /** Measures of queues that came after their window was told. */
        LOADS_LATE("loads-late");

        private final String text;

        Count(String text) {
            this.text = text;
        }

        /** Name in metrics. */
        public String text() {
            return text;
        }
    }

    private final Map<Count, LongAdder> sums = new EnumMap<>(Count.class);

    /** All zero. */
    public StreamsCounters() {
        for (Count count : Count.values()) {
            sums.put(count, new LongAdder());
        }
    }

    /** Adds to a counter; safe from any thread. */
    public void add(Count count, long amount) {
        LongAdder sum = sums.get(count);
        if (sum != null) {
            sum.add(amount);
        }
    }

    /** One counter. */
    public long get(Count count) {
        LongAdder sum = sums.get(count);
        return sum == null ? 0 : sum.sum();
    }

    /** All counters at this moment. */
    public Map<Count, Long> snapshot() {
        Map<Count, Long> snapshot = new EnumMap<>(Count.class);
        sums.forEach((count, sum) -> snapshot.put(count, sum.sum()));
        return snapshot;
    }
}
