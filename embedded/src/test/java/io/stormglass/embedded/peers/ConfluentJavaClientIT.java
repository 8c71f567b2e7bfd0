package io.stormglass.embedded.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.FlowEvents;
import io.stormglass.embedded.SharedStack;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaMetadata;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.entities.Config;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.entities.SchemaReference;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Confluent's own Java client, as it is relocated inside a Flink connector, against our registry. */
final class ConfluentJavaClientIT {
    private static final AvroSchema ONE = new AvroSchema(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\",\"doc\":\"d\"}]}");
    private static final AvroSchema WITH_DEFAULT = new AvroSchema("{\"type\":\"record\",\"name\":\"R\",\"fields\":["
            + "{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"string\",\"default\":\"\"}]}");
    private static final AvroSchema WITHOUT_DEFAULT = new AvroSchema("{\"type\":\"record\",\"name\":\"R\",\"fields\":["
            + "{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"string\"}]}");

    private String subject = "";

    @BeforeEach
    void nameASubject() {
        subject = SharedStack.uniqueName("confluent");
    }

    /** A client that remembers nothing of what another one asked. */
    private static CachedSchemaRegistryClient client() {
        return new CachedSchemaRegistryClient(SharedStack.endpoints().registryUrl(), 100);
    }

    private static void assertRefused(ThrowingCallable call, int status, int code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RestClientException.class, e -> {
            assertThat(e.getStatus()).isEqualTo(status);
            assertThat(e.getErrorCode()).isEqualTo(code);
        });
    }

    @Test
    void itRegistersAndFindsSchemas() throws Exception {
        int id = client().register(subject, ONE);
        assertThat(client().register(subject, ONE)).isEqualTo(id);
        assertThat(client().getId(subject, ONE)).isEqualTo(id);
        assertThat(client().getVersion(subject, ONE)).isEqualTo(1);
        assertThat(client().getSchemaById(id)).isEqualTo(ONE);
        assertThat(client().getSchemaById(id).canonicalString()).isEqualTo(ONE.canonicalString());
        SchemaMetadata latest = client().getLatestSchemaMetadata(subject);
        assertThat(latest.getId()).isEqualTo(id);
        assertThat(latest.getVersion()).isEqualTo(1);
        assertThat(latest.getSchemaType()).isEqualTo("AVRO");
        assertThat(client().getAllVersions(subject)).containsExactly(1);
        assertThat(client().getAllSubjects()).contains(subject);
        assertThat(client().getAllSubjectsById(id)).contains(subject);
        assertThat(client().getAllSubjectsByPrefix(subject)).containsExactly(subject);
    }

    @Test
    void itFindsOurOwnSchemaTheSameAsOurs() throws Exception {
        AvroSchema ours = new AvroSchema(FlowEvents.getClassSchema().toString());
        int id = client().register(subject, ours);
        assertThat(client().getSchemaById(id).rawSchema()).isEqualTo(ours.rawSchema());
        assertThat(ours.canonicalString())
                .as("canonical text")
                .isEqualTo(FlowEvents.getClassSchema().toString());
    }

    @Test
    void itIsRefusedWithTheErrorCodesThatItKnows() throws Exception {
        client().register(subject, ONE);
        assertRefused(() -> client().register(subject, WITHOUT_DEFAULT), 409, 409);
        assertRefused(() -> client().getSchemaMetadata(subject, 9), 404, 40402);
        assertRefused(() -> client().getId(subject, WITH_DEFAULT), 404, 40403);
        assertRefused(() -> client().getAllVersions(subject + "-none"), 404, 40401);
        assertRefused(() -> client().getSchemaById(2_000_000_000), 404, 40403);
        assertRefused(() -> client().getConfig(subject), 404, 40408);
        assertRefused(() -> client().updateConfig(subject, new Config("SIDEWAYS")), 422, 42203);
    }

    @Test
    void itSetsLevelsAndAsksForCompatibility() throws Exception {
        client().register(subject, ONE);
        client().updateConfig(subject, new Config("FULL_TRANSITIVE"));
        assertThat(client().getConfig(subject).getCompatibilityLevel()).isEqualTo("FULL_TRANSITIVE");
        assertThat(client().testCompatibility(subject, WITH_DEFAULT)).isTrue();
        assertThat(client().testCompatibility(subject, WITHOUT_DEFAULT)).isFalse();
        assertThat(client().testCompatibilityVerbose(subject, WITHOUT_DEFAULT))
                .anySatisfy(message -> assertThat(message).contains("READER_FIELD_MISSING_DEFAULT_VALUE"));
        assertThat(client().testCompatibilityVerbose(subject, WITH_DEFAULT)).isEmpty();
        client().deleteConfig(subject);
        assertRefused(() -> client().getConfig(subject), 404, 40408);
    }

    @Test
    void itDeletesSoftlyAndForGood() throws Exception {
        int id = client().register(subject, ONE);
        client().register(subject, WITH_DEFAULT);
        assertThat(client().deleteSchemaVersion(subject, "1", false)).isEqualTo(1);
        assertThat(client().getAllVersions(subject)).containsExactly(2);
        assertThat(client().getAllVersions(subject, true)).containsExactly(1, 2);
        assertThat(client().deleteSubject(subject, false)).containsExactly(2);
        assertThat(client().getAllSubjects()).doesNotContain(subject);
        assertThat(client().getSchemaById(id)).isEqualTo(ONE);
        assertThat(client().deleteSubject(subject, true)).containsExactly(1, 2);
        assertThat(client().getAllSubjects(true)).doesNotContain(subject);
    }

    @Test
    void itUsesReferencesAndModes() throws Exception {
        String leaf = "{\"type\":\"record\",\"name\":\"Leaf\",\"namespace\":\"n\",\"fields\":[]}";
        client().register(subject + "-leaf", new AvroSchema(leaf));
        AvroSchema tree = new AvroSchema(
                "{\"type\":\"record\",\"name\":\"Tree\",\"fields\":[{\"name\":\"leaf\",\"type\":\"n.Leaf\"}]}",
                List.of(new SchemaReference("n.Leaf", subject + "-leaf", 1)),
                Map.of("n.Leaf", leaf),
                null);
        int id = client().register(subject, tree);
        assertThat(client().getSchemaById(id).canonicalString()).isEqualTo(tree.canonicalString());
        assertThat(client().setMode("READONLY", subject)).isEqualTo("READONLY");
        assertThat(client().getMode(subject)).isEqualTo("READONLY");
        assertRefused(() -> client().register(subject, ONE), 422, 42205);
        client().deleteMode(subject);
    }

    @Test
    void itSpeaksToASubjectWithASlash() throws IOException, RestClientException {
        int id = client().register(subject + "/a b", ONE);
        assertThat(client().getLatestSchemaMetadata(subject + "/a b").getId()).isEqualTo(id);
    }
}
