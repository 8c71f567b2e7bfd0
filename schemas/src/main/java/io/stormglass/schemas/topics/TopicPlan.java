package io.stormglass.schemas.topics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What to do so that a cluster has what the definitions say; a pure function of both. */
public final class TopicPlan {
    private static final String NOT_SET = "not set";

    private TopicPlan() {}

    /**
     * The plan.
     *
     * @param actual topics of the cluster by name; others than the wanted ones are ignored
     * @return in the order of the definitions; empty where nothing is to be done
     */
    public static List<TopicAction> of(List<TopicDefinition> wanted, Map<String, ActualTopic> actual) {
        List<TopicAction> actions = new ArrayList<>();
        for (TopicDefinition definition : wanted) {
            ActualTopic found = actual.get(definition.name());
            if (found == null) {
                actions.add(new TopicAction.Create(definition));
            } else {
                compare(definition, found, actions);
            }
        }
        return List.copyOf(actions);
    }

    private static void compare(TopicDefinition definition, ActualTopic found, List<TopicAction> actions) {
        SortedMap<String, String> wanted = new TreeMap<>();
        SortedMap<String, String> before = new TreeMap<>();
        definition.settings().forEach((name, value) -> {
            String now = found.settings().getOrDefault(name, NOT_SET);
            if (!now.equals(value)) {
                wanted.put(name, value);
                before.put(name, now);
            }
        });
        if (!wanted.isEmpty()) {
            actions.add(new TopicAction.ChangeSettings(definition.name(), wanted, before));
        }
        if (found.partitions() != definition.partitions()) {
            actions.add(new TopicAction.Migrate(definition.name(), found.partitions(), definition.partitions()));
        }
        int replicas = definition.replicationFactor();
        if (replicas > 0 && found.replicationFactor() != replicas) {
            actions.add(new TopicAction.Reassign(definition.name(), found.replicationFactor(), replicas));
        }
    }
}
