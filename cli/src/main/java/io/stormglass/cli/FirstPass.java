package io.stormglass.cli;

import io.stormglass.capture.Inspection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The first pass over the captures of a replay, on a thread of its own: meanwhile Kafka and the topologies start. */
final class FirstPass implements AutoCloseable {
    private final ExecutorService thread;
    private final CompletableFuture<Inspection> found;

    private FirstPass(ExecutorService thread, CompletableFuture<Inspection> found) {
        this.thread = thread;
        this.found = found;
    }

    static FirstPass start(Supplier<Inspection> reading) {
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "stormglass-first-pass"));
        return new FirstPass(thread, CompletableFuture.supplyAsync(reading, thread));
    }

    /** Waits for either; false where the other has ended, or failed, and the captures are still being read. */
    boolean endsBefore(CompletableFuture<?> other) throws InterruptedException {
        try {
            CompletableFuture.anyOf(found, other).get();
        } catch (ExecutionException e) {
            // Who asks for the result is told.
            return found.isDone();
        }
        return found.isDone();
    }

    /** What the captures hold, once they have been read. */
    Inspection await() throws InterruptedException {
        try {
            return found.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException("the captures cannot be read", e.getCause());
        }
    }

    /** Stops it. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the captures are still being read");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
