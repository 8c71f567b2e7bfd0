package io.stormglass.publisher;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Holds the publisher back while too many bytes of a partition are unread.
 *
 * <p>A topic that is bounded by size deletes its oldest records, read or not. So nobody may get further ahead of the
 * reader than a part of the limit. Bytes are counted before compression: never less than what the log holds.
 */
final class Backpressure {
    private static final long ASK_AGAIN_NANOS = 20_000_000L;
    /** Marks per limit: how finely an offset is translated into bytes. */
    private static final int GRAIN = 16;

    private final long limitBytes;
    private final ReaderProgress progress;
    private final Pace.Wait wait;
    private final Map<TopicPartition, Account> accounts = new HashMap<>();

    /** All bytes of a partition up to and including an offset. */
    private record Mark(long offset, long bytes) {}

    private static final class Account {
        private long sentBytes;
        private long readBytes;
        private long ackedBytes;
        private long markedBytes;
        private final Deque<Mark> marks = new ArrayDeque<>();
    }

    /**
     * @param limitBytes unread bytes of a partition above which the publisher waits
     * @param wait how to wait before the reader is asked again
     */
    Backpressure(long limitBytes, ReaderProgress progress, Pace.Wait wait) {
        if (limitBytes < 1) {
            throw new IllegalArgumentException("limit of unread bytes " + limitBytes + " must be at least 1");
        }
        this.limitBytes = limitBytes;
        this.progress = progress;
        this.wait = wait;
    }

    /** Counts bytes that are about to be sent and waits until there is room for them. */
    void sending(TopicPartition partition, int bytes) {
        if (hasRoom(partition, bytes, bytes)) {
            return;
        }
        do {
            if (Thread.currentThread().isInterrupted()) {
                throw new PublishException(
                        "interrupted while waiting for the readers", new InterruptedException("publishing stopped"));
            }
            learn(progress.committed(partitions()));
            if (hasRoom(partition, 0, bytes)) {
                return;
            }
            wait.nanos(ASK_AGAIN_NANOS);
        } while (true);
    }

    /** Counts bytes that the broker has; called by the producer's thread, in the order of the partition. */
    synchronized void acknowledged(TopicPartition partition, long offset, int bytes) {
        Account account = account(partition);
        account.ackedBytes += bytes;
        if (account.ackedBytes - account.markedBytes >= grain()) {
            account.markedBytes = account.ackedBytes;
            account.marks.add(new Mark(offset, account.ackedBytes));
        }
    }

    /** Takes back bytes that the broker refused. */
    synchronized void refused(TopicPartition partition, int bytes) {
        account(partition).sentBytes -= bytes;
    }

    private synchronized boolean hasRoom(TopicPartition partition, int newBytes, int recordBytes) {
        Account account = account(partition);
        account.sentBytes += newBytes;
        long unread = account.sentBytes - account.readBytes;
        // A single record above the limit has to pass once everything before it is read.
        return unread <= limitBytes || unread <= recordBytes + grain();
    }

    private synchronized Set<TopicPartition> partitions() {
        return Set.copyOf(accounts.keySet());
    }

    private synchronized void learn(Map<TopicPartition, Long> committed) {
        committed.forEach((partition, next) -> {
            Account account = account(partition);
            Mark mark = account.marks.peek();
            while (mark != null && mark.offset() < next) {
                account.readBytes = mark.bytes();
                account.marks.remove();
                mark = account.marks.peek();
            }
        });
    }

    private Account account(TopicPartition partition) {
        return accounts.computeIfAbsent(partition, key -> new Account());
    }

    private long grain() {
        return Math.max(1, limitBytes / GRAIN);
    }
}
