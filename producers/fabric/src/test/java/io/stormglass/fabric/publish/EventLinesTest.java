package io.stormglass.fabric.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventLinesTest {
    private static List<JsonNode> lines(List<ScheduledFault> faults) throws IOException {
        StringWriter text = new StringWriter();
        long written;
        try (EventLines lines = new EventLines(text)) {
            FabricSource.start(
                            Scenarios.incast(Scenarios.quick(), faults, 50), 1, FabricSource.DEFAULT_START_NANOS, lines)
                    .runToEnd();
            written = lines.lines();
        }
        // What is written leaves when it is closed.
        assertThat(written).isEqualTo(text.toString().lines().count());
        List<JsonNode> nodes = new ArrayList<>();
        for (String line : text.toString().lines().toList()) {
            nodes.add(JsonMapper.builder().build().readTree(line));
        }
        return nodes;
    }

    @Test
    void eachLineIsABatchWithItsAgentAndEvents() throws IOException {
        List<JsonNode> lines = lines(List.of());
        assertThat(lines).hasSizeGreaterThan(30).allSatisfy(line -> {
            assertThat(line.path("topic").asText()).isIn("flow-events", "port-events");
            assertThat(line.path("agentId").asText()).isNotEmpty();
            assertThat(line.path("events")).isNotEmpty();
        });
        JsonNode flow = lines.stream()
                .filter(line -> line.path("topic").asText().equals("flow-events"))
                .findFirst()
                .orElseThrow();
        assertThat(flow.path("key").asText()).matches("emulated\\|10\\.0\\.0\\.\\d\\|10\\.0\\.0\\.4\\|\\d+");
        assertThat(flow.path("events").get(0).path("kind").asText()).isIn("SENT", "CE_MARKED", "RTT_SAMPLE");
        JsonNode port = lines.stream()
                .filter(line -> line.path("agentId").asText().equals("switch-switch-0"))
                .findFirst()
                .orElseThrow();
        assertThat(port.path("link").path("peerDevice").asText()).startsWith("host-");
        assertThat(port.path("events").get(0).has("refreshedNanos")).isTrue();
        // A value that was not read is no 0.
        assertThat(port.toString()).doesNotContain("null").doesNotContain("\"pieceBytes\"");
        JsonNode marking = port.path("link").path("settings").path("markings").path(0);
        assertThat(marking.path("object").asText()).isEqualTo("AZURE_LOSSLESS");
        assertThat(marking.path("unit").asText()).isEqualTo("bytes");
        assertThat(marking.path("maximum").asLong()).isPositive();
        JsonNode buffer = port.path("link").path("settings").path("buffers").path(0);
        assertThat(buffer.path("sharedBytes").asLong()).isPositive();
        assertThat(buffer.path("reserveBytes").asLong()).isEqualTo(4096);
    }

    @Test
    void aRepeatedBatchStandsTwice() throws IOException {
        List<JsonNode> lines =
                lines(List.of(new ScheduledFault(new Fault.DuplicatedTelemetry(4), 0, 50 * Picos.PER_MILLI)));
        List<JsonNode> repeated = lines.stream()
                .filter(line -> line.path("agentId").asText().equals("switch-switch-0"))
                .toList();
        assertThat(repeated).isNotEmpty();
        for (int i = 0; i + 1 < repeated.size(); i += 2) {
            assertThat(repeated.get(i)).isEqualTo(repeated.get(i + 1));
        }
    }
}
