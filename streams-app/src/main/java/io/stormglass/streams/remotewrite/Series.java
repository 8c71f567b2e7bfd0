package io.stormglass.streams.remotewrite;

/** One series: its number in order of appearance, and its labels as a request has them. */
final class Series {
    private final long number;
    private final byte[] labels;
    private long usedMillis;

    Series(long number, byte[] labels) {
        this.number = number;
        this.labels = labels;
    }

    long number() {
        return number;
    }

    /** Encoded labels. */
    byte[] labels() {
        return labels;
    }

    /** When it last got a sample, ms since 1970 of the clock of this process. */
    long usedMillis() {
        return usedMillis;
    }

    void use(long nowMillis) {
        usedMillis = nowMillis;
    }
}
