package io.stormglass.streams;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadReplacementTest {
    private static final long MINUTE = 60_000_000_000L;

    private final AtomicLong clock = new AtomicLong(-5 * MINUTE);
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private final ThreadReplacement replacement = new ThreadReplacement(clock::get, failure);

    @Test
    void aThreadIsReplacedThreeTimesInTenMinutesAndThenTheClientStops() {
        for (int death = 0; death < 3; death++) {
            assertThat(replacement.handle(new IllegalStateException("death"))).isEqualTo(REPLACE_THREAD);
            clock.addAndGet(MINUTE);
        }
        assertThat(failure).isNotDone();
        assertThat(replacement.handle(new IllegalStateException("the last one")))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThatThrownBy(failure::join)
                .hasCauseInstanceOf(RunFailedException.class)
                .hasMessageContaining("more than 3 times in 10 minutes, at last of: the last one");
    }

    @Test
    void deathsThatAreTenMinutesAgoNoLongerCount() {
        for (int death = 0; death < 20; death++) {
            assertThat(replacement.handle(new IllegalStateException("death"))).isEqualTo(REPLACE_THREAD);
            clock.addAndGet(MINUTE * 10 / 3 + 1);
        }
        assertThat(failure).isNotDone();
    }

    @Test
    void recordsDeletedUnreadStopTheClientAtOnce() {
        TopicPartition partition = new TopicPartition("t", 0);
        assertThat(replacement.handle(
                        new StreamsException(new OffsetOutOfRangeException("gone", Map.of(partition, 0L)))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThatThrownBy(failure::join).hasMessageContaining("deleted before they were read");
    }
}
