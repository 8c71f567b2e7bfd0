package io.stormglass.publisher;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** When a slice of event time may leave. Decides about time only, never about what a record holds. */
@FunctionalInterface
public interface Pace {
    /** Waits until the wall clock has reached this event time, ns since 1970 UTC; returns early when interrupted. */
    void until(long eventNanos);

    /** As fast as the readers allow. */
    static Pace unlimited() {
        return eventNanos -> {};
    }

    /**
     * A multiple of real time, counted from the first slice.
     *
     * @param factor event time per wall time, above 0
     * @throws IllegalArgumentException if the factor is not a number above 0
     */
    static Pace realTime(double factor) {
        return realTime(factor, System::nanoTime, LockSupport::parkNanos);
    }

    /**
     * As {@link #realTime(double)} on another clock.
     *
     * @param nowNanos wall clock, ns from any origin
     * @param wait waits for a number of nanoseconds, may return early
     */
    static Pace realTime(double factor, LongSupplier nowNanos, Wait wait) {
        return new ScaledPace(factor, nowNanos, wait);
    }

    /** A way to wait. */
    @FunctionalInterface
    interface Wait {
        /** Waits for so many nanoseconds; may return early. */
        void nanos(long nanos);
    }
}
