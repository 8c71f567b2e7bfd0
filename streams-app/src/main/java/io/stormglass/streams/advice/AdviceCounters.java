package io.stormglass.streams.advice;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the recommender counted since it started. */
public final class AdviceCounters {
    /** What is counted. */
    public enum Count {
        /** Windows of queues that were read. */
        WINDOWS("windows"),
        /** Windows that came after the round that should have seen them; the next one does. */
        LATE("late"),
        /** Records of its input topics that cannot be read. */
        UNREADABLE("unreadable"),
        /** Rounds. */
        ROUNDS("rounds"),
        /** Objects about which the model was asked. */
        SEARCHED("searched"),
        /** Objects that a round left for later, since searches had run out. */
        WAITING("waiting"),
        /** Objects for which no advice could be worked out: defects of ours. */
        FAILED("failed"),
        /** Rounds whose results were dropped, since another instance had taken over. */
        DROPPED_ROUNDS("dropped-rounds"),
        /** Records that were published. */
        PUBLISHED("published");

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
}
