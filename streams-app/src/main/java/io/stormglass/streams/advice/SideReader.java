package io.stormglass.streams.advice;

import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.advice.Storm;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.streams.advice.AdviceCounters.Count;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what was advised, once, and storms as they come; both from the first record on. */
final class SideReader implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SideReader.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RecommenderLoop.Io io;
    private final AdviceCounters counters;
    private final Consumer<byte[], byte[]> reader;

    SideReader(RecommenderLoop.Io io, AdviceCounters counters) {
        this.io = io;
        this.counters = counters;
        reader = io.reader();
    }

    /** Fills new rounds with all that is there by now. */
    void open(AdviceRounds rounds) {
        toEnd(io.adviceTopic(), rounds);
        toEnd(io.stormsTopic(), rounds);
    }

    /** Storms that came since. */
    void storms(AdviceRounds rounds) {
        reader.poll(Duration.ZERO).forEach(record -> take(record, rounds));
    }

    private void toEnd(String topic, AdviceRounds rounds) {
        Set<TopicPartition> partitions = reader.partitionsFor(topic, PATIENCE).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .collect(Collectors.toSet());
        if (partitions.isEmpty()) {
            throw new KafkaException("topic " + topic + " does not exist");
        }
        reader.assign(partitions);
        reader.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = reader.endOffsets(partitions, PATIENCE);
        while (ends.entrySet().stream().anyMatch(end -> reader.position(end.getKey(), PATIENCE) < end.getValue())) {
            reader.poll(POLL).forEach(record -> take(record, rounds));
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, AdviceRounds rounds) {
        boolean isData = record.value() != null && record.headers().lastHeader(RecordHeaders.MARK) == null;
        if (!isData) {
            return;
        }
        if (record.topic().equals(io.adviceTopic())) {
            switch (io.advice(record.value())) {
                case Decoded.Value<Advice> good -> rounds.remember(good.value());
                case Decoded.Malformed<Advice> bad -> unreadable(record, bad.detail());
            }
        } else {
            switch (io.storm(record.value())) {
                case Decoded.Value<Storm> good -> rounds.take(good.value());
                case Decoded.Malformed<Storm> bad -> unreadable(record, bad.detail());
            }
        }
    }

    private void unreadable(ConsumerRecord<byte[], byte[]> record, String detail) {
        counters.add(Count.UNREADABLE, 1);
        LOG.warn(
                "{} partition {} offset {} cannot be read: {}",
                record.topic(),
                record.partition(),
                record.offset(),
                detail);
    }

    @Override
    public void close() {
        reader.close();
    }
}
