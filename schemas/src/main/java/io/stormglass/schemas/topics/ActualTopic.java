package io.stormglass.schemas.topics;

import java.util.Map;

/**
 * What a topic is on a cluster.
 *
 * @param settings all settings with their effective values
 */
public record ActualTopic(String name, int partitions, int replicationFactor, Map<String, String> settings) {
    public ActualTopic {
        settings = Map.copyOf(settings);
    }
}
