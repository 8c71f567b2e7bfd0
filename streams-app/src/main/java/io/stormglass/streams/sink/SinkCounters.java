package io.stormglass.streams.sink;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What one sink counted since it started. */
public final class SinkCounters {
    /** What is counted. */
    public enum Count {
        /** Alerts or versions that the receiver accepted. */
        SENT("sent", "Alerts or versions that the receiver accepted."),
        /** Requests that failed: no connection, time-out, 5xx, 429. */
        FAILED("failed", "Requests that failed: no connection, time-out, 5xx, 429."),
        /** Requests that were made after one that failed. */
        RETRIED("retried", "Requests that were made after one that failed."),
        /** Alerts or versions that the receiver refused (4xx). */
        REFUSED("refused", "Alerts or versions that the receiver refused (4xx)."),
        /** What ended too long ago to be told. */
        EXPIRED("expired", "What ended too long ago to be told."),
        /** What a newer version replaced before it was sent, or a newer one was there already. */
        SUPERSEDED("superseded", "What a newer version replaced before it was sent, or a newer one was there already."),
        /** What went unsent because too much was waiting, or was deleted before it was read. */
        LOST("lost", "What went unsent because too much was waiting, or was deleted before it was read."),
        /** Records of the topic that cannot be read. */
        UNREADABLE("unreadable", "Records of the topic that cannot be read."),
        /** Samples beyond the bounds of series and flows. */
        FOLDED("folded", "Samples beyond the bounds of series and flows."),
        /** Samples that the receiver accepted and threw away. */
        IGNORED("ignored", "Samples that the receiver accepted and threw away.");

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

    private final String sink;
    private final Map<Count, LongAdder> sums = new EnumMap<>(Count.class);
    private final AtomicLong newestSuccessMillis = new AtomicLong();

    /** All 0. */
    public SinkCounters(String sink) {
        this.sink = sink;
        for (Count count : Count.values()) {
            sums.put(count, new LongAdder());
        }
    }

    /** Kind and host of the receiver. */
    public String sink() {
        return sink;
    }

    /** One counter. */
    public long get(Count count) {
        LongAdder sum = sums.get(count);
        return sum == null ? 0 : sum.sum();
    }

    /** When the receiver last accepted something, ms since 1970; 0 where it never did. */
    public long newestSuccessMillis() {
        return newestSuccessMillis.get();
    }

    /** Counts. */
    public void add(Count count, long amount) {
        LongAdder sum = sums.get(count);
        if (sum != null) {
            sum.add(amount);
        }
    }

    /** The receiver accepted something. */
    public void accepted(long amount, long nowMillis) {
        add(Count.SENT, amount);
        newestSuccessMillis.set(nowMillis);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(sink);
        sums.forEach((count, sum) -> {
            if (sum.sum() > 0) {
                text.append(", ").append(sum.sum()).append(' ').append(count.text());
            }
        });
        return text.toString();
    }
}
