package io.stormglass.cli.scoreboard;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Stands in for Kafka: each record goes straight on, or what is to happen to it happens. */
final class RecordPipe extends MockProducer<byte[], byte[]> {
    private static final long LATEST_MILLIS = Perturbation.LATEST_NANOS / 1_000_000L;

    private final Perturbation perturbation;
    private final SplittableRandom random;
    private final Consumer<ProducerRecord<byte[], byte[]>> to;
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::dueMillis).thenComparingLong(Waiting::order));
    private long offset;

    private record Waiting(long dueMillis, long order, ProducerRecord<byte[], byte[]> record) {}

    RecordPipe(Perturbation perturbation, SplittableRandom random, Consumer<ProducerRecord<byte[], byte[]>> to) {
        super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        this.perturbation = perturbation;
        this.random = random;
        this.to = to;
    }

    @Override
    public synchronized Future<RecordMetadata> send(
            ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        if (isMark(record)) {
            // What is late comes before or after a tick, and before the end in any case.
            release(isEnd(record) ? Long.MAX_VALUE : record.timestamp());
            to.accept(record);
        } else {
            pass(record);
        }
        RecordMetadata metadata = new RecordMetadata(
                new TopicPartition(record.topic(), record.partition()), offset++, 0, record.timestamp(), 0, 0);
        if (callback != null) {
            callback.onCompletion(metadata, null);
        }
        return CompletableFuture.completedFuture(metadata);
    }

    private void pass(ProducerRecord<byte[], byte[]> record) {
        if (perturbation.share() == 0) {
            to.accept(record);
            return;
        }
        boolean lost = hit();
        boolean twice = hit();
        boolean late = hit();
        long lateMillis = random.nextLong(LATEST_MILLIS) + 1;
        if (lost) {
            return;
        }
        for (int copy = 0; copy < (twice ? 2 : 1); copy++) {
            if (late) {
                waiting.add(new Waiting(record.timestamp() + lateMillis, offset, record));
            } else {
                to.accept(record);
            }
        }
    }

    private boolean hit() {
        return random.nextDouble() < perturbation.share();
    }

    private void release(long untilMillis) {
        Waiting next = waiting.peek();
        while (next != null && next.dueMillis <= untilMillis) {
            waiting.remove();
            to.accept(next.record);
            next = waiting.peek();
        }
    }

    private static boolean isMark(ProducerRecord<byte[], byte[]> record) {
        return begins(record, "tick|") || isEnd(record);
    }

    private static boolean isEnd(ProducerRecord<byte[], byte[]> record) {
        return begins(record, "end|");
    }

    private static boolean begins(ProducerRecord<byte[], byte[]> record, String prefix) {
        byte[] key = record.key();
        return key != null
                && key.length >= prefix.length()
                && new String(key, 0, prefix.length(), StandardCharsets.UTF_8).equals(prefix);
    }
}
