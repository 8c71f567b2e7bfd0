package io.stormglass.models.pause;

/**
 * Bytes that a port sends, over spans of at least two reports of its source and a window. What is reported passed before the time of the report, so the first
 * report of a span only starts it.
 */
final class RateMeter {
    private final PauseSettings settings;
    private long startNanos;
    private long lastNanos;
    private int reports;
    private long bytes;
    private long spanNanos;
    private boolean full;

    RateMeter(PauseSettings settings) {
        this.settings = settings;
    }

    RateMeter(PauseSettings settings, PortPausesState.Meter state) {
        this.settings = settings;
        startNanos = state.startNanos();
        lastNanos = state.lastNanos();
        reports = state.reports();
        bytes = state.bytes();
        spanNanos = state.spanNanos();
        full = state.full();
    }

    /** Takes a report; those of one time are one. */
    void add(long atNanos, long more, long bitsPerSecond) {
        if (startNanos == 0) {
            startNanos = atNanos;
            lastNanos = atNanos;
            return;
        }
        if (atNanos > lastNanos) {
            if (complete(lastNanos)) {
                close(lastNanos, bitsPerSecond);
            }
            reports++;
            lastNanos = atNanos;
        }
        if (reports > 0) {
            bytes += more;
        }
        // Others of the same time can only add to it: what is full already need not wait for them.
        if (!full && complete(atNanos)) {
            full = share(atNanos, bitsPerSecond) >= settings.signs().lineRateBegins();
            spanNanos = full ? atNanos - startNanos : spanNanos;
        }
    }

    private boolean complete(long atNanos) {
        return reports >= settings.counterRefreshes() && atNanos - startNanos >= settings.windowNanos();
    }

    private void close(long atNanos, long bitsPerSecond) {
        spanNanos = atNanos - startNanos;
        full = full && share(atNanos, bitsPerSecond) >= settings.signs().lineRateEnds();
        startNanos = atNanos;
        reports = 0;
        bytes = 0;
    }

    /** Decides as of a time when the port has fallen silent. */
    void expire(long atNanos, long bitsPerSecond) {
        if (atNanos >= timerNanos()) {
            close(atNanos, bitsPerSecond);
            lastNanos = atNanos;
        }
    }

    /** Two spans without a decision: it has fallen silent. */
    long timerNanos() {
        return full ? startNanos + 2 * Math.max(settings.windowNanos(), spanNanos) : Long.MAX_VALUE;
    }

    boolean full() {
        return full;
    }

    /** Share of the line rate in the running span, 0 where the rate is unknown. */
    double share(long atNanos, long bitsPerSecond) {
        return bitsPerSecond <= 0 || atNanos <= startNanos
                ? 0
                : bytes * 8 / ((atNanos - startNanos) / 1e9) / bitsPerSecond;
    }

    PortPausesState.Meter state() {
        return new PortPausesState.Meter(startNanos, lastNanos, reports, bytes, spanNanos, full);
    }
}
