package io.stormglass.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the running command close what it started when somebody presses Ctrl-C or ends the process: its thread is
 * interrupted, and the JVM waits until it has come back.
 */
final class Shutdown {
    private static final long PATIENCE_SECONDS = 20;

    private final CountDownLatch finished = new CountDownLatch(1);

    private Shutdown() {}

    static Shutdown install(Thread command) {
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> shutdown.stop(command), "stormglass-shutdown"));
        return shutdown;
    }

    /** The command has come back: there is nothing to wait for. */
    void finished() {
        finished.countDown();
    }

    private void stop(Thread command) {
        if (finished.getCount() == 0) {
            return;
        }
        command.interrupt();
        try {
            if (!finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("stormglass: the command did not stop within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
