package io.stormglass.schemas;

import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicDefinition;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.topics.TopicOptions;
import io.stormglass.testkit.Golden;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** {@code docs/topics.md} says what the catalogue and the schemas say. */
final class TopicsDocumentTest {
    private static final String HEAD = """
            # Topics

            Generated from the catalogue and the schemas; do not edit, rewrite it with `mvn -pl schemas -am test -Dtest=TopicsDocumentTest
            -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true`.

            Values are Avro in the Confluent wire format: byte 0, four-byte schema id (big endian), Avro binary. Subjects are `<topic>-value`
            with the live topic's name, whatever the run. The record time is the event time in ms; nanoseconds are in the value. Keys are UTF-8 text that nobody parses:
            every part of a key is a field of the value. A replay's topics are named `stormglass.<runId>.<name>.v1`.
            """;

    private final Map<String, Schema> types = new LinkedHashMap<>();

    @Test
    void theDocumentIsUpToDate() {
        StringBuilder text = new StringBuilder(HEAD);
        overview(text);
        settings(text);
        headers(text);
        for (Topic topic : Topic.withSchema()) {
            Schema schema = topic.schema();
            if (schema != null) {
                text.append("\n## ").append(TopicNaming.live().topic(topic)).append("\n\n");
                text.append(topic.about()).append(" Key: ").append(topic.key()).append(".\n");
                fields(schema, text);
            }
        }
        shared(text);
        Golden.checkFile(Golden.moduleDirectory().resolve("../docs/topics.md").normalize(), text.toString());
    }

    private static void overview(StringBuilder text) {
        text.append("\n| topic | key | value | partitions | cleanup | live | replay | what |\n");
        text.append("|---|---|---|---|---|---|---|---|\n");
        for (Topic topic : Topic.values()) {
            Schema schema = topic.schema();
            text.append("| `").append(TopicNaming.live().topic(topic)).append("` | ");
            text.append(topic.key().replace("|", "\\|")).append(" | ");
            text.append(schema == null ? "bytes without a registered schema" : "`" + schema.getName() + "`")
                    .append(" | ");
            text.append(topic.partitions()).append(" | ");
            text.append(topic.cleanup().policy()).append(" | ");
            text.append(retention(topic, TopicNaming.live())).append(" | ");
            text.append(retention(topic, TopicNaming.replay("r"))).append(" | ");
            text.append(topic.about()).append(" |\n");
        }
        text.append("\nSizes are per partition.\n");
    }

    private static String retention(Topic topic, TopicNaming naming) {
        Map<String, String> settings =
                TopicDefinition.of(topic, naming, TopicOptions.DEFAULT).settings();
        if (topic.cleanup() == Topic.Cleanup.COMPACT) {
            return "newest of each key";
        }
        long ageMillis = Long.parseLong(settings.getOrDefault("retention.ms", "-1"));
        long bytes = Long.parseLong(settings.getOrDefault("retention.bytes", "-1"));
        String age = ageMillis < 0 ? "" : Duration.ofMillis(ageMillis).toDays() + " d, ";
        return age + (bytes >> 20) + " MiB";
    }

    private static void settings(StringBuilder text) {
        text.append("\n## Settings\n\nWhat `topics apply` sets beside partitions:\n\n");
        text.append("| topic | settings |\n|---|---|\n");
        for (Topic topic : Topic.values()) {
            Map<String, String> settings = TopicDefinition.of(topic, TopicNaming.live(), TopicOptions.DEFAULT)
                    .settings();
            String list = settings.entrySet().stream()
                    .map(setting -> "`" + setting.getKey() + "=" + setting.getValue() + "`")
                    .collect(Collectors.joining(", "));
            text.append("| `")
                    .append(topic.shortName())
                    .append("` | ")
                    .append(list)
                    .append(" |\n");
        }
        text.append(
                "\nIn a replay `retention.ms` is -1 and `segment.ms` is at its maximum everywhere: its records may be years old.\n");
    }

