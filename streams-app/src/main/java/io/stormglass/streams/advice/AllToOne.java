package io.stormglass.streams.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.TopicPartition;

/**
 * Gives all partitions to one member of the group; the others stand by. Queues of one advice object are in any partitions, and whoever advises has to see all of them.
 */
public final class AllToOne extends AbstractPartitionAssignor {
    @Override
    public String name() {
        return "all-to-one";
    }

    @Override
    public Map<String, List<TopicPartition>> assign(
            Map<String, Integer> partitionsPerTopic, Map<String, Subscription> subscriptions) {
        Map<String, List<TopicPartition>> assigned = new TreeMap<>();
        subscriptions.keySet().forEach(member -> assigned.put(member, new ArrayList<>()));
        List<TopicPartition> all = new ArrayList<>();
        new TreeMap<>(partitionsPerTopic).forEach((topic, count) -> all.addAll(partitions(topic, count)));
        if (!assigned.isEmpty()) {
            assigned.put(holder(subscriptions), all);
        }
        return assigned;
    }

    /** Who holds most partitions keeps all, so that a member that joins takes nothing away. */
    private static String holder(Map<String, Subscription> subscriptions) {
        String holder = "";
        int most = -1;
        for (Map.Entry<String, Subscription> each : new TreeMap<>(subscriptions).entrySet()) {
            int owned = each.getValue().ownedPartitions().size();
            if (owned > most) {
                holder = each.getKey();
                most = owned;
            }
        }
        return holder;
    }
}
