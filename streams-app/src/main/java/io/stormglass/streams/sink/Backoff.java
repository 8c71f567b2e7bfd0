package io.stormglass.streams.sink;

/** Waits that double from failure to failure. */
final class Backoff {
    private final long firstMillis;
    private final long longestMillis;
    private long waitMillis;
    private long untilMillis;

    Backoff(SinkTimes times) {
        firstMillis = times.firstBackoff().toMillis();
        longestMillis = times.longestBackoff().toMillis();
    }

    /** True after a failure, until the next success. */
    boolean active() {
        return waitMillis > 0;
    }

    /** No request before this, ms since 1970. */
    long untilMillis() {
        return untilMillis;
    }

    void failed(long nowMillis) {
        waitMillis = waitMillis == 0 ? firstMillis : Math.min(longestMillis, waitMillis * 2);
        untilMillis = nowMillis + waitMillis;
    }

    void succeeded() {
        waitMillis = 0;
        untilMillis = 0;
    }
}
