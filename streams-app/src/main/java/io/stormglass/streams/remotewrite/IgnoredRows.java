package io.stormglass.streams.remotewrite;

import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.URI;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at what VictoriaMetrics says of samples that it accepted and threw away: it answers 204 also to what is older than its
 * retention. Other receivers do not have that metric, and nothing comes of it.
 */
final class IgnoredRows {
    private static final Logger LOG = LoggerFactory.getLogger(IgnoredRows.class);
    private static final String METRIC = "vm_rows_ignored_total";
    private static final long SOON_MILLIS = 1_000L;
    /** It renews its metrics once a second. */
    private static final long RENEWED_MILLIS = 2_000L;

    private static final long EVERY_MILLIS = 30_000L;

    private final Fetch fetch;
    private final SinkCounters counters;
    private long nextMillis;
    private double known = -1;
    private boolean isVictoria;

    /** Gets the receiver's own metrics. */
    @FunctionalInterface
    interface Fetch {
        /** The text. */
        String metrics() throws IOException, InterruptedException;
    }

    IgnoredRows(Fetch fetch, SinkCounters counters) {
        this.fetch = fetch;
        this.counters = counters;
    }

    /** Where VictoriaMetrics has its own metrics. */
    static URI address(URI write) {
        String path = write.getPath() == null ? "" : write.getPath();
        int api = path.indexOf("/api/v1/write");
        return write.resolve((api < 0 ? "" : path.substring(0, api)) + "/metrics");
    }

    /** Looks where it is time; what was ignored before the first look is nobody's. */
    synchronized void step(long nowMillis) throws InterruptedException {
        if (nowMillis >= nextMillis) {
            look();
            nextMillis = nowMillis + (known < 0 ? SOON_MILLIS : EVERY_MILLIS);
        }
    }

    /** Looks once the receiver knows of all that it has been sent by now. */
    void lookAtLast() throws InterruptedException {
        if (isVictoria()) {
            Thread.sleep(RENEWED_MILLIS);
            look();
        }
    }

    private synchronized boolean isVictoria() {
        return isVictoria;
    }

    /** Looks at once. */
    synchronized void look() throws InterruptedException {
        String text;
        try {
            text = fetch.metrics();
        } catch (IOException e) {
            LOG.debug("{}: no metrics: {}", counters.sink(), e.getMessage());
            return;
        }
        isVictoria = text.contains(METRIC);
        double now = sum(text.lines());
        if (known >= 0 && now > known) {
            counters.add(Count.IGNORED, Math.round(now - known));
            LOG.warn(
                    "{}: {} samples were accepted and thrown away ({}): is -retentionPeriod long enough?",
                    counters.sink(),
                    Math.round(now - known),
                    METRIC);
        }
        known = now;
    }

    private static double sum(Stream<String> lines) {
        return lines.filter(line -> line.startsWith(METRIC))
                .mapToDouble(line -> number(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
