package io.stormglass.streams.sink;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * The alert that always fires while somebody watches for storms. It is not sent again once the sink or the streams application is
 * not healthy, so whoever expects it misses it.
 */
final class Watching {
    /** Its name and only label. */
    static final String NAME = "StormglassWatching";

    private static final long NEVER = Long.MAX_VALUE;
    private static final long LOOK_AGAIN_MILLIS = 1000L;
    private static final long MILLION = 1_000_000L;

    private final SinkSettings settings;
    private final BooleanSupplier healthy;
    private boolean wasRefused;
    private long startedMillis = -1;
    private long nextMillis;

    Watching(SinkSettings settings, BooleanSupplier healthy) {
        this.settings = settings;
        this.healthy = healthy;
        // A replay watches nothing, and must not pass for somebody who does.
        nextMillis = settings.isLive() ? 0 : NEVER;
    }

    long nextMillis() {
        return nextMillis;
    }

    boolean isDue(long nowMillis) {
        if (nowMillis < nextMillis) {
            return false;
        }
        if (!healthy.getAsBoolean()) {
            nextMillis = nowMillis + LOOK_AGAIN_MILLIS;
            return false;
        }
        return true;
    }

    Alert alert(long nowMillis) {
        if (startedMillis < 0) {
            startedMillis = nowMillis;
        }
        return new Alert(
                new TreeMap<>(Map.of("alertname", NAME)),
                new TreeMap<>(Map.of(
                        "summary", "Stormglass watches for PFC storms; it is its absence that should alarm you")),
                startedMillis * MILLION,
                (nowMillis + settings.times().endsAfterMillis()) * MILLION,
                "");
    }

    void sent(long nowMillis) {
        wasRefused = false;
        nextMillis = nowMillis + settings.times().resend().toMillis();
    }

    /** True for the first of several refusals in a row. */
    boolean refused(long nowMillis) {
        boolean isFirst = !wasRefused;
        wasRefused = true;
        nextMillis = nowMillis + settings.times().resend().toMillis();
        return isFirst;
    }
}
