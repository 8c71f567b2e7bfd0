package io.stormglass.embedded.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client that shares no code with us, in a process of its own: one request in, one answer out, both JSON. */
enum Peer {
    /** Confluent's client for Python. */
    PYTHON,
    /** Confluent's registry client for JavaScript, with kafkajs. */
    NODE;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Directory that {@code src/test/peers/install} fills. */
    private static Path installed() {
        String named = System.getenv("STORMGLASS_PEERS");
        return named == null ? Path.of("target", "peers").toAbsolutePath() : Path.of(named);
    }

    private Path needed() {
        return switch (this) {
            case PYTHON -> installed().resolve("python/lib");
            case NODE -> installed().resolve("node/node_modules/kafkajs");
        };
    }

    private List<String> command() {
        Path scripts = Path.of("src", "test", "peers").toAbsolutePath();
        return switch (this) {
            case PYTHON ->
                List.of(
                        installed().resolve("python/bin/python").toString(),
                        scripts.resolve("python/peer.py").toString());
            case NODE -> List.of("node", scripts.resolve("node/peer.js").toString());
        };
    }

    /** Skips the test where this peer is not installed. */
    void assumeInstalled() {
        assumeTrue(
                Files.exists(needed()),
                () -> "peer " + this + " is not installed: there is no " + needed()
                        + "; run embedded/src/test/peers/install");
    }

    static ObjectNode request(String what) {
        return JSON.createObjectNode().put("do", what);
    }

    /** Sends a request and returns the answer; fails with what the peer said if it failed. */
    JsonNode ask(ObjectNode request) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("peer", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command()).redirectError(errors.toFile());
            builder.environment()
                    .put("NODE_PATH", installed().resolve("node/node_modules").toString());
            Process process = builder.start();
            try (var input = process.getOutputStream()) {
                input.write(JSON.writeValueAsBytes(request));
            }
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as("exit code of peer " + this + ", which said: " + Files.readString(errors))
                    .isZero();
            return JSON.readTree(answer);
        } finally {
            Files.delete(errors);
        }
    }
}
