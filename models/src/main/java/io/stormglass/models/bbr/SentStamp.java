package io.stormglass.models.bbr;

/** What a sender remembers of a unit in flight for {@link RateEstimator}; reused, filled by it. */
public final class SentStamp {
    long sentNanos;
    long firstSentNanos;
    long deliveredNanos;
    long deliveredBytes;
    boolean appLimited;

    /** An empty stamp. */
    public SentStamp() {}

    /** When the unit was sent. */
    public long sentNanos() {
        return sentNanos;
    }

    /** Bytes that had been delivered then. */
    public long deliveredBytes() {
        return deliveredBytes;
    }
}
