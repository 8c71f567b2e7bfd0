package io.stormglass.streams.topology;

import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.wire.WireException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Asks the registry again until it answers or patience ends. Not being able to ask says nothing about the data, so it is
 * never a dead letter; when patience ends the stream thread is replaced and reads the record again.
 */
public final class RegistryPatience {
    private static final long FIRST_BACKOFF_NANOS = 100_000_000L;
    private static final long LONGEST_BACKOFF_NANOS = 5_000_000_000L;

    private final long patienceNanos;
    private final LongSupplier nanoTime;
    private final Wait wait;

    /** Waits for a while. */
    @FunctionalInterface
    public interface Wait {
        /** Returns after about this time. */
        void forNanos(long nanos);
    }

    /** Asks for at most this long, by the machine's clock. */
    public static RegistryPatience of(Duration patience) {
        return new RegistryPatience(patience, System::nanoTime, LockSupport::parkNanos);
    }

    /** Asks for at most this long, by the given clock. */
    public RegistryPatience(Duration patience, LongSupplier nanoTime, Wait wait) {
        patienceNanos = patience.toNanos();
        this.nanoTime = nanoTime;
        this.wait = wait;
    }

    /**
     * Result of a question that may ask the registry.
     *
     * @throws RegistryAway if it could not be asked within the patience, or refuses to be asked
     */
    <T> T ask(Supplier<T> question) {
        long started = nanoTime.getAsLong();
        long backoff = FIRST_BACKOFF_NANOS;
        while (true) {
            try {
                return question.get();
            } catch (WireException.RegistryUnavailable e) {
                if (!(e.getCause() instanceof RegistryException.Unavailable)) {
                    throw new RegistryAway("the schema registry refused to answer: " + e.getMessage(), e);
                }
                long left = patienceNanos - (nanoTime.getAsLong() - started);
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    throw new RegistryAway(
                            "the schema registry could not be asked for "
                                    + patienceNanos / 1_000_000_000L
                                    + " s; the stream thread is replaced and reads the record again",
                            e);
                }
                wait.forNanos(Math.min(backoff, left));
                backoff = Math.min(backoff * 2, LONGEST_BACKOFF_NANOS);
            }
        }
    }
}
