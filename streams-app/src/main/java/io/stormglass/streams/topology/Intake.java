package io.stormglass.streams.topology;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.time.SequenceWindow;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredSequence;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** First thing that happens to an input record: decode, check, drop repeats, refuse into the dead letters. */
final class Intake<A extends SpecificRecord, B> {
    private final DeadLetters deadLetters;
    private final TopologyInputs inputs;
    private final AvroDeserializer<A> deserializer;
    private final Function<A, Decoded<B>> codec;
    private final Function<B, BatchHeader> header;
    private final KeyValueStore<String, StoredSequence> store;
    private final Map<String, SequenceWindow> windows = new HashMap<>();
    private final Counts counts;
    private final Arrivals<B> arrivals;

    Intake(
            Contract<A, B> contract,
            TopologyInputs inputs,
            ProcessorContext<byte[], byte[]> context,
            Counts counts,
            Arrivals<B> arrivals) {
        deadLetters = new DeadLetters(contract.processor(), contract.deadLetterSink(), context, counts);
        this.inputs = inputs;
        deserializer = new AvroDeserializer<>(contract.type(), inputs.registry());
        codec = contract.codec();
        header = contract.header();
        store = context.getStateStore(contract.sequenceStore());
        this.counts = counts;
        this.arrivals = arrivals;
    }

    /** Hears of every record that could be read, repeats among them. */
    interface Arrivals<B> {
        /** A record came, and its sequence said so much. */
        void arrived(B batch, SequenceWindow.Step step);
    }

    /** What differs between the input topics. */
    record Contract<A extends SpecificRecord, B>(
            String processor,
            String deadLetterSink,
            String sequenceStore,
            Class<A> type,
            Function<A, Decoded<B>> codec,
            Function<B, BatchHeader> header) {}

    /** The record's batch; null where it was refused or seen before. */
    @Nullable
    B take(Record<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null) {
            deadLetters.refuse(record, Reason.NOT_CONFLUENT_FORMAT, "the record has no value");
            return null;
        }
        Decoded<A> decoded = inputs.patience().ask(() -> deserializer.read(value));
        return switch (decoded) {
            case Decoded.Malformed<A> bad -> {
                deadLetters.refuse(record, bad.reason(), bad.detail());
                yield null;
            }
            case Decoded.Value<A> good -> check(record, good.value());
        };
    }

    private @Nullable B check(Record<byte[], byte[]> record, A avro) {
        return switch (codec.apply(avro)) {
            case Decoded.Malformed<B> bad -> {
                deadLetters.refuse(record, bad.reason(), bad.detail());
                yield null;
            }
            case Decoded.Value<B> good -> {
                counts.add(Count.SKIPPED, good.skipped());
                yield isNew(good.value()) ? good.value() : null;
            }
        };
    }

    private boolean isNew(B value) {
        BatchHeader batch = header.apply(value);
        SequenceWindow window = windows.computeIfAbsent(batch.agentId(), this::load);
        SequenceWindow.Step step = window.accept(batch.epoch(), batch.sequence());
        counts.add(Count.GAPS, step.gaps());
        switch (step.verdict()) {
            case DUPLICATE -> counts.add(Count.DUPLICATES, 1);
            case TOO_OLD -> counts.add(Count.LATE, 1);
            case NEW -> {
                SequenceWindow next = step.next();
                counts.add(Count.REORDERED, batch.sequence() < next.highest() ? 1 : 0);
                store.put(batch.agentId(), new StoredSequence(next.epoch(), next.first(), next.highest(), next.bits()));
                windows.put(batch.agentId(), next);
            }
        }
        arrivals.arrived(value, step);
        return step.verdict() == SequenceWindow.Verdict.NEW;
    }

    /** Records that come before an agent's newest one and are not there: they may still come. */
    long missing(String agent) {
        SequenceWindow window = windows.get(agent);
        return window == null ? 0 : window.openHoles();
    }

    private SequenceWindow load(String agent) {
        StoredSequence stored = store.get(agent);
        return stored == null
                ? SequenceWindow.EMPTY
                : new SequenceWindow(stored.getEpoch(), stored.getFirst(), stored.getHighest(), stored.getBits());
    }

    /** Where refused records go. */
    DeadLetters deadLetters() {
        return deadLetters;
    }
}
