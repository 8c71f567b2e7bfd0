package io.stormglass.streams.topology;

import io.stormglass.schemas.Reason;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Where one processor sends what it refuses: key and bytes as they came, headers that say what, where and why.
 *
 * @param processor name of the processor
 * @param sink node that writes the dead letters
 */
record DeadLetters(String processor, String sink, ProcessorContext<byte[], byte[]> context, Counts counts) {
    /** Sends the record that is being processed to the dead letters. */
    void refuse(Record<byte[], byte[]> record, Reason reason, String detail) {
        Record<byte[], byte[]> letter =
                new Record<>(record.key(), record.value(), record.timestamp(), record.headers());
        RecordMetadata source = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record without topic, partition and offset"));
        header(letter, RecordHeaders.TOPIC, source.topic());
        header(letter, RecordHeaders.PARTITION, String.valueOf(source.partition()));
        header(letter, RecordHeaders.OFFSET, String.valueOf(source.offset()));
        refuseTaken(letter, reason, detail);
    }

    /** Sends what was taken from a record before, whose offset is not known any more, to the dead letters. */
    void refuseTaken(Record<byte[], byte[]> letter, Reason reason, String detail) {
        counts.add(Count.REFUSED, 1);
        counts.refused(reason);
        header(letter, RecordHeaders.REASON, reason.text());
        header(letter, RecordHeaders.DETAIL, detail);
        header(letter, RecordHeaders.PROCESSOR, processor);
        // A refused record must not look like progress to who reads the dead letters.
        letter.headers().remove(RecordHeaders.MARK);
        context.forward(letter, sink);
    }

    private static void header(Record<byte[], byte[]> record, String name, String text) {
        record.headers().remove(name);
        record.headers().add(name, text.getBytes(StandardCharsets.UTF_8));
    }
}
