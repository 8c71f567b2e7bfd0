package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.stormglass.avro.CcMode;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PriorityPauseState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.StormVictim;
import io.stormglass.embedded.SharedStack;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.registry.RegistryConfig;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.testkit.LocalServer;
import io.stormglass.testkit.PostgresServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture of last year, replayed into VictoriaMetrics, Prometheus and PostgreSQL: there is what the run's topics say. */
final class ReplayStorageIT {
    private static final long START = 1_760_000_000_000_000_000L;
    private static final long MILLION = 1_000_000L;
    private static final String RUN = "storage-" + SharedStack.uniqueName("r").toLowerCase(java.util.Locale.ROOT);
    private static final String PASSWORD = "only-for-this-test";

    @TempDir
    private Path folder;

    private final TopicNaming naming = TopicNaming.replay(RUN);
    private final SchemaRegistryClient registry = new HttpSchemaRegistryClient(
            RegistryConfig.parse(SharedStack.endpoints().registryUrl()));

    @Test
    void whatWasFoundIsKeptWithItsValuesAndItsTimes() throws Exception {
        assumeTrue(LocalServer.isInstalled("victoria-metrics"), "victoria-metrics is not installed (Debian package)");
        assumeTrue(LocalServer.isInstalled("prometheus"), "prometheus is not installed (Debian package)");
        assumeTrue(PostgresServer.isInstalled(), PostgresServer.MISSING);
        try (LocalServer victoria = LocalServer.victoriaMetrics(folder, "100y").start();
                LocalServer prometheus = LocalServer.prometheus(folder, "10y").start();
                PostgresServer postgres = new PostgresServer(PASSWORD).start()) {
            CommandRun run = replay(victoria, prometheus, postgres);
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("sent remote-write", "kept postgres")
                    .doesNotContain("refused", "lost", PASSWORD);

            SortedMap<String, Double> expected = pausedRatios();
            assertThat(expected).hasSizeGreaterThan(20);
            assertThat(inVictoria(victoria)).isEqualTo(expected);
            assertThat(inPrometheus(prometheus)).isEqualTo(expected);
            assertRows(postgres, run.json());
        }
    }

    private CommandRun replay(LocalServer victoria, LocalServer prometheus, PostgresServer postgres)
            throws IOException {
        Path capture = StormCapture.oneHost().write(folder.resolve("storm.pcapng"), START);
        Path links = StormCapture.oneHost().writeLinks(folder.resolve("links.yaml"));
        Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        return CommandRun.of(
                "replay",
                capture.toString(),
                "--links",
                links.toString(),
                "--json",
                "--keep",
                "--run-id",
                RUN,
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers(),
                "--schema-registry",
                SharedStack.endpoints().registryUrl(),
                "--sinks",
                "remote-write=" + victoria.url() + "/api/v1/write,remote-write=" + prometheus.url()
                        + "/api/v1/write,postgres=" + postgres.url(),
                "--postgres-user",
                PostgresServer.USER,
                "--postgres-password",
                password.toString());
    }

    /** Key: device, port, priority, direction, ms. */
    private SortedMap<String, Double> pausedRatios() {
        SortedMap<String, Double> ratios = new TreeMap<>();
        for (PortState state : all(Topic.PORT_STATES, PortState.class)) {
            for (PriorityPauseState pause : state.getPauses()) {
                ratios.put(
                        String.join(
                                " ",
                                state.getDevice(),
                                state.getPort(),
                                String.valueOf(pause.getPriority()),
                                pause.getDirection().name().toLowerCase(java.util.Locale.ROOT),
                                String.valueOf(state.getAtNanos() / MILLION)),
                        pause.getPausedRatio());
            }
        }
        return ratios;
    }

    private static String key(JsonNode labels, long millis) {
        assertThat(labels.get("run_id").asText()).isEqualTo(RUN);
        assertThat(labels.get("fabric").asText()).isNotEmpty();
        return String.join(
                " ",
                labels.get("device").asText(),
                labels.get("port").asText(),
                labels.get("priority").asText(),
                labels.get("direction").asText(),
                String.valueOf(millis));
    }

    private static String selector() {
        return "stormglass_port_paused_ratio{run_id=\"" + RUN + "\"}";
    }

    private static SortedMap<String, Double> inVictoria(LocalServer victoria) throws IOException {
        victoria.get("/internal/force_flush");
        SortedMap<String, Double> found = new TreeMap<>();
        String lines = victoria.get("/api/v1/export?match[]=".replace("[]", "%5B%5D") + encoded(selector()) + "&start="
                + START / MILLION / 1000);
        for (String line : lines.lines().toList()) {
            JsonNode series = new CommandRun(0, line, "").json();
            for (int i = 0; i < series.get("values").size(); i++) {
                found.put(
                        key(
                                series.get("metric"),
                                series.get("timestamps").get(i).asLong()),
                        series.get("values").get(i).asDouble());
            }
        }
        return found;
    }

