package io.stormglass.streams.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.advice.Advisor;
import io.stormglass.models.advice.Storm;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.advice.AdviceCounters.Count;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop, over consumers that a test makes. Values are numbers of things in lists. */
class RecommenderLoopTest {
    private static final long SECOND = 1_000_000_000L;
    private static final TopicPartition LOADS = new TopicPartition("loads", 0);
    private static final TopicPartition OTHER_LOADS = new TopicPartition("loads", 1);
    private static final TopicPartition ADVICE = new TopicPartition("advice", 0);
    private static final TopicPartition STORMS = new TopicPartition("storms", 0);

    private final List<QueueLoad> loads = new CopyOnWriteArrayList<>();
    private final List<Advice> advice = new CopyOnWriteArrayList<>();
    private final List<Storm> storms = new CopyOnWriteArrayList<>();
    private final List<RecommenderLoop> loops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);

    /** One process. */
    private final class Instance implements RecommenderLoop.Io {
        final MockConsumer<byte[], byte[]> group = new MockConsumer<>("earliest") {
            @Override
            public synchronized Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
                return handedOver.isEmpty() ? super.committed(partitions) : handedOver;
            }
        };
        volatile Map<TopicPartition, OffsetAndMetadata> handedOver = Map.of();
        final MockConsumer<byte[], byte[]> reader = new MockConsumer<>("earliest");
        final MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        final AdviceCounters counters = new AdviceCounters();
        final AtomicInteger troubles = new AtomicInteger();
        final Set<Decline.Reason> unwritable = ConcurrentHashMap.newKeySet();

        Instance() {
            group.updateBeginningOffsets(Map.of(LOADS, 0L, OTHER_LOADS, 0L));
            for (TopicPartition partition : List.of(ADVICE, STORMS)) {
                Node node = new Node(1, "nowhere", 1);
                PartitionInfo info =
                        new PartitionInfo(partition.topic(), 0, node, new Node[] {node}, new Node[] {node});
                reader.updatePartitions(partition.topic(), List.of(info));
            }
            reader.updateBeginningOffsets(Map.of(ADVICE, 0L, STORMS, 0L));
            reader.updateEndOffsets(Map.of(ADVICE, (long) advice.size(), STORMS, (long) storms.size()));
            feedReader(ADVICE, advice.size());
            feedReader(STORMS, storms.size());
        }

        /** At the first poll in which the partition is assigned; a poll happens only where there is something. */
        private void feedReader(TopicPartition partition, int count) {
            if (count > 0) {
                reader.schedulePollTask(() -> {
                    for (int i = 0; i < count; i++) {
                        reader.addRecord(record(partition, i, i));
                    }
                });
            }
        }

        Instance start() {
            return start(new Flat());
        }

        Instance start(WhatIf whatIf) {
            RecommenderLoop loop = loop(whatIf);
            Thread thread = new Thread(loop, "loop");
            threads.add(thread);
            thread.start();
            await(() -> !group.subscription().isEmpty());
            return this;
        }

        RecommenderLoop loop(WhatIf whatIf) {
            RecommenderSettings settings = RecommenderSettings.of(Profile.BALANCED);
            RecommenderLoop loop = new RecommenderLoop(
                    this,
                    settings,
                    () -> new AdviceRounds(
                            new Advisor(settings.advice(), whatIf), settings.advice(), settings.limits()),
                    counters,
                    new Defects(() -> 0, 1));
            loops.add(loop);
            return loop;
        }

        /** The group gives it all partitions, and they have all windows that there are. */
        Instance takesOver() {
            group.schedulePollTask(() -> {
                group.rebalance(List.of(LOADS, OTHER_LOADS));
                feed();
            });
            return this;
        }

        void feed() {
            for (int i = 0; i < loads.size(); i++) {
                group.addRecord(record(LOADS, i, i));
            }
        }

        @Nullable
        OffsetAndMetadata committed() {
            return group.committed(Set.of(LOADS)).get(LOADS);
        }

        boolean committed(long round) {
            OffsetAndMetadata committed = committed();
            return committed != null && committed.metadata().equals("round=" + round * SECOND);
        }

        @Override
        public String loadsTopic() {
            return "loads";
        }

        @Override
        public String adviceTopic() {
            return "advice";
        }

        @Override
        public String stormsTopic() {
            return "storms";
        }

        @Override
        public Consumer<byte[], byte[]> loads() {
            if (troubles.getAndDecrement() > 0) {
                throw new IllegalStateException("a defect");
            }
            return group;
        }

        @Override
        public Consumer<byte[], byte[]> reader() {
            return reader;
        }

        @Override
        public Producer<byte[], byte[]> producer() {
            return producer;
        }

        @Override
        public Decoded<QueueLoad> load(byte[] value) {
            return of(loads, value);
        }

        @Override
        public Decoded<Advice> advice(byte[] value) {
            return of(advice, value);
        }

        @Override
        public Decoded<Storm> storm(byte[] value) {
            return of(storms, value);
        }

        private <T> Decoded<T> of(List<T> list, byte[] value) {
            int number = Integer.parseInt(new String(value, StandardCharsets.UTF_8));
            return number < 0
                    ? new Decoded.Malformed<>(Reason.NOT_DECODABLE, "nothing")
                    : new Decoded.Value<>(list.get(number));
        }

        @Override
        public byte[] value(Advice told) {
            if (unwritable.remove(reason(told))) {
                throw new IllegalArgumentException("cannot be written");
            }
            advice.add(told);
            return Integer.toString(advice.size() - 1).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Whatever is set costs the same; the first question waits until its answer is allowed. */
    private final class Flat implements WhatIf {
        @Override
        public String name() {
            return "flat";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            asked.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Outcome outcome = new Outcome(0.3, 0, 0, 0, Outcome.Slowdown.NONE, Outcome.Slowdown.NONE, 1);
            return new Evaluation(thresholds, workload.facts(), Collections.nCopies(seeds.count(), outcome));
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, long offset, int number) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                new byte[0],
                Integer.toString(number).getBytes(StandardCharsets.UTF_8));
    }

    private void windows(int fromSecond, int count, boolean isRead) {
        loads.addAll(Windows.of(fromSecond, count, isRead));
    }

    private static void await(BooleanSupplier wanted) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!wanted.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(5_000_000L);
        }
    }

    private static Decline.Reason reason(Advice advice) {
        return Objects.requireNonNull(advice.decline()).reason();
    }

    @AfterEach
    void stop() throws InterruptedException {
        answer.countDown();
        loops.forEach(RecommenderLoop::close);
        for (Thread thread : threads) {
            thread.join(10_000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void whatIsNewIsPublishedOnceAndThenTheRoundIsCommitted() {
        windows(0, 24, false);
        Instance instance = new Instance().start().takesOver();
        await(() -> instance.committed(20) && instance.group.paused().isEmpty());

        assertThat(advice)
                .singleElement()
                .satisfies(told -> assertThat(reason(told)).isEqualTo(Decline.Reason.NO_THRESHOLDS));
        ProducerRecord<byte[], byte[]> record = instance.producer.history().getFirst();
        assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("f/leaf-1/Ethernet0/3");
        assertThat(record.timestamp()).isEqualTo(10_000);
        // Windows that end after 0 s may still be asked about.
        assertThat(instance.committed())
                .isNotNull()
                .satisfies(committed -> assertThat(committed.offset()).isZero());
        assertThat(instance.counters.get(Count.WINDOWS)).isEqualTo(24);
        assertThat(instance.counters.get(Count.ROUNDS)).isEqualTo(2);
    }

    @Test
    void whoTakesOverSaysNothingTwice() {
        windows(0, 34, false);
        Instance first = new Instance().start().takesOver();
        await(() -> first.committed(30));
        OffsetAndMetadata committed = Objects.requireNonNull(first.committed());
        assertThat(committed.offset()).isEqualTo(10);

        windows(34, 10, true);
        Instance second = new Instance();
        second.handedOver = Map.of(LOADS, committed);
        answer.countDown();
        second.start().takesOver();
        await(() -> second.counters.get(Count.PUBLISHED) == 1);

        assertThat(second.counters.get(Count.ROUNDS)).isEqualTo(1);
        assertThat(second.producer.history()).hasSize(1);
        assertThat(advice).extracting(told -> told.name().object()).containsExactly("Ethernet0/3", "A");
    }

    @Test
    void whileARoundIsWorkedOutItsPartitionsArePaused() throws InterruptedException {
        windows(0, 14, true);
        Instance instance = new Instance().start().takesOver();
        asked.await();
        assertThat(instance.group.paused()).containsExactlyInAnyOrder(LOADS, OTHER_LOADS);
        assertThat(advice).isEmpty();
        assertThat(instance.committed()).isNull();
        answer.countDown();
        await(() -> instance.committed(10) && instance.group.paused().isEmpty());

        assertThat(advice)
                .singleElement()
                .satisfies(told -> assertThat(reason(told)).isEqualTo(Decline.Reason.NOT_THE_LEVER));
        assertThat(instance.counters.get(Count.SEARCHED)).isEqualTo(1);
    }

    @Test
    void whatAnotherHasTakenOverIsNotPublished() throws InterruptedException {
        windows(0, 14, true);
        Instance instance = new Instance().start().takesOver();
        asked.await();
        instance.group.schedulePollTask(() -> instance.group.rebalance(List.of()));
        await(() -> instance.group.assignment().isEmpty());
        answer.countDown();
        await(() -> instance.counters.get(Count.DROPPED_ROUNDS) == 1);

        assertThat(advice).isEmpty();
        assertThat(instance.counters.get(Count.PUBLISHED)).isZero();
    }

    @Test
    void whatCannotBeReadIsCounted() {
        windows(0, 14, false);
        Instance instance = new Instance().start();
        instance.group.schedulePollTask(() -> {
            instance.group.rebalance(List.of(LOADS, OTHER_LOADS));
            instance.group.addRecord(record(OTHER_LOADS, 0, -1));
            instance.feed();
        });
        await(() -> instance.counters.get(Count.ROUNDS) == 1);

        assertThat(instance.counters.get(Count.UNREADABLE)).isEqualTo(1);
    }

    @Test
    void aStormThatIsOpenStopsAdvice() {
        storms.add(new Storm("inc-1", "f", Set.of("leaf-1/Ethernet0"), 5 * SECOND, null));
        windows(0, 14, true);
        Instance instance = new Instance().start().takesOver();
        await(() -> instance.committed(10));

        assertThat(advice)
                .singleElement()
                .satisfies(told -> assertThat(reason(told)).isEqualTo(Decline.Reason.STORM));
    }

    /** A model with a defect. */
    private record Broken() implements WhatIf {
        @Override
        public String name() {
            return "broken";
        }

        @Override
        public Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
            throw new ArithmeticException("a defect");
        }
    }

    @Test
    void aDefectInOneObjectIsItsAdviceAndTheNextRoundComes() {
        windows(0, 24, true);
        Instance instance = new Instance().start(new Broken()).takesOver();
        await(() -> instance.committed(20));

        assertThat(advice)
                .singleElement()
                .satisfies(told -> assertThat(reason(told)).isEqualTo(Decline.Reason.FAILED));
        assertThat(instance.counters.get(Count.FAILED)).isEqualTo(1);
        assertThat(instance.counters.get(Count.ROUNDS)).isEqualTo(2);
        assertThat(instance.counters.get(Count.DEFECTS)).isZero();
    }

    @Test
    void adviceThatCannotBeWrittenIsADefectOfItsObject() {
        windows(0, 14, false);
        Instance instance = new Instance();
        instance.unwritable.add(Decline.Reason.NO_THRESHOLDS);
        instance.start().takesOver();
        await(() -> instance.committed(10));

        assertThat(advice)
                .singleElement()
                .satisfies(told -> assertThat(reason(told)).isEqualTo(Decline.Reason.FAILED));
        assertThat(instance.counters.get(Count.FAILED)).isEqualTo(1);
    }

    @Test
    void afterADefectOutsideAnyObjectItBeginsAnew() {
        windows(0, 14, false);
        Instance instance = new Instance();
        instance.troubles.set(Defects.RETRIES);
        instance.start().takesOver();
        await(() -> instance.committed(10));

        assertThat(instance.counters.get(Count.DEFECTS)).isEqualTo(Defects.RETRIES);
        assertThat(instance.counters.snapshot()).containsEntry("defects", 3L).containsEntry("rounds", 1L);
        assertThat(loops.getFirst().failure()).isNotDone();
    }

    @Test
    void oneDefectTooManyIsSaid() {
        Instance instance = new Instance();
        instance.troubles.set(Defects.RETRIES + 1);
        RecommenderLoop loop = instance.loop(new Broken());
        loop.run();

        assertThat(loop.failure())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(RunFailedException.class)
                .withMessageContaining("a defect");
        assertThat(instance.counters.get(Count.DEFECTS)).isEqualTo(Defects.RETRIES + 1);
    }

    @Test
    void whatWasLongAgoIsForgiven() {
        AtomicLong now = new AtomicLong();
        Defects defects = new Defects(now::get, 10);
        assertThat(List.of(defects.pauseMillis(), defects.pauseMillis(), defects.pauseMillis()))
                .containsExactly(OptionalLong.of(10), OptionalLong.of(20), OptionalLong.of(40));
        assertThat(defects.pauseMillis()).isEmpty();
        now.set(Defects.WITHIN_NANOS);
        assertThat(defects.pauseMillis()).hasValue(10);
    }
}
