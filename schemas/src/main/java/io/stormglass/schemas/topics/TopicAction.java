package io.stormglass.schemas.topics;

import java.util.SortedMap;

/** One thing that stands between a cluster and its topic definitions. */
public sealed interface TopicAction {
    /** Topic concerned. */
    String topic();

    /** In words, for a person. */
    String words();

    /** The topic is missing. */
    record Create(TopicDefinition definition) implements TopicAction {
        @Override
        public String topic() {
            return definition.name();
        }

        @Override
        public String words() {
            return "topic " + topic() + " is missing (" + definition.partitions() + " partitions)";
        }
    }

    /**
     * Settings differ.
     *
     * @param wanted the settings to change, with their new values
     * @param found what they are now; {@code not set} where the cluster does not know them
     */
    record ChangeSettings(String topic, SortedMap<String, String> wanted, SortedMap<String, String> found)
            implements TopicAction {
        @Override
        public String words() {
            StringBuilder words = new StringBuilder("topic ").append(topic).append(':');
            wanted.forEach((name, value) -> words.append(words.charAt(words.length() - 1) == ':' ? " " : ", ")
                    .append(name)
                    .append(" is ")
                    .append(found.get(name))
                    .append(", should be ")
                    .append(value));
            return words.toString();
        }
    }

    /** The partition count differs: never changed, because state and sequences hang on it. */
    record Migrate(String topic, int found, int wanted) implements TopicAction {
        @Override
        public String words() {
            return "topic " + topic + " has " + found + " partitions, should have " + wanted
                    + ": keys would move away from their state, so this is a migration; stop agents and streams"
                    + " application, let the application catch up, reset it (stormglass reset), delete and apply the"
                    + " topic, start again, or set the wanted number to " + found;
        }
    }

    /** The number of copies differs: moving replicas is the cluster's own operation. */
    record Reassign(String topic, int found, int wanted) implements TopicAction {
        @Override
        public String words() {
            return "topic " + topic + " has " + found + " replicas, should have " + wanted
                    + ": reassign its partitions with the cluster's own tool (kafka-reassign-partitions)";
        }
    }
}
