package io.stormglass.streams.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.avro.PortState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.streams.http.Call;
import io.stormglass.streams.http.HttpCounters;
import io.stormglass.streams.http.HttpService;
import io.stormglass.streams.http.HttpSettings;
import io.stormglass.streams.http.Route;
import io.stormglass.streams.view.Kind;
import io.stormglass.streams.view.TestView;
import io.stormglass.streams.view.ViewSettings;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The API over a real server. */
class ApiTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_772_359_200L * SECOND;
    private static final String KEY = "f/leaf1/Ethernet1/1";

    private final TestView test = new TestView(ViewSettings.DEFAULT);
    private final Api api = new Api(test.view(), () -> true);
    private final HttpService service = HttpService.start(HttpSettings.loopback(0), api.routes(), new HttpCounters());
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        service.close();
        test.close();
    }

    private JsonNode get(int status, String path) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(service.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(status);
        return JsonMapper.builder().build().readTree(response.body());
    }

    private JsonNode get(String path) throws Exception {
        return get(200, path);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static StormIncident incident(IncidentState state) {
        StormIncident incident = StormIncident.newBuilder().build();
        incident.setIncidentId("i1");
        incident.setState(state);
        return incident;
    }

    private void flow(String key, double rate) {
        FlowState flow = FlowState.newBuilder().build();
        flow.setFlow(key);
        flow.setObservedBitsPerSecond(rate);
        flow.setClass$(rate > 10 ? "conforming" : "cc-off");
        test.tell(Kind.FLOWS, key, flow, T0);
    }

    private static SpecificRecord example(Kind kind) {
        return switch (kind) {
            case INCIDENTS -> incident(IncidentState.OPEN);
            case RECOMMENDATIONS -> EcnRecommendation.newBuilder().build();
            case PORTS -> PortState.newBuilder().build();
            case LINKS -> FabricLink.newBuilder().build();
            case FLOWS -> FlowState.newBuilder().build();
            case FINDINGS -> Finding.newBuilder().build();
            case QUALITY -> TelemetryQuality.newBuilder().build();
            case MAINTENANCE -> MaintenanceWindow.newBuilder().build();
            case MODES -> CcMode.newBuilder().build();
        };
    }

    @Test
    void everyPathOfTheDescriptionIsAnsweredAsDescribedAndNoOtherIs() throws Exception {
        for (Kind kind : Kind.values()) {
            test.tell(kind, KEY, example(kind), T0);
        }
        JsonNode document = get(Api.OPENAPI);
        SchemaCheck check = new SchemaCheck(document);
        for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
            if (path.getKey().equals(Api.EVENTS)) {
                continue;
            }
            String asked = path.getKey().replace("{key}", encoded(KEY)).replace("{kind}", "ports");
            JsonNode schema = path.getValue().at("/get/responses/200/content/application~1json/schema");
            JsonNode answer = get(asked);
            assertThat(check.faults(schema, answer)).as(asked).isEmpty();
            assertThat(answer.path("items").size()).as(asked).isEqualTo(answer.has("items") ? 1 : 0);
        }
        assertThat(check.faults(document.at("/components/schemas/Problem"), get(404, "/api/v1/ports/none")))
                .isEmpty();
        Set<String> described = new TreeSet<>();
        document.get("paths").fieldNames().forEachRemaining(path -> described.add(path.replaceAll("\\{.*", "")));
        Set<String> answered = new TreeSet<>();
        api.routes().forEach(route -> answered.add(route.path()));
        assertThat(described).isEqualTo(answered);
    }

    @Test
    void everyParameterOfTheDescriptionIsUnderstood() throws Exception {
        flow("a", 1);
        for (JsonNode parameter : get(Api.OPENAPI).at("/paths/~1api~1v1~1flows/get/parameters")) {
            String name = parameter.get("name").asText();
            if (!name.equals(Question.CURSOR)) {
                String value =
                        switch (name) {
                            case Question.AT -> String.valueOf(T0);
                            case Question.LIMIT -> "1";
                            case Question.SORT -> parameter.at("/schema/enum/0").asText();
                            default -> "x";
                        };
                assertThat(get("/api/v1/flows?" + name + "=" + value).has("items"))
                        .isTrue();
            }
        }
    }

    @Test
    void aCheckOfTheDescriptionFailsWhereItShould() throws Exception {
        JsonNode document = get(Api.OPENAPI);
        JsonNode answer = get("/api/v1/ports");
        assertThat(new SchemaCheck(document).faults(document.at("/components/schemas/FlowStateItem"), answer))
                .isNotEmpty();
    }

    @Test
    void pagesHaveEveryItemOnceAndTheGreatestFirst() throws Exception {
        for (int i = 0; i < 25; i++) {
            flow("flow-" + i, i % 7);
        }
        List<String> keys = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            JsonNode page = get("/api/v1/flows?limit=10&sort=-observedBitsPerSecond" + cursor);
            assertThat(page.get("total").asInt()).isEqualTo(25);
            page.get("items").forEach(item -> {
                keys.add(item.get("key").asText());
                rates.add(item.at("/value/observedBitsPerSecond").asDouble());
            });
            // What changes before the place of the cursor changes nothing behind it.
            flow("flow-6", 100);
            cursor = page.get("next").isNull()
                    ? null
                    : "&cursor=" + page.get("next").asText();
        }
        assertThat(keys).hasSize(25).doesNotHaveDuplicates();
        assertThat(rates).isSortedAccordingTo((one, other) -> Double.compare(other, one));
    }

    @Test
    void listsAreSearchedAndFiltered() throws Exception {
        flow("f|10.0.0.1|10.0.0.2|7", 50);
        flow("f|10.0.0.3|10.0.0.2|8", 5);
        flow("f|10.0.0.9|10.0.0.8|9", 60);

        assertThat(get("/api/v1/flows?q=10.0.0.2").get("total").asInt()).isEqualTo(2);
        assertThat(get("/api/v1/flows?class=conforming").get("total").asInt()).isEqualTo(2);
        assertThat(get("/api/v1/flows?class=conforming&q=10.0.0.2")
                        .at("/items/0/key")
                        .asText())
                .isEqualTo("f|10.0.0.1|10.0.0.2|7");
        assertThat(get("/api/v1/flows?sort=-observedBitsPerSecond&limit=1")
                        .at("/items/0/key")
                        .asText())
                .isEqualTo("f|10.0.0.9|10.0.0.8|9");
        test.tell(Kind.INCIDENTS, "i1", incident(IncidentState.OPEN), T0);
        assertThat(get("/api/v1/incidents?state=open").get("total").asInt()).isEqualTo(1);
        assertThat(get("/api/v1/incidents?state=resolved").get("total").asInt()).isZero();
    }

    @Test
    void whatWasBeforeIsAnsweredAsItWas() throws Exception {
        test.tell(Kind.INCIDENTS, "i1", incident(IncidentState.OPEN), T0);
        test.tell(Kind.INCIDENTS, "i1", incident(IncidentState.RESOLVED), T0 + 60 * SECOND);

        assertThat(get("/api/v1/incidents/i1").at("/value/state").asText()).isEqualTo("resolved");
        assertThat(get("/api/v1/incidents/i1?at=" + (T0 + SECOND))
                        .at("/value/state")
                        .asText())
                .isEqualTo("open");
        assertThat(get("/api/v1/incidents?at=2026-03-01T10:00:30Z")
                        .at("/items/0/value/state")
                        .asText())
                .isEqualTo("open");
        assertThat(get("/api/v1/incidents?at=" + (T0 - 1)).get("total").asInt()).isZero();
        assertThat(get("/api/v1/history/incidents/i1").get("total").asInt()).isEqualTo(2);
        assertThat(get("/api/v1/history/incidents/i1?from=" + (T0 + 60 * SECOND))
                        .get("total")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void whatCannotBeAskedIsAProblemThatSaysWhatCan() throws Exception {
        flow("a", 1);
        flow("b", 2);
        String cursor = get("/api/v1/flows?limit=1").get("next").asText();

        assertThat(get(400, "/api/v1/flows?colour=red").get("detail").asText())
                .contains("colour")
                .contains("class");
        assertThat(get(400, "/api/v1/flows?sort=class").get("detail").asText()).contains("observedBitsPerSecond");
        get(400, "/api/v1/flows?limit=0");
        get(400, "/api/v1/flows?limit=1001");
        get(400, "/api/v1/flows?limit=many");
        get(400, "/api/v1/flows?at=yesterday");
        get(400, "/api/v1/flows?at=99999999999999999999999");
        get(400, "/api/v1/flows?cursor=nonsense");
        get(400, "/api/v1/flows?cursor=" + cursor + "&sort=-packets");
        get(404, "/api/v1/flows/c");
        get(404, "/api/v1/history/colours/red");
        get(400, "/api/v1/events?kinds=colours");
        get(400, "/api/v1/runs?x=1");
    }

    @Test
    void beyondMemoryItIsSaidWhereItBegins() throws Exception {
        try (TestView small = new TestView(ViewSettings.DEFAULT.withHistoryBytes(1 << 20));
                HttpService other = HttpService.start(
                        HttpSettings.loopback(0), new Api(small.view(), () -> true).routes(), new HttpCounters())) {
            for (int i = 0; i < 200; i++) {
                small.write(Kind.FINDINGS, "a", Finding.newBuilder().build(), T0 + i * SECOND);
            }
            small.awaitRead();
            long since = small.view().sinceNanos(Kind.FINDINGS);
            assertThat(since).isPositive();
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(URI.create(other.address() + "/api/v1/findings?at=" + (since - 1)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.body()).contains(String.valueOf(since));
        }
    }

    @Test
    void changesAreToldAsTheyCome() throws Exception {
        HttpResponse<InputStream> stream = client.send(
                HttpRequest.newBuilder(URI.create(service.address() + Api.EVENTS))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("retry: 3000");
            assertThat(lines.readLine()).isEqualTo("event: hello");
            flow("not asked for", 1);
            test.tell(Kind.INCIDENTS, "i1", incident(IncidentState.OPEN), T0);
            test.withdraw(Kind.INCIDENTS, "i1", T0 + SECOND);
            List<String> heard = new ArrayList<>();
            while (!String.join("", heard).contains("\"value\":null")) {
                heard.add(lines.readLine());
            }
            assertThat(heard).contains("event: incidents").noneMatch(line -> line.contains("flows"));
            assertThat(heard.getLast()).startsWith("data: {\"key\":\"i1\"");
        }
    }

    @Test
    void aClientThatIsTooSlowIsToldToLoadTheListsAnew() throws Exception {
        Events events = new Events(test.view(), 3);
        try (Route.Stream slow = events.open(new Call("", Map.of(Events.KINDS, "flows"), ""))) {
            assertThat(slow.next()).contains("hello");
            flow("a", 1);
            flow("a", 2);
            flow("b", 1);
            assertThat(slow.next()).as("only the newest of each key").containsOnlyOnce("\"key\":\"a\"");
            for (String key : new String[] {"a", "b", "c", "d"}) {
                flow(key, 3);
            }
            assertThat(slow.next()).startsWith("event: resync");
            assertThat(events.lost()).isEqualTo(4);
            flow("e", 1);
            assertThat(slow.next()).contains("\"key\":\"e\"");
        }
    }
}
