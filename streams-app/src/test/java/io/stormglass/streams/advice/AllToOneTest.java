package io.stormglass.streams.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AllToOneTest {
    private static final List<TopicPartition> ALL = List.of(new TopicPartition("t", 0), new TopicPartition("t", 1));

    private static Subscription owning(List<TopicPartition> owned) {
        return new Subscription(List.of("t"), null, owned);
    }

    @Test
    void oneMemberHasAllPartitions() {
        assertThat(new AllToOne().assign(Map.of("t", 2), Map.of("a", owning(List.of()), "b", owning(List.of()))))
                .isEqualTo(Map.of("a", ALL, "b", List.of()));
    }

    @Test
    void whoHasThemKeepsThem() {
        assertThat(new AllToOne().assign(Map.of("t", 2), Map.of("a", owning(List.of()), "b", owning(ALL))))
                .isEqualTo(Map.of("a", List.of(), "b", ALL));
    }
}
