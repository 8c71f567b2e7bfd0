package io.stormglass.streams.advice;

import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** What is known while the partitions are ours: rounds, and from which offsets on a next start has to read to know the same. */
final class Desk {
    private static final String ROUND = "round=";

    private final RecommenderSettings settings;
    private final Map<TopicPartition, Deque<Held>> held = new HashMap<>();
    private final Map<TopicPartition, Long> next = new HashMap<>();
    final AdviceRounds rounds;
    private long newestNanos = Long.MIN_VALUE;

    private record Held(long offset, long toNanos) {}

    Desk(AdviceRounds rounds, RecommenderSettings settings) {
        this.rounds = rounds;
        this.settings = settings;
    }

    /** Nothing up to the newest round that was committed is done again. */
    void resume(Map<TopicPartition, OffsetAndMetadata> committed) {
        long done = Long.MIN_VALUE;
        // Kafka has null for a partition of which nothing was committed.
        List<OffsetAndMetadata> known =
                committed.values().stream().filter(Objects::nonNull).toList();
        for (OffsetAndMetadata each : known) {
            String text = each.metadata();
            if (text.matches(ROUND + "-?\\d{1,19}")) {
                done = Math.max(done, Long.parseLong(text.substring(ROUND.length())));
            }
        }
        if (done != Long.MIN_VALUE) {
            rounds.doneUntil(done);
        }
    }

    void take(TopicPartition partition, long offset, QueueLoad load) {
        rounds.take(load);
        newestNanos = Math.max(newestNanos, load.toNanos());
        held.computeIfAbsent(partition, p -> new ArrayDeque<>()).add(new Held(offset, load.toNanos()));
        next.put(partition, offset + 1);
    }

    /** A record that is no window. */
    void pass(TopicPartition partition, long offset) {
        next.put(partition, offset + 1);
    }

    boolean isDue() {
        long reached = newestNanos - settings.patience().toNanos();
        return newestNanos != Long.MIN_VALUE
                && rounds.nextNanos().map(boundary -> reached >= boundary).orElse(false);
    }

    /** What a next start has to read again after a round: the windows that still slide. */
    Map<TopicPartition, OffsetAndMetadata> offsets(long roundNanos, Set<TopicPartition> partitions) {
        long oldest = roundNanos
                - settings.advice().slidingNanos()
                - settings.limits().roundNanos();
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Deque<Held> of = held.getOrDefault(partition, new ArrayDeque<>());
            while (!of.isEmpty() && of.getFirst().toNanos() <= oldest) {
                of.removeFirst();
            }
            Long read = next.get(partition);
            if (!of.isEmpty()) {
                offsets.put(partition, new OffsetAndMetadata(of.getFirst().offset(), ROUND + roundNanos));
            } else if (read != null) {
                offsets.put(partition, new OffsetAndMetadata(read, ROUND + roundNanos));
            }
        }
        return offsets;
    }
}
