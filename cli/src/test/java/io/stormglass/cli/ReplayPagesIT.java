package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.stormglass.embedded.SharedStack;
import io.stormglass.testkit.AlertmanagerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code replay --page} tells others of a storm: what its own report says, and nothing without {@code --page}. */
final class ReplayPagesIT {
    private static final long START = 1_760_000_000_000_000_000L;
    private static final String SECRET = "s3cret";

    @TempDir
    private Path folder;

    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private HttpServer server = unbound();

    /** What was posted. */
    private record Post(String signature, String delivery, String body) {
        static Post of(HttpExchange exchange) throws IOException {
            return new Post(
                    String.valueOf(exchange.getRequestHeaders().getFirst("Stormglass-Signature")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Stormglass-Delivery")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        }

        JsonNode json() {
            return new CommandRun(0, body, "").json();
        }

        long seconds() {
            return Long.parseLong(signature.substring("t=".length(), signature.indexOf(',')));
        }
    }

    private static HttpServer unbound() {
        try {
            return HttpServer.create();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", exchange -> {
            try (exchange) {
                posts.add(Post.of(exchange));
                exchange.sendResponseHeaders(204, -1);
            }
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private CommandRun replay(StormCapture storm, String... options) throws IOException {
        Path capture = storm.write(folder.resolve("storm.pcapng"), START);
        Path links = storm.writeLinks(folder.resolve("links.yaml"));
        List<String> arguments = new ArrayList<>(List.of(
                "replay",
                capture.toString(),
                "--links",
                links.toString(),
                "--json",
                "--bootstrap-servers",
                SharedStack.endpoints().bootstrapServers(),
                "--schema-registry",
                SharedStack.endpoints().registryUrl()));
        arguments.addAll(List.of(options));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    private String[] toWebhook() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), SECRET + "\n");
        return new String[] {
            "--sinks",
            "webhook=http://127.0.0.1:" + server.getAddress().getPort() + "/hook",
            "--webhook-secret",
            secret.toString()
        };
    }

    /** As somebody would who has only read the documentation. */
    private static String signed(long seconds, String body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] code = mac.doFinal((seconds + "." + body).getBytes(StandardCharsets.UTF_8));
        return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(code);
    }

    @Test
    void theWebhookIsToldOfEveryIncidentThatPagedAsTheReportHasIt() throws Exception {
        CommandRun run = replay(
                StormCapture.oneHost().lasting(4_000 * StormCapture.MS),
                Stream.concat(Stream.of("--page"), Stream.of(toWebhook())).toArray(String[]::new));

        Map<String, JsonNode> newest = new LinkedHashMap<>();
        for (Post post : posts) {
            assertThat(post.signature()).isEqualTo(signed(post.seconds(), post.body()));
            assertThat(post.seconds())
                    .isBetween(
                            Instant.now().getEpochSecond() - 300, Instant.now().getEpochSecond());
            newest.put(post.json().get("id").asText(), post.json());
        }
        assertThat(posts).extracting(Post::delivery).doesNotHaveDuplicates();
        List<JsonNode> paged = new ArrayList<>();
        run.json().get("incidents").forEach(incident -> {
            if (!incident.get("page").isNull()) {
                paged.add(incident);
            }
        });
        assertThat(paged).hasSize(1);
        assertThat(newest.keySet()).containsExactly(paged.getFirst().get("id").asText());
        JsonNode told = newest.values().iterator().next();
        JsonNode reported = paged.getFirst();
        reported.fieldNames()
                .forEachRemaining(field -> assertThat(told.get(field)).as(field).isEqualTo(reported.get(field)));
        assertThat(told.get("runId").asText()).isEqualTo(run.json().get("runId").asText());
        assertThat(told.get("state").asText()).isEqualTo("resolved");
    }

    @Test
    void withoutPageTheWebhookIsToldNothing() throws IOException {
        CommandRun run = replay(StormCapture.oneHost().lasting(4_000 * StormCapture.MS), toWebhook());
        assertThat(run.json().get("incidents").get(0).get("page").isNull()).isFalse();
        assertThat(run.err()).contains("a replay pages nobody without --page");
        assertThat(posts).isEmpty();
    }

    @Test
    void aRealAlertmanagerHoldsTheAlertOfAStormThatIsOpenAtTheEnd() throws Exception {
        assumeTrue(AlertmanagerProcess.isInstalled(), AlertmanagerProcess.MISSING);
        String shipped = Files.readString(Path.of(System.getProperty("stormglass.root"), "docker", "alertmanager.yml"));
        try (AlertmanagerProcess alertmanager = new AlertmanagerProcess(folder, shipped).start()) {
            CommandRun run = replay(
                    StormCapture.oneHost().lasting(4_000 * StormCapture.MS).upToTheEnd(),
                    "--page",
                    "--sinks",
                    "alertmanager=" + alertmanager.url());
            JsonNode incident = run.json().get("incidents").get(0);
            assertThat(incident.get("state").asText()).isEqualTo("open");
            JsonNode alerts = JsonMapper.builder().build().readTree(alertmanager.get("/api/v2/alerts"));
            assertThat(alerts).hasSize(1);
            JsonNode labels = alerts.get(0).get("labels");
            assertThat(labels.get("run").asText())
                    .isEqualTo(run.json().get("runId").asText());
            incident.get("page")
                    .get("labels")
                    .properties()
                    .forEach(label -> assertThat(labels.path(label.getKey()).asText())
                            .as(label.getKey())
                            .isEqualTo(label.getValue().asText()));
            assertThat(Instant.parse(alerts.get(0).get("startsAt").asText()))
                    .isEqualTo(
                            Instant.ofEpochSecond(0, incident.get("openedNanos").asLong()));
            assertThat(alerts.get(0).at("/annotations/incident").asText())
                    .isEqualTo(incident.get("id").asText());
        }
    }
}
