package io.stormglass.schemas.wire;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.Schema;

/** Ids of our own schemas, registered once at start. */
public final class SchemaIds {
    private final Map<Topic, Integer> idByTopic;

    private SchemaIds(Map<Topic, Integer> idByTopic) {
        this.idByTopic = idByTopic;
    }

    /**
     * Registers the schema of every topic under its subject.
     *
     * @throws io.stormglass.schemas.registry.RegistryException if the registry refuses one or cannot be asked
     */
    public static SchemaIds register(SchemaRegistryClient registry, TopicNaming naming) {
        Map<Topic, Integer> ids = new EnumMap<>(Topic.class);
        for (Topic topic : Topic.withSchema()) {
            Schema schema = topic.schema();
            if (schema != null) {
                ids.put(topic, registry.register(naming.subject(topic), schema));
            }
        }
        return new SchemaIds(ids);
    }

    /**
     * Id of a topic's value schema.
     *
     * @throws IllegalArgumentException if the topic's values have no schema
     */
    public int id(Topic topic) {
        Integer id = idByTopic.get(topic);
        if (id == null) {
            throw new IllegalArgumentException("values of " + topic.shortName() + " have no schema");
        }
        return id;
    }
}
