package io.stormglass.streams;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a loop on a thread of its own to end, also while it waits. */
public final class StopSignal {
    private final CountDownLatch given = new CountDownLatch(1);

    /** The loop is to end. May be said more than once, by any thread. */
    public void give() {
        given.countDown();
    }

    /** True once it is to end. */
    public boolean isGiven() {
        return given.getCount() == 0;
    }

    /** The loop waits for so long, or until it is to end; that its thread is interrupted says the same. */
    public void await(long millis) {
        try {
            given.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            give();
        }
    }
}
