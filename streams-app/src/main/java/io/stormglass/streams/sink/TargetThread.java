package io.stormglass.streams.sink;

import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets one target do what is due, when it is due or when there is news. */
final class TargetThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TargetThread.class);
    private static final long AFTER_A_DEFECT_MILLIS = 10_000L;
    private static final long STOP_MILLIS = 5000L;

    private final Target target;
    private final InstantSource clock;
    private final Semaphore news = new Semaphore(0);
    private final Thread thread;

    TargetThread(Target target, InstantSource clock) {
        this.target = target;
        this.clock = clock;
        thread = new Thread(this::run, "stormglass-" + target.name());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** There is news. */
    void wake() {
        news.release();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                long again = step();
                long wait = Math.max(0, again - clock.millis());
                if (news.tryAcquire(wait, TimeUnit.MILLISECONDS)) {
                    news.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("{} was stopped", target.name());
        }
    }

    private long step() throws InterruptedException {
        try {
            return target.step(clock.millis());
        } catch (RuntimeException e) {
            LOG.error("{}: a defect of ours; going on in {} s", target.name(), AFTER_A_DEFECT_MILLIS / 1000, e);
            return clock.millis() + AFTER_A_DEFECT_MILLIS;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        target.close();
    }
}
