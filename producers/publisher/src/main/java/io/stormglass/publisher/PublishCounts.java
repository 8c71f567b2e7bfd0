package io.stormglass.publisher;

/** What the publisher has counted so far. Written by the publishing thread. */
public final class PublishCounts {
    long flowRecords;
    long portRecords;
    long events;
    long ticks;
    long late;
    long refused;
    long rejected;

    PublishCounts() {}

    /** Records with events on the flow events topic; neither ticks nor end marks. */
    public long flowRecords() {
        return flowRecords;
    }

    /** Records with events on the port events topic; neither ticks nor end marks. */
    public long portRecords() {
        return portRecords;
    }

    /** Events in all records. */
    public long events() {
        return events;
    }

    /** Times at which a tick went to every partition. */
    public long ticks() {
        return ticks;
    }

    /** Events that were older than the reorder limit allows and were left out. */
    public long late() {
        return late;
    }

    /** Observations that could not become events and went to the dead letters. */
    public long refused() {
        return refused;
    }

    /** Records that the broker refused and that went to the dead letters. */
    public long rejected() {
        return rejected;
    }
}