    private static void headers(StringBuilder text) {
        text.append("\n## Headers\n\n| header | on | value |\n|---|---|---|\n");
        for (List<String> row : List.of(
                List.of(RecordHeaders.REASON, "dead letters", "one of " + reasons()),
                List.of(RecordHeaders.DETAIL, "dead letters", "what was wrong, in words"),
                List.of(RecordHeaders.TOPIC, "dead letters", "topic that the record was read from"),
                List.of(RecordHeaders.PARTITION, "dead letters", "its partition"),
                List.of(RecordHeaders.OFFSET, "dead letters", "its offset"),
                List.of(RecordHeaders.PROCESSOR, "dead letters", "processor that refused it"),
                List.of(
                        RecordHeaders.MARK,
                        "output topics",
                        "`" + RecordHeaders.MARK_END + "`: all results of one input partition have been written"),
                List.of(RecordHeaders.AGENT, "input topics", "agent that wrote the record"),
                List.of(RecordHeaders.EPOCH, "input topics", "epoch of the agent"),
                List.of(RecordHeaders.SEQUENCE, "input topics", "number within agent, epoch, topic, partition"))) {
            text.append("| `")
                    .append(row.get(0))
                    .append("` | ")
                    .append(row.get(1))
                    .append(" | ")
                    .append(row.get(2));
            text.append(" |\n");
        }
    }

    private static String reasons() {
        return Arrays.stream(Reason.values())
                .map(reason -> "`" + reason.text() + "`")
                .collect(Collectors.joining(", "));
    }

    private void fields(Schema schema, StringBuilder text) {
        text.append("\n### ").append(schema.getName()).append("\n\n").append(schema.getDoc());
        text.append("\n\n| field | type | default | meaning |\n|---|---|---|---|\n");
        for (Schema.Field field : schema.getFields()) {
            note(field.schema());
            text.append("| `")
                    .append(field.name())
                    .append("` | ")
                    .append(type(field.schema()))
                    .append(" | `");
            text.append(defaultText(field)).append("` | ").append(field.doc()).append(" |\n");
        }
    }

    private static String defaultText(Schema.Field field) {
        Object value = field.defaultVal();
        if (field.schema().getType() == Schema.Type.RECORD) {
            return "its defaults";
        }
        return value instanceof JsonProperties.Null
                ? "null"
                : value instanceof String string ? "\"" + string + "\"" : String.valueOf(value);
    }

    private static String type(Schema schema) {
        return switch (schema.getType()) {
            case RECORD, ENUM ->
                "[" + schema.getName() + "](#" + schema.getName().toLowerCase(Locale.ROOT) + ")";
            case ARRAY -> "list of " + type(schema.getElementType());
            case UNION -> type(schema.getTypes().getLast()) + " or null";
            case STRING, INT, LONG, DOUBLE, BOOLEAN, MAP, FIXED, BYTES, FLOAT, NULL ->
                schema.getType().getName();
        };
    }

    private void note(Schema schema) {
        switch (schema.getType()) {
            case RECORD -> {
                if (types.putIfAbsent(schema.getName(), schema) == null) {
                    schema.getFields().forEach(field -> note(field.schema()));
                }
            }
            case ENUM -> types.putIfAbsent(schema.getName(), schema);
            case ARRAY -> note(schema.getElementType());
            case UNION -> schema.getTypes().forEach(this::note);
            case STRING, INT, LONG, DOUBLE, BOOLEAN, MAP, FIXED, BYTES, FLOAT, NULL -> {}
        }
    }

    private void shared(StringBuilder text) {
        text.append("\n## Types within values\n");
        List<Schema> sorted = types.values().stream()
                .sorted(Comparator.comparing(Schema::getName))
                .toList();
        for (Schema schema : sorted) {
            if (schema.getType() == Schema.Type.RECORD) {
                fields(schema, text);
            } else {
                text.append("\n### ")
                        .append(schema.getName())
                        .append("\n\n")
                        .append(schema.getDoc())
                        .append(" One of ");
                text.append(schema.getEnumSymbols().stream()
                        .map(symbol -> "`" + symbol + "`")
                        .collect(Collectors.joining(", ")));
                text.append(".\n");
            }
        }
    }
}
