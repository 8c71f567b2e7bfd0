package io.stormglass.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.ParsedSchemaHolder;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.SimpleParsedSchemaHolder;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaMetadata;
import org.junit.jupiter.api.Test;

/** Our client and rules beside Confluent's own. */
final class ConfluentOracleTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theTextThatTellsSchemasApartIsTheSame() {
        for (Topic topic : Topic.withSchema()) {
            String text = String.valueOf(topic.schema());
            assertThat(new AvroSchema(text).canonicalString())
                    .as(topic.shortName())
                    .isEqualTo(text);
            String pretty = SchemaFormatter.format("json/pretty", schema(text));
            assertThat(new AvroSchema(pretty).canonicalString())
                    .isEqualTo(schema(pretty).toString());
        }
    }

    @Test
    void docIsPartOfTheText() {
        String with = "{\"type\":\"record\",\"name\":\"R\",\"doc\":\"x\",\"fields\":[]}";
        String without = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}";
        MemorySchemaRegistry registry = new MemorySchemaRegistry();
        assertThat(registry.register("s", schema(with))).isNotEqualTo(registry.register("s", schema(without)));
        assertThat(new AvroSchema(with).canonicalString()).isNotEqualTo(new AvroSchema(without).canonicalString());
    }

    @Test
    void compatibilityVerdictsAreTheSameAtEveryLevel() {
        int[] verdicts = new int[2];
        Property.check("compatibility verdicts equal Confluent's", 400, random -> {
            List<Schema> before = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                before.add(randomRecord(random));
            }
            Schema candidate = randomRecord(random);
            List<ParsedSchemaHolder> theirs = new ArrayList<>();
            before.forEach(schema -> theirs.add(new SimpleParsedSchemaHolder(new AvroSchema(schema.toString()))));
            for (CompatibilityLevel level : CompatibilityLevel.values()) {
                boolean ours = Compatibility.check(before, candidate, level).compatible();
                boolean expected = new AvroSchema(candidate.toString())
                        .isCompatible(
                                org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry
                                        .CompatibilityLevel.valueOf(level.name()),
                                theirs)
                        .isEmpty();
                assertThat(ours).as(level + " " + before + " then " + candidate).isEqualTo(expected);
                verdicts[ours ? 1 : 0]++;
            }
        });
        assertThat(verdicts[0]).isGreaterThan(100);
        assertThat(verdicts[1]).isGreaterThan(500);
    }

    private static Schema randomRecord(SplittableRandom random) {
        List<String> types = List.of(
                "\"int\"",
                "\"long\"",
                "\"string\"",
                "[\"null\",\"long\"]",
                "{\"type\":\"array\",\"items\":\"int\"}",
                "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"UNKNOWN\",\"A\"],\"default\":\"UNKNOWN\"}",
                "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"UNKNOWN\",\"A\",\"B\"]}");
        List<String> defaults = List.of("0", "0", "\"\"", "null", "[]", "\"UNKNOWN\"", "\"UNKNOWN\"");
        List<String> fields = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            int type = random.nextInt(types.size() + 1);
            boolean enumTwice =
                    type >= 5 && !fields.isEmpty() && fields.getFirst().contains("enum");
            if (type < types.size() && !enumTwice) {
                String defaultValue = random.nextInt(3) > 0 ? ",\"default\":" + defaults.get(type) : "";
                fields.add("{\"name\":\"" + name + "\",\"type\":" + types.get(type) + defaultValue + "}");
            }
        }
        return schema("{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + String.join(",", fields) + "]}");
    }

    @Test
    void bothClientsAskTheSameAndUnderstandTheSame() throws Exception {
        Schema first = schema("{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}");
        Schema second = schema("{\"type\":\"record\",\"name\":\"R\",\"doc\":\"d\",\"fields\":[{\"name\":\"a\","
                + "\"type\":\"int\",\"default\":0}]}");
        Schema bad = schema("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"z\",\"type\":\"int\"}]}");
        try (StubServer mine = new StubServer(new RegistryProtocol());
                StubServer theirs = new StubServer(new RegistryProtocol());
                HttpSchemaRegistryClient client = new HttpSchemaRegistryClient(RegistryConfig.of(mine.address()));
                CachedSchemaRegistryClient oracle =
                        new CachedSchemaRegistryClient(theirs.address().toString(), 100, Map.of())) {
            assertThat(client.register("s-value", first))
                    .isEqualTo(oracle.register("s-value", new AvroSchema(first.toString())));
            assertThat(client.register("s-value", second))
                    .isEqualTo(oracle.register("s-value", new AvroSchema(second.toString())));
            SchemaMetadata latest = oracle.getLatestSchemaMetadata("s-value");
            RegisteredSchema ours = client.latest("s-value");
            assertThat(List.of(ours.version(), ours.id(), ours.schema().toString()))
                    .isEqualTo(List.of(latest.getVersion(), latest.getId(), latest.getSchema()));
            assertThat(client.lookup("s-value", first).map(RegisteredSchema::version))
                    .isEqualTo(Optional.of(oracle.getVersion("s-value", new AvroSchema(first.toString()))));
            assertThat(client.versions("s-value")).isEqualTo(oracle.getAllVersions("s-value"));
            assertThat(client.check("s-value", bad).compatible())
                    .isFalse()
                    .isEqualTo(oracle.testCompatibility("s-value", new AvroSchema(bad.toString())));
            client.setCompatibility("s-value", CompatibilityLevel.NONE);
            oracle.updateCompatibility("s-value", "NONE");
            assertThat(client.compatibility("s-value").map(Enum::name))
                    .isEqualTo(Optional.of(oracle.getCompatibility("s-value")));
            assertThat(client.subjects()).isEqualTo(List.copyOf(oracle.getAllSubjects()));

            assertThat(asked(mine)).isEqualTo(asked(theirs));
            assertThat(mine.requests())
                    .filteredOn(request -> !request.body().isEmpty())
                    .allSatisfy(request ->
                            assertThat(request.contentType()).isEqualTo("application/vnd.schemaregistry.v1+json"));
        }
        try (StubServer server = new StubServer(new RegistryProtocol());
                HttpSchemaRegistryClient client = new HttpSchemaRegistryClient(RegistryConfig.of(server.address()));
                CachedSchemaRegistryClient oracle =
                        new CachedSchemaRegistryClient(server.address().toString(), 100, Map.of())) {
            int id = oracle.register("x-value", new AvroSchema(second.toString()));
            assertThat(client.byId(id).toString()).isEqualTo(second.toString());
            int other = client.register("x-value", first);
            assertThat(oracle.getSchemaById(other).canonicalString()).isEqualTo(first.toString());
        }
    }

    /** Method, path without the version of the compatibility check, and the body's two fields that count. */
    private static List<String> asked(StubServer server) throws Exception {
        List<String> asked = new ArrayList<>();
        for (StubServer.Request request : server.requests()) {
            String body = "";
            if (!request.body().isEmpty()) {
                body = JSON.readTree(request.body()).path("schema").asText()
                        + JSON.readTree(request.body()).path("compatibility").asText();
            }
            asked.add(request.line().replaceAll("/versions/latest$", "/versions") + " " + body);
        }
        return asked;
    }

    private static Schema schema(String text) {
        return new Schema.Parser().parse(text);
    }
}
