package io.stormglass.streams.view;

import java.util.concurrent.atomic.LongAdder;

/** What a view counted since it started. */
public final class ViewCounters {
    private final LongAdder read = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder expired = new LongAdder();

    ViewCounters() {}

    void read() {
        read.increment();
    }

    void unreadable() {
        unreadable.increment();
    }

    void expired(long count) {
        expired.add(count);
    }

    /** Records that were read. */
    public long recordsRead() {
        return read.sum();
    }

    /** Records that could not be read. */
    public long recordsUnreadable() {
        return unreadable.sum();
    }

    /** Keys that were forgotten since nothing was told of them any more. */
    public long keysExpired() {
        return expired.sum();
    }
}
