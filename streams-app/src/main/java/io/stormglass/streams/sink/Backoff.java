package io.stormglass.streams.sink;

/** Waits that double from failure to failure. */
public final class Backoff {
    private final long firstMillis;
    private final long longestMillis;
    private long waitMillis;
    private long untilMillis;

    /** None yet. */
    public Backoff(SinkTimes times) {
        firstMillis = times.firstBackoff().toMillis();
        longestMillis = times.longestBackoff().toMillis();
    }

    /** True after a failure, until the next success. */
    public boolean active() {
        return waitMillis > 0;
    }

    /** No request before this, ms since 1970. */
    public long untilMillis() {
        return untilMillis;
    }

    /** A request failed. */
    public void failed(long nowMillis) {
        waitMillis = waitMillis == 0 ? firstMillis : Math.min(longestMillis, waitMillis * 2);
        untilMillis = nowMillis + waitMillis;
    }

    /** A request succeeded. */
    public void succeeded() {
        waitMillis = 0;
        untilMillis = 0;
    }
}
