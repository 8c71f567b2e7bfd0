package io.stormglass.streams;

import io.stormglass.schemas.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the processors of one process counted since it started. A transaction that was aborted and repeated counts twice:
 * these are for operators, results are counted from the output topics.
 */
public final class StreamsCounters {
    /** What is counted. */
    public enum Count {
        /** Records with events that were accepted. */
        RECORDS("records", "Records with events that were accepted."),
        /** Events in them. */
        EVENTS("events", "Events in them."),
        /** Records seen before. */
        DUPLICATES("duplicates", "Records seen before."),
        /** Sequences that never came. */
        GAPS("gaps", "Sequences that never came."),
        /** Records older than the window of sequences, events behind the watermark. */
        LATE("late", "Records older than the window of sequences, events behind the watermark."),
        /** Records that became dead letters. */
        REFUSED("refused", "Records that became dead letters."),
        /** Elements of a kind newer than this program. */
        SKIPPED("skipped", "Elements of a kind newer than this program."),
        /** Provisional flows that turned out to be another flow. */
        MERGED("merged", "Provisional flows that turned out to be another flow."),
        /** Records of an agent that came after one of a greater sequence. */
        REORDERED("reordered", "Records of an agent that came after one of a greater sequence."),
        /** Events further ahead of the present than any clock may be; they are counted in no flow and no port. */
        AHEAD(
                "ahead",
                "Events further ahead of the present than any clock may be; they are counted in no flow and no port."),
        /** Events of a flow that came after later ones had stepped its models. */
        BEHIND("behind", "Events of a flow that came after later ones had stepped its models."),
        /** Events that stepped models before their time because too many were held. */
        NOT_WAITED("not-waited", "Events that stepped models before their time because too many were held."),
        /** Flows whose models began anew because what was saved of them could not be read or they failed: a defect, never the data. */
        MODELS_FAILED(
                "models-failed",
                "Flows whose models began anew because what was saved of them could not be read or they failed: a defect, never the data."),
        /** Flows whose models began anew because the rate of the sender's port turned out to be another. */
        MODELS_RESTARTED(
                "models-restarted",
                "Flows whose models began anew because the rate of the sender's port turned out to be another."),
        /** Flow states that left later than the interval because too many were due. */
        DEFERRED("deferred", "Flow states that left later than the interval because too many were due."),
        /** Flow states that did not wait any longer for what the switches say of their time. */
        QUEUES_NOT_WAITED(
                "queues-not-waited",
                "Flow states that did not wait any longer for what the switches say of their time."),
        /** Silent flows that were forgotten. */
        EXPIRED("expired", "Silent flows that were forgotten."),
        /** Records of agents whose clock is off by more than the limit. */
        CLOCK_OFF("clock-off", "Records of agents whose clock is off by more than the limit."),
        /** Counters of a port that another agent tells too, which is followed. */
        OTHER_AGENT("other-agent", "Counters of a port that another agent tells too, which is followed."),
        /** Windows of flows of which no queue is known. */
        LOADS_WITHOUT_QUEUE("loads-without-queue", "Windows of flows of which no queue is known."),
        /** Messages and windows of flows that were too many to be kept for the loads of queues. */
        LOADS_NOT_KEPT(
                "loads-not-kept",
                "Messages and windows of flows that were too many to be kept for the loads of queues."),
        /** Measures of queues that came after their window was told. */
        LOADS_LATE("loads-late", "Measures of queues that came after their window was told.");

        private final String text;
        private final String about;

        Count(String text, String about) {
            this.text = text;
            this.about = about;
        }

        /** Name in metrics. */
        public String text() {
            return text;
        }

        /** What is counted, in one sentence. */
        public String about() {
            return about;
        }
    }

    /** How far an input partition has come: every event before the watermark has been processed. */
    public record Watermark(String stage, int partition) {}

    private final Map<Count, LongAdder> sums = new EnumMap<>(Count.class);
    private final Map<Reason, LongAdder> refusals = new EnumMap<>(Reason.class);
    private final Map<Watermark, Long> watermarks = new ConcurrentHashMap<>();

    /** All zero. */
    public StreamsCounters() {
        for (Count count : Count.values()) {
            sums.put(count, new LongAdder());
        }
        for (Reason reason : Reason.values()) {
            refusals.put(reason, new LongAdder());
        }
    }

    /** A record became a dead letter. */
    public void refused(Reason reason) {
        LongAdder sum = refusals.get(reason);
        if (sum != null) {
            sum.increment();
        }
    }

    /** Dead letters by what was wrong. */
    public Map<Reason, Long> refusals() {
        Map<Reason, Long> snapshot = new EnumMap<>(Reason.class);
        refusals.forEach((reason, sum) -> snapshot.put(reason, sum.sum()));
        return snapshot;
    }

    /** An input partition has come so far, ns since 1970. */
    public void reached(Watermark partition, long nanos) {
        watermarks.put(partition, nanos);
    }

    /** An input partition is read here no more. */
    public void left(Watermark partition) {
        watermarks.remove(partition);
    }

    /** How far the input partitions that are read here have come, ns since 1970. */
    public Map<Watermark, Long> watermarks() {
        return Map.copyOf(watermarks);
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
