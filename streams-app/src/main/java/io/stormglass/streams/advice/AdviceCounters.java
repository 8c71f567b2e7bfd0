package io.stormglass.streams.advice;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What the recommender counted since it started. */
public final class AdviceCounters {
    /** What is counted. */
    public enum Count {
        /** Windows of queues that were read. */
        WINDOWS("windows", "Windows of queues that were read."),
        /** Windows that came after the round that should have seen them; the next one does. */
        LATE("late", "Windows that came after the round that should have seen them; the next one does."),
        /** Windows of a run that has ended that were more than are kept. */
        LEFT_OUT("left-out", "Windows of a run that has ended that were more than are kept."),
        /** Records of its input topics that cannot be read. */
        UNREADABLE("unreadable", "Records of its input topics that cannot be read."),
        /** Rounds. */
        ROUNDS("rounds", "Rounds."),
        /** Objects about which the model was asked. */
        SEARCHED("searched", "Objects about which the model was asked."),
        /** Objects that a round left for later, since searches had run out. */
        WAITING("waiting", "Objects that a round left for later, since searches had run out."),
        /** Objects for which no advice could be worked out: defects of ours. */
        FAILED("failed", "Objects for which no advice could be worked out: defects of ours."),
        /** Times that all of it failed and began anew or gave up: defects of ours. */
        DEFECTS("defects", "Times that all of it failed and began anew or gave up: defects of ours."),
        /** Rounds whose results were dropped, since another instance had taken over. */
        DROPPED_ROUNDS("dropped-rounds", "Rounds whose results were dropped, since another instance had taken over."),
        /** Records that were published. */
        PUBLISHED("published", "Records that were published.");

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

    private final Map<Count, LongAdder> sums = new EnumMap<>(Count.class);

    AdviceCounters() {
        for (Count count : Count.values()) {
            sums.put(count, new LongAdder());
        }
    }

    void add(Count count, long number) {
        LongAdder sum = sums.get(count);
        if (sum != null) {
            sum.add(number);
        }
    }

    /** One counter. */
    public long get(Count count) {
        LongAdder sum = sums.get(count);
        return sum == null ? 0 : sum.sum();
    }

    /** All counters of this moment by their names in metrics. */
    public SortedMap<String, Long> snapshot() {
        SortedMap<String, Long> values = new TreeMap<>();
        sums.forEach((count, sum) -> values.put(count.text(), sum.sum()));
        return values;
    }

    /** All counters, as {@code defects=0, failed=0}. */
    @Override
    public String toString() {
        return snapshot().entrySet().stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
