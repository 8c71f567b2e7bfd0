package io.stormglass.embedded.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.PortEvents;
import io.stormglass.embedded.SharedStack;
import io.stormglass.schemas.registry.CompatibilityLevel;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegisteredSchema;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import java.time.Duration;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What our client does against any registry. */
abstract class RegistryClientContract {
    private static final Schema ONE = schema("{\"name\":\"a\",\"type\":\"long\"}");
    private static final Schema WITH_DEFAULT =
            schema("{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"string\",\"default\":\"\"}");
    private static final Schema WITHOUT_DEFAULT =
            schema("{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"string\"}");

    private String subject = "";
    private SchemaRegistryClient client = newClient("http://127.0.0.1:9");

    /** Address of the registry under test. */
    abstract String url();

    private static Schema schema(String fields) {
        return new Schema.Parser().parse("{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}");
    }

    private static SchemaRegistryClient newClient(String url) {
        return new HttpSchemaRegistryClient(
                RegistryConfig.parse(url).withTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(60)));
    }

    @BeforeEach
    void connect() {
        client.close();
        client = newClient(url());
        subject = SharedStack.uniqueName("contract");
        client.setCompatibility(CompatibilityLevel.BACKWARD);
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void aSchemaIsRegisteredOnceAndFoundByIdVersionAndText() {
        int id = client.register(subject, ONE);
        try (SchemaRegistryClient other = newClient(url())) {
            assertThat(other.register(subject, ONE)).isEqualTo(id);
            assertThat(other.register(subject + "-other", ONE)).isEqualTo(id);
        }
        try (SchemaRegistryClient other = newClient(url())) {
            assertThat(other.byId(id)).isEqualTo(ONE);
            assertThat(other.latest(subject)).isEqualTo(new RegisteredSchema(subject, 1, id, ONE));
            assertThat(other.version(subject, 1)).isEqualTo(new RegisteredSchema(subject, 1, id, ONE));
            assertThat(other.versions(subject)).containsExactly(1);
            assertThat(other.lookup(subject, ONE)).contains(new RegisteredSchema(subject, 1, id, ONE));
            assertThat(other.lookup(subject, WITH_DEFAULT)).isEmpty();
            assertThat(other.lookup(subject + "-none", ONE)).isEmpty();
            assertThat(other.subjects()).contains(subject, subject + "-other");
        }
    }

    @Test
    void whatTheLevelForbidsIsRefusedAndTheCheckSaysSoBefore() {
        client.register(subject, ONE);
        assertThat(client.check(subject, WITH_DEFAULT).compatible()).isTrue();
        assertThat(client.check(subject, WITHOUT_DEFAULT).compatible()).isFalse();
        assertThat(client.check(subject + "-none", ONE).compatible()).isTrue();
        assertThatThrownBy(() -> client.register(subject, WITHOUT_DEFAULT))
                .isInstanceOf(RegistryException.Incompatible.class)
                .hasMessageContaining(subject);
        client.setCompatibility(subject, CompatibilityLevel.NONE);
        assertThat(client.compatibility(subject)).contains(CompatibilityLevel.NONE);
        client.register(subject, WITHOUT_DEFAULT);
        assertThat(client.versions(subject)).containsExactly(1, 2);
        assertThat(client.compatibility()).isEqualTo(CompatibilityLevel.BACKWARD);
    }

    @Test
    void whatIsMissingIsToldApartFromWhatCannotBeAsked() {
        assertThatThrownBy(() -> client.byId(2_000_000_000)).isInstanceOf(RegistryException.SchemaNotFound.class);
        assertThatThrownBy(() -> client.latest(subject)).isInstanceOf(RegistryException.SubjectNotFound.class);
        assertThatThrownBy(() -> client.versions(subject)).isInstanceOf(RegistryException.SubjectNotFound.class);
        client.register(subject, ONE);
        assertThatThrownBy(() -> client.version(subject, 9)).isInstanceOf(RegistryException.VersionNotFound.class);
    }

    @Test
    void aDeletedSubjectIsGoneButItsIdStaysReadable() {
        int id = client.register(subject, ONE);
        assertThat(client.delete(subject)).containsExactly(1);
        try (SchemaRegistryClient other = newClient(url())) {
            assertThat(other.subjects()).doesNotContain(subject);
            assertThat(other.byId(id)).isEqualTo(ONE);
        }
    }

    @Test
    void aSubjectMayHoldASlash() {
        int id = client.register(subject + "/a b", ONE);
        assertThat(client.latest(subject + "/a b").id()).isEqualTo(id);
    }

    @Test
    void ourOwnRecordsAreReadBackThroughIt() {
        int flowId = client.register(subject + "-flow-value", FlowEvents.getClassSchema());
        int portId = client.register(subject + "-port-value", PortEvents.getClassSchema());
        try (SchemaRegistryClient other = newClient(url());
                var flows = new AvroSerializer<>(FlowEvents.class, flowId);
                var ports = new AvroSerializer<>(PortEvents.class, portId);
                var readFlows = new AvroDeserializer<>(FlowEvents.class, other);
                var readPorts = new AvroDeserializer<>(PortEvents.class, other)) {
            Samples.flows()
                    .values()
                    .forEach(each -> assertThat(readFlows.deserialize("t", flows.serialize("t", each)))
                            .isEqualTo(each));
            Samples.ports()
                    .values()
                    .forEach(each -> assertThat(readPorts.deserialize("t", ports.serialize("t", each)))
                            .isEqualTo(each));
        }
    }
}
