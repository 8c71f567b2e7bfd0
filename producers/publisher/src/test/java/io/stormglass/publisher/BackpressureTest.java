package io.stormglass.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BackpressureTest {
    private static final TopicPartition PARTITION = new TopicPartition("flows", 0);

    @Test
    void thePublisherWaitsUntilTheReaderHasComeCloseEnough() {
        Map<TopicPartition, Long> committed = new HashMap<>();
        AtomicInteger waits = new AtomicInteger();
        Backpressure backpressure = new Backpressure(1600, partitions -> committed, nanos -> {
            committed.merge(PARTITION, 4L, Long::sum);
            waits.incrementAndGet();
        });

        for (int offset = 0; offset < 16; offset++) {
            backpressure.sending(PARTITION, 100);
            backpressure.acknowledged(PARTITION, offset, 100);
        }
        assertThat(waits).hasValue(0);

        for (int offset = 16; offset < 32; offset++) {
            backpressure.sending(PARTITION, 100);
            backpressure.acknowledged(PARTITION, offset, 100);
        }
        assertThat(waits).hasValue(4);
    }

    @Test
    void partitionsAreAccountedSeparately() {
        Backpressure backpressure = new Backpressure(100, partitions -> Map.of(), nanos -> {
            throw new AssertionError("nobody has to wait");
        });
        for (int partition = 0; partition < 8; partition++) {
            backpressure.sending(new TopicPartition("flows", partition), 100);
        }
    }

    @Test
    void aRecordAboveTheLimitPassesOnceEverythingBeforeItIsRead() {
        Backpressure backpressure = new Backpressure(1000, partitions -> Map.of(PARTITION, 1L), nanos -> {
            throw new AssertionError("everything has been read");
        });
        backpressure.sending(PARTITION, 900);
        backpressure.acknowledged(PARTITION, 0, 900);
        backpressure.sending(PARTITION, 5000);
    }

    @Test
    void aReaderThatHasFailedIsNotWaitedFor() {
        Backpressure backpressure = new Backpressure(
                10,
                partitions -> {
                    throw new IllegalStateException("the reader is gone");
                },
                nanos -> {});
        backpressure.sending(PARTITION, 10);
        assertThatThrownBy(() -> backpressure.sending(PARTITION, 10)).hasMessage("the reader is gone");
    }

    @Test
    void refusedBytesNeedNoReader() {
        Backpressure backpressure = new Backpressure(100, partitions -> Map.of(), nanos -> {
            throw new AssertionError("nobody has to wait");
        });
        backpressure.sending(PARTITION, 100);
        backpressure.refused(PARTITION, 100);
        backpressure.sending(PARTITION, 100);
    }
}