    private static SortedMap<String, Double> inPrometheus(LocalServer prometheus) throws IOException {
        SortedMap<String, Double> found = new TreeMap<>();
        String answer = prometheus.get(
                "/api/v1/query?query=" + encoded(selector() + "[1h]") + "&time=" + (START / MILLION / 1000 + 3000));
        for (JsonNode series : new CommandRun(0, answer, "").json().get("data").get("result")) {
            for (JsonNode sample : series.get("values")) {
                found.put(
                        key(series.get("metric"), Math.round(sample.get(0).asDouble() * 1000)),
                        Double.valueOf(sample.get(1).asText()));
            }
        }
        return found;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void assertRows(PostgresServer postgres, JsonNode report) throws Exception {
        Map<String, StormIncident> incidents = new LinkedHashMap<>();
        all(Topic.STORM_INCIDENTS, StormIncident.class)
                .forEach(incident -> incidents.put(incident.getIncidentId(), incident));
        assertThat(incidents).hasSize(report.get("incidents").size()).isNotEmpty();
        try (Connection connection = DriverManager.getConnection(postgres.url(), PostgresServer.USER, PASSWORD);
                Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = stormglass");
            assertThat(rows(
                            statement,
                            "SELECT incident_id, state, cause, origin_entity, opened_nanos, resolved_nanos,"
                                    + " changed_nanos, array_to_string(path, ' '),"
                                    + " round(extract(epoch from opened_at) * 1000000)::bigint - opened_nanos / 1000"
                                    + " FROM incident WHERE run_id = '" + RUN + "' ORDER BY 1"))
                    .containsExactlyInAnyOrderElementsOf(incidents.values().stream()
                            .map(incident -> String.join(
                                    "|",
                                    incident.getIncidentId(),
                                    word(incident.getState()),
                                    word(incident.getCause()),
                                    incident.getOriginEntity(),
                                    String.valueOf(incident.getOpenedNanos()),
                                    String.valueOf(incident.getResolvedNanos()),
                                    String.valueOf(incident.getChangedNanos()),
                                    String.join(" ", incident.getPath()),
                                    "0"))
                            .toList());
            assertThat(rows(
                            statement,
                            "SELECT incident_id, device, port, priority, opened_nanos, cleared_nanos"
                                    + " FROM incident_port WHERE run_id = '" + RUN
                                    + "' ORDER BY incident_id, position"))
                    .containsExactlyInAnyOrderElementsOf(incidents.values().stream()
                            .flatMap(incident ->
                                    incident.getPorts().stream().map(port -> portRow(incident.getIncidentId(), port)))
                            .toList());
            assertThat(rows(
                            statement,
                            "SELECT incident_id, kind, name, words FROM incident_victim WHERE run_id = '" + RUN + "'"))
                    .containsExactlyInAnyOrderElementsOf(incidents.values().stream()
                            .flatMap(incident -> incident.getVictims().stream()
                                    .map(victim -> victimRow(incident.getIncidentId(), victim)))
                            .toList());
            assertThat(rows(statement, "SELECT count(*) FROM incident_edge WHERE run_id = '" + RUN + "'"))
                    .containsExactly(String.valueOf(incidents.values().stream()
                            .mapToLong(
                                    incident -> Math.max(0, incident.getPath().size() - 1))
                            .sum()));
            assertThat(rows(
                            statement,
                            "SELECT rack, at_nanos, flows, dominant_class FROM cc_mode WHERE run_id = '" + RUN + "'"))
                    .containsExactlyInAnyOrderElementsOf(all(Topic.CC_MODES, CcMode.class).stream()
                            .map(mode -> String.join(
                                    "|",
                                    mode.getRack(),
                                    String.valueOf(mode.getAtNanos()),
                                    String.valueOf(mode.getFlows()),
                                    mode.getDominantClass()))
                            .distinct()
                            .toList());
        }
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    private static String portRow(String incidentId, StormPort port) {
        return String.join(
                "|",
                incidentId,
                port.getDevice(),
                port.getPort(),
                String.valueOf(port.getPriority()),
                String.valueOf(port.getOpenedNanos()),
                String.valueOf(port.getClearedNanos()));
    }

    private static String victimRow(String incidentId, StormVictim victim) {
        return String.join("|", incidentId, victim.getKind(), victim.getName(), victim.getText());
    }

    private static List<String> rows(Statement statement, String sql) throws Exception {
        List<String> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery(sql)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(String.valueOf(found.getString(i)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    private <T extends SpecificRecord> List<T> all(Topic topic, Class<T> type) {
        AvroDeserializer<T> values = new AvroDeserializer<>(type, registry);
        String name = naming.topic(topic);
        List<T> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        SharedStack.endpoints().bootstrapServers(),
                        "isolation.level",
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(info -> new TopicPartition(name, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (!ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    T value = values.deserialize(name, record.value());
                    if (value != null && record.headers().lastHeader(RecordHeaders.MARK) == null) {
                        found.add(value);
                    }
                });
            }
        }
        return found;
    }
}
