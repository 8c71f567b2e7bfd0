package io.stormglass.streams.output;

import io.stormglass.schemas.topics.Topic;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What becomes of the records of output topics. Every method is called by the reader's thread. */
public interface OutputHandler {
    /** A partition is read from this offset on; what was read of it before and is not settled comes again. */
    void begin(Topic topic, TopicPartition partition, long from);

    /** Takes a record that is no mark and can be read. */
    void take(OutputRecord record);

    /** All records before these offsets have been taken. */
    void read(Map<TopicPartition, Long> next);

    /** Does what is due; called several times a second, whether or not there was a record. */
    void step(long nowMillis) throws InterruptedException;

    /** True where no more records are wanted for now. */
    boolean full();

    /** Offsets before which everything has been dealt with. */
    Map<TopicPartition, Long> settled();

    /** So many records of a topic had been deleted before they were read. */
    void missed(long records);

    /** A record that cannot be read; it has become a dead letter. */
    void unreadable();
}
