package io.stormglass.schemas.registry;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Waits that double, each cut by up to half, so that many clients do not come back at once.
 *
 * @param jitter numbers within 0 (inclusive) and 1 (exclusive)
 */
record Backoff(Duration first, Duration longest, DoubleSupplier jitter) {
    /** Wait after the round {@code round}, 0 and up. */
    Duration after(int round) {
        double full = Math.min((double) longest.toNanos(), (double) first.toNanos() * Math.pow(2, round));
        return Duration.ofNanos((long) (full * (1 - 0.5 * jitter.getAsDouble())));
    }
}
