package io.stormglass.streams.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** Record time, or the partition's where that is impossible: it can refuse nothing, that is the first processor's task. */
public final class EventTimestamps implements TimestampExtractor {
    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        if (record.timestamp() >= 0) {
            return record.timestamp();
        }
        return Math.max(partitionTime, 0);
    }
}
