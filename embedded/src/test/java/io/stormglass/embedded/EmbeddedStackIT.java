package io.stormglass.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.embedded.registry.Rest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedStackIT {
    private static final String SCHEMA = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[]}";

    @Test
    void aTemporaryStackServesOnLoopbackAndLeavesNothingBehind() throws Exception {
        Path directory;
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.temporary())) {
            directory = stack.dataDirectory();
            assertThat(stack.endpoints().bootstrapServers()).startsWith("127.0.0.1:");
            assertThat(stack.endpoints().registryUrl()).startsWith("http://127.0.0.1:");
            KafkaProbe.createTopic(stack.bootstrapServers(), "a");
            KafkaProbe.write(stack.bootstrapServers(), "a", 0, List.of("x"));
            assertThat(KafkaProbe.read(stack.bootstrapServers(), "a")).containsExactly("x");
            assertThat(stack.failure()).isEmpty();
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void recordsOfAnyTimeAreTakenAndKept() throws Exception {
        String bootstrap = SharedStack.endpoints().bootstrapServers();
        String topic = SharedStack.uniqueName("any-time");
        KafkaProbe.createTopic(bootstrap, topic);
        KafkaProbe.write(bootstrap, topic, Instant.parse("2001-01-01T00:00:00Z").toEpochMilli(), List.of("old"));
        KafkaProbe.write(bootstrap, topic, Instant.parse("2099-01-01T00:00:00Z").toEpochMilli(), List.of("future"));
        assertThat(KafkaProbe.read(bootstrap, topic)).containsExactly("old", "future");
    }

    @Test
    void topicsRecordsAndSchemasSurviveARestartOnTheSameDirectory(@TempDir Path directory) throws Exception {
        int id;
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.keptIn(directory))) {
            KafkaProbe.createTopic(stack.bootstrapServers(), "kept");
            KafkaProbe.write(stack.bootstrapServers(), "kept", 0, List.of("x", "y"));
            Rest rest = new Rest(stack.registryUrl());
            rest.register("first", "\"long\"");
            id = rest.register("second", SCHEMA);
            rest.put("/config/second", "{\"compatibility\":\"FULL_TRANSITIVE\"}");
        }
        try (EmbeddedStack stack = EmbeddedStack.start(EmbeddedConfig.keptIn(directory))) {
            assertThat(KafkaProbe.read(stack.bootstrapServers(), "kept")).containsExactly("x", "y");
            Rest rest = new Rest(stack.registryUrl());
            assertThat(rest.get("/subjects").text()).isEqualTo("[\"first\",\"second\"]");
            assertThat(rest.get("/schemas/ids/" + id).json().path("schema").asText())
                    .isEqualTo(SCHEMA);
            assertThat(rest.get("/config/second").text()).contains("FULL_TRANSITIVE");
            assertThat(rest.register("third", "\"int\"")).isEqualTo(id + 1);
        }
    }

    @Test
    void aSecondStartOnTheSameDirectoryIsRefusedAndDamagesNothing(@TempDir Path directory) throws Exception {
        try (EmbeddedStack first = EmbeddedStack.start(EmbeddedConfig.keptIn(directory))) {
            KafkaProbe.createTopic(first.bootstrapServers(), "kept");
            assertThatThrownBy(() -> EmbeddedStack.start(EmbeddedConfig.keptIn(directory)))
                    .isInstanceOf(EmbeddedException.class)
                    .hasMessageContaining(directory.toRealPath().toString())
                    .hasMessageContaining("in use by this process")
                    .hasMessageContaining("--data-dir");
            try (ChildProcess other = ChildProcess.start(directory)) {
                assertThat(other.line())
                        .startsWith("REFUSED")
                        .contains("in use by process " + ProcessHandle.current().pid());
                assertThat(other.exitCode()).isEqualTo(3);
            }
            KafkaProbe.write(first.bootstrapServers(), "kept", 0, List.of("still here"));
            assertThat(first.failure()).isEmpty();
        }
        try (EmbeddedStack again = EmbeddedStack.start(EmbeddedConfig.keptIn(directory))) {
            assertThat(KafkaProbe.read(again.bootstrapServers(), "kept")).containsExactly("still here");
        }
    }

    @Test
    void twoStacksInOneJvmShareNothing(@TempDir Path directory) throws Exception {
        try (EmbeddedStack one = EmbeddedStack.start(EmbeddedConfig.keptIn(directory));
                EmbeddedStack two = EmbeddedStack.start(EmbeddedConfig.temporary())) {
            KafkaProbe.createTopic(one.bootstrapServers(), "same");
            KafkaProbe.createTopic(two.bootstrapServers(), "same");
            KafkaProbe.write(one.bootstrapServers(), "same", 0, List.of("one"));
            KafkaProbe.write(two.bootstrapServers(), "same", 0, List.of("two"));
            new Rest(one.registryUrl()).register("s", SCHEMA);
            assertThat(KafkaProbe.read(one.bootstrapServers(), "same")).containsExactly("one");
            assertThat(KafkaProbe.read(two.bootstrapServers(), "same")).containsExactly("two");
            assertThat(new Rest(two.registryUrl()).get("/subjects").text()).isEqualTo("[]");
        }
    }

    @Test
    void aKilledProcessLosesNothingAcknowledgedAndTheNextOneIsThereSoon(@TempDir Path directory) throws Exception {
        try (ChildProcess first = ChildProcess.start(directory)) {
            EmbeddedStack.Endpoints endpoints = first.ready();
            KafkaProbe.createTopic(endpoints.bootstrapServers(), "kept");
            KafkaProbe.write(endpoints.bootstrapServers(), "kept", 0, List.of("x", "y", "z"));
            new Rest(endpoints.registryUrl()).register("s", SCHEMA);
            first.kill();
        }
        long start = System.nanoTime();
        try (ChildProcess second = ChildProcess.start(directory)) {
            EmbeddedStack.Endpoints endpoints = second.ready();
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            System.out.println("ready " + took.toMillis() + " ms after the start that followed a kill");
            assertThat(KafkaProbe.read(endpoints.bootstrapServers(), "kept")).containsExactly("x", "y", "z");
            assertThat(new Rest(endpoints.registryUrl()).get("/subjects").text())
                    .isEqualTo("[\"s\"]");
            second.interrupt();
            assertThat(second.line()).isEqualTo("CLOSED");
            assertThat(second.exitCode()).isEqualTo(128 + 15);
        }
        assertThat(directory.resolve("kafka/.kafka_cleanshutdown"))
                .as("mark of a clean stop")
                .exists();
    }

    @Test
    void aTakenPortIsNamedAndTheDirectoryIsFreeAgain(@TempDir Path directory) throws Exception {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
            int port = taken.getLocalPort();
            EmbeddedConfig config = EmbeddedConfig.keptIn(directory);
            assertThatThrownBy(() -> EmbeddedStack.start(config.withPorts(port, 0)))
                    .isInstanceOf(EmbeddedException.class)
                    .hasMessageContaining("127.0.0.1:" + port);
            assertThatThrownBy(() -> EmbeddedStack.start(config.withPorts(0, port)))
                    .isInstanceOf(EmbeddedException.class)
                    .hasMessageContaining("registry")
                    .hasMessageContaining("127.0.0.1:" + port);
        }
        EmbeddedStack.start(EmbeddedConfig.keptIn(directory)).close();
    }

    @Test
    void aBrokerThatCannotReadItsDataSaysSoAndLetsGoOfTheDirectory(@TempDir Path directory) throws Exception {
        EmbeddedKafka.start(EmbeddedConfig.keptIn(directory)).close();
        Path properties = directory.resolve("kafka/meta.properties");
        String good = Files.readString(properties);
        Files.writeString(properties, good.replace("node.id=1", "node.id=7"));
        assertThatThrownBy(() -> EmbeddedKafka.start(EmbeddedConfig.keptIn(directory)))
                .isInstanceOf(EmbeddedException.class)
                .hasMessageContaining("did not start on " + directory);
        Files.writeString(properties, good);
        EmbeddedKafka.start(EmbeddedConfig.keptIn(directory)).close();
    }
}
