package io.stormglass.streams.advice;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.advice.Storm;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.StopSignal;
import io.stormglass.streams.advice.AdviceCounters.Count;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads windows, makes rounds, publishes what is new, commits. While a round is worked out its partitions are paused and polled, so that the group keeps the member. What was
 * published before a commit failed is worked out again and found to say nothing new.
 */
final class RecommenderLoop implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecommenderLoop.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long PAUSE_MILLIS = 1000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Io io;
    private final RecommenderSettings settings;
    private final Supplier<AdviceRounds> makeRounds;
    private final AdviceCounters counters;
    private final Defects defects;
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private final AtomicReference<Consumer<byte[], byte[]>> current = new AtomicReference<>();
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "stormglass-advice-rounds");
        thread.setDaemon(true);
        return thread;
    });

    private volatile @Nullable Desk desk;
    private final StopSignal stop = new StopSignal();
    private boolean isTroubled;

    RecommenderLoop(
            Io io,
            RecommenderSettings settings,
            Supplier<AdviceRounds> makeRounds,
            AdviceCounters counters,
            Defects defects) {
        this.io = io;
        this.settings = settings;
        this.makeRounds = makeRounds;
        this.counters = counters;
        this.defects = defects;
    }

    /** Completes exceptionally when the loop gave up by itself, normally when it was stopped. */
    CompletableFuture<Void> failure() {
        return failure;
    }

    /** True while the partitions are ours. */
    boolean isActive() {
        return desk != null;
    }

    @Override
    public void run() {
        try {
            work();
            failure.complete(null);
        } catch (Error e) {
            LOG.error("no more ECN advice is made", e);
            failure.completeExceptionally(new RunFailedException("no more ECN advice is made: " + e, e));
            throw e;
        }
    }

    private void work() {
        while (!stop.isGiven() && !failure.isDone()) {
            try (Consumer<byte[], byte[]> loads = io.loads();
                    SideReader side = new SideReader(io, counters);
                    Producer<byte[], byte[]> producer = io.producer()) {
                current.set(loads);
                loads.subscribe(List.of(io.loadsTopic()), new Assignment(loads, side));
                while (!stop.isGiven()) {
                    turn(loads, side, producer);
                }
            } catch (WakeupException | InterruptException e) {
                LOG.debug("the recommender was stopped");
            } catch (KafkaException e) {
                // Also a registry that is away: its exception is one of Kafka's.
                if (!isTroubled && !stop.isGiven()) {
                    LOG.warn("ECN advice cannot be made: {}; trying again", e.getMessage());
                }
                isTroubled = true;
                stop.await(PAUSE_MILLIS);
            } catch (RuntimeException e) {
                defect(e);
            } finally {
                desk = null;
            }
        }
    }

    /** What no object is to blame for. The offsets of the round were not committed: it is made again. */
    private void defect(RuntimeException thrown) {
        if (stop.isGiven()) {
            LOG.debug("the recommender was stopped", thrown);
            return;
        }
        counters.add(Count.DEFECTS, 1);
        OptionalLong pauseMillis = defects.pauseMillis();
        if (pauseMillis.isPresent()) {
            LOG.error("ECN advice cannot be made: a defect of ours; trying again", thrown);
            stop.await(pauseMillis.getAsLong());
            return;
        }
        String message = "no more ECN advice is made: it failed more than " + Defects.RETRIES
                + " times in 10 minutes, at last of: " + thrown;
        LOG.error(message, thrown);
        failure.completeExceptionally(new RunFailedException(message, thrown));
    }

    /** Polls once, and makes a round if it is time. */
    private void turn(Consumer<byte[], byte[]> loads, SideReader side, Producer<byte[], byte[]> producer) {
        loads.poll(POLL).forEach(this::take);
        Desk mine = desk;
        if (mine == null) {
            return;
        }
        side.storms(mine.rounds);
        if (mine.isDue()) {
            round(loads, producer, mine);
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Desk mine = desk;
        if (mine == null) {
            return;
        }
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (record.value() == null || record.headers().lastHeader(RecordHeaders.MARK) != null) {
            mine.pass(partition, record.offset());
            return;
        }
        switch (io.load(record.value())) {
            case Decoded.Value<QueueLoad> good -> {
                counters.add(Count.WINDOWS, 1);
                mine.take(partition, record.offset(), good.value());
            }
            case Decoded.Malformed<QueueLoad> bad -> {
                counters.add(Count.UNREADABLE, 1);
                LOG.warn("{} offset {} is no load of a queue: {}", partition, record.offset(), bad.detail());
                mine.pass(partition, record.offset());
            }
        }
    }

    private void round(Consumer<byte[], byte[]> loads, Producer<byte[], byte[]> producer, Desk mine) {
        Set<TopicPartition> partitions = Set.copyOf(loads.assignment());
        loads.pause(partitions);
        long lateBefore = mine.rounds.late();
        Future<AdviceRounds.Round> working = worker.submit(mine.rounds::next);
        while (!working.isDone()) {
            loads.poll(POLL).forEach(this::take);
        }
        AdviceRounds.Round round = result(working);
        if (mine != desk) {
            counters.add(Count.DROPPED_ROUNDS, 1);
            return;
        }
        count(round, mine.rounds.late() - lateBefore);
        publish(producer, round.news(), mine);
        loads.commitSync(mine.offsets(round.atNanos(), partitions));
        loads.resume(partitions);
        isTroubled = false;
    }

    private static AdviceRounds.Round result(Future<AdviceRounds.Round> working) {
        try {
            return working.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a round failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private void count(AdviceRounds.Round round, long late) {
        counters.add(Count.ROUNDS, 1);
        counters.add(Count.SEARCHED, round.searched());
        counters.add(Count.WAITING, round.waiting());
        counters.add(Count.FAILED, round.failures().size());
        counters.add(Count.LATE, late);
        round.failures().forEach((key, words) -> LOG.error("no advice for {}: a defect of ours: {}", key, words));
    }

    private void publish(Producer<byte[], byte[]> producer, List<Advice> news, Desk mine) {
        List<Future<?>> sent = news.stream()
                .map(advice -> record(advice, mine))
                .<Future<?>>map(producer::send)
                .toList();
        producer.flush();
        for (Future<?> each : sent) {
            try {
                each.get();
            } catch (ExecutionException e) {
                throw new KafkaException("advice could not be published: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            }
        }
        counters.add(Count.PUBLISHED, news.size());
    }

    /** What cannot be written is a defect of that object alone. */
    private ProducerRecord<byte[], byte[]> record(Advice advice, Desk mine) {
        try {
            return record(advice);
        } catch (KafkaException e) {
            throw e;
        } catch (RuntimeException e) {
            counters.add(Count.FAILED, 1);
            LOG.error(
                    "the advice for {} cannot be written: a defect of ours",
                    advice.name().key(),
                    e);
            Advice failed = advice.failed(e);
            mine.rounds.remember(failed);
            return record(failed);
        }
    }

    private ProducerRecord<byte[], byte[]> record(Advice advice) {
        return new ProducerRecord<>(
                io.adviceTopic(),
                null,
                advice.atNanos() / NANOS_PER_MILLI,
                advice.name().key().getBytes(StandardCharsets.UTF_8),
                io.value(advice));
    }

    /** Opens a desk when the partitions become ours. */
    private final class Assignment implements ConsumerRebalanceListener {
        private final Consumer<byte[], byte[]> loads;
        private final SideReader side;

        Assignment(Consumer<byte[], byte[]> loads, SideReader side) {
            this.loads = loads;
            this.side = side;
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            desk = null;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (partitions.isEmpty()) {
                return;
            }
            Desk mine = new Desk(makeRounds.get(), settings);
            mine.resume(loads.committed(Set.copyOf(partitions)));
            side.open(mine.rounds);
            desk = mine;
            LOG.info(
                    "ECN advice is made here, with {} objects known",
                    mine.rounds.newest().size());
        }
    }

    @Override
    public void close() {
        stop.give();
        Consumer<byte[], byte[]> consumer = current.get();
        if (consumer != null) {
            consumer.wakeup();
        }
        worker.shutdownNow();
    }

    /** The way to Kafka. */
    interface Io {
        String loadsTopic();

        String adviceTopic();

        String stormsTopic();

        /** In a group. */
        Consumer<byte[], byte[]> loads();

        /** In none. */
        Consumer<byte[], byte[]> reader();

        Producer<byte[], byte[]> producer();

        Decoded<QueueLoad> load(byte[] value);

        Decoded<Advice> advice(byte[] value);

        Decoded<Storm> storm(byte[] value);

        byte[] value(Advice advice);
    }
}
