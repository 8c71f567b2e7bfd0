package io.stormglass.streams.output;

import io.stormglass.schemas.topics.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One record of an output topic.
 *
 * @param value null where the record deletes its key
 * @param raw as it was read
 * @param again true where it was dealt with before: it is read only for what it says of the present
 */
public record OutputRecord(
        Topic topic, @Nullable SpecificRecord value, ConsumerRecord<byte[], byte[]> raw, boolean again) {}
