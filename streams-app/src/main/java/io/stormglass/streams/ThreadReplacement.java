package io.stormglass.streams;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces a stream thread that died at most 3 times in 10 minutes; then the client stops. Lost records are never skipped. */
final class ThreadReplacement implements StreamsUncaughtExceptionHandler {
    static final int REPLACEMENTS = 3;
    static final long WITHIN_NANOS = 600_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(ThreadReplacement.class);

    private final LongSupplier nanoTime;
    private final CompletableFuture<Void> failure;
    private final Deque<Long> replaced = new ArrayDeque<>();

    ThreadReplacement(LongSupplier nanoTime, CompletableFuture<Void> failure) {
        this.nanoTime = nanoTime;
        this.failure = failure;
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable thrown) {
        if (offsetLost(thrown)) {
            return fail("records were deleted before they were read: give the topics a larger size limit", thrown);
        }
        long now = nanoTime.getAsLong();
        while (!replaced.isEmpty() && now - replaced.getFirst() >= WITHIN_NANOS) {
            replaced.removeFirst();
        }
        if (replaced.size() >= REPLACEMENTS) {
            return fail(
                    "a stream thread died more than " + REPLACEMENTS + " times in 10 minutes, at last of: "
                            + thrown.getMessage(),
                    thrown);
        }
        replaced.addLast(now);
        LOG.warn("a stream thread died and is replaced ({} of {})", replaced.size(), REPLACEMENTS, thrown);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    private StreamThreadExceptionResponse fail(String message, Throwable thrown) {
        LOG.error("the streams application stops: {}", message);
        failure.completeExceptionally(new RunFailedException(message, thrown));
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private static boolean offsetLost(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidOffsetException) {
                return true;
            }
        }
        return false;
    }
}
