package io.stormglass.streams.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.streams.http.Answer;
import io.stormglass.streams.http.Call;
import io.stormglass.streams.http.ProblemException;
import io.stormglass.streams.http.Route;
import io.stormglass.streams.view.Entry;
import io.stormglass.streams.view.Kind;
import io.stormglass.streams.view.View;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What is answered below {@code /api/v1}. */
public final class Api {
    /** Path of everything. */
    static final String BASE = "/api/v1/";

    static final String OPENAPI = BASE + "openapi.json";
    static final String EVENTS = BASE + "events";
    static final String RUNS = BASE + "runs";
    static final String HISTORY = BASE + "history/";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_WAITING = 20_000;

    private final View view;
    private final BooleanSupplier ready;
    private final Events events;
    private final Map<Kind, Fields> fields = new EnumMap<>(Kind.class);

    /**
     * An API.
     *
     * @param ready whether the application runs and restores nothing
     */
    public Api(View view, BooleanSupplier ready) {
        this.view = view;
        this.ready = ready;
        events = new Events(view, MOST_WAITING);
        for (Kind kind : Kind.values()) {
            fields.put(kind, Fields.of(kind.schema()));
        }
    }

    /** Paths and what answers them. */
    public List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            routes.add(Route.guarded(BASE + kind.text(), call -> list(kind, call)));
            routes.add(Route.guarded(BASE + kind.text() + "/", call -> one(kind, call)));
        }
        routes.add(Route.guarded(HISTORY, this::history));
        routes.add(Route.guarded(RUNS, this::runs));
        routes.add(new Route(EVENTS, Route.Access.GUARDED, events));
        byte[] described = OpenApi.document().toString().getBytes(StandardCharsets.UTF_8);
        routes.add(Route.guarded(OPENAPI, call -> Answer.json(described)));
        return routes;
    }

    /** Changes that event streams lost since their clients were too slow. */
    public long eventsLost() {
        return events.lost();
    }

    static Optional<Kind> kind(String word) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.text().equals(word))
                .findFirst();
    }

    static List<String> kindWords() {
        return Arrays.stream(Kind.values()).map(Kind::text).toList();
    }

    private Answer list(Kind kind, Call call) {
        requireCaughtUp();
        Fields ofKind = fields.getOrDefault(kind, new Fields(Map.of(), Map.of()));
        Question question = Question.of(call, ofKind);
        Long at = question.atNanos();
        Question.Page page = question.page(at == null ? view.newest(kind) : at(kind, at));
        ObjectNode json = head(kind);
        if (at == null) {
            json.putNull("atNanos");
        } else {
            json.put("atNanos", at);
        }
        json.put("total", page.total());
        json.put("next", page.next());
        ArrayNode items = json.putArray("items");
        page.items().forEach(entry -> items.add(item(entry)));
        return answer(json);
    }

    private List<Entry> at(Kind kind, long nanos) {
        if (nanos < view.sinceNanos(kind)) {
            throw new ProblemException(
                    404, "what is known of " + kind.text() + " begins at " + view.sinceNanos(kind) + " ns since 1970");
        }
        return view.at(kind, nanos);
    }

    private ObjectNode head(Kind kind) {
        ObjectNode json = NODES.objectNode();
        json.put("runId", view.runId());
        json.put("sinceNanos", view.sinceNanos(kind));
        return json;
    }

    private Answer one(Kind kind, Call call) {
        requireCaughtUp();
        requireOnly(call, List.of(Question.AT));
        Optional<Entry> found = call.parameter(Question.AT)
                .map(Question::nanos)
                .map(at -> at(kind, at).stream()
                        .filter(entry -> entry.key().equals(call.rest()))
                        .findFirst())
                .orElseGet(() -> view.newest(kind, call.rest()));
        return answer(found.map(Api::item)
                .orElseThrow(() -> new ProblemException(
                        404,
                        "nothing is known of '" + call.rest() + "' among the " + kind.text()
                                + "; slashes of a key are written %2F")));
    }

    private Answer history(Call call) {
        requireCaughtUp();
        requireOnly(call, List.of("from", "to"));
        int slash = call.rest().indexOf('/');
        Kind kind = kind(slash < 0 ? call.rest() : call.rest().substring(0, slash))
                .orElseThrow(() ->
                        new ProblemException(404, "the path is " + HISTORY + "KIND/KEY; kinds are " + kindWords()));
        String key = slash < 0 ? "" : call.rest().substring(slash + 1);
        long from = call.parameter("from").map(Question::nanos).orElse(0L);
        long to = call.parameter("to").map(Question::nanos).orElse(Long.MAX_VALUE);
        List<Entry> versions = view.of(kind, key, from, to);
        ObjectNode json = head(kind);
        json.put("total", versions.size());
        ArrayNode items = json.putArray("items");
        // The newest, where there are too many.
        versions.subList(Math.max(0, versions.size() - Question.MOST), versions.size())
                .forEach(entry -> items.add(item(entry)));
        return answer(json);
    }

    private Answer runs(Call call) {
        requireOnly(call, List.of());
        ObjectNode json = NODES.objectNode();
        ObjectNode run = json.putArray("items").addObject();
        run.put("runId", view.runId());
        run.put("ready", ready.getAsBoolean());
        run.put("caughtUp", view.isCaughtUp());
        ArrayNode kinds = run.putArray("kinds");
        for (Kind kind : Kind.values()) {
            ObjectNode one = kinds.addObject();
            one.put("kind", kind.text());
            one.put("keys", view.size(kind));
            one.put("sinceNanos", view.sinceNanos(kind));
            one.put("latestNanos", view.latestNanos(kind));
            one.put("historyBytes", view.historyBytes(kind));
        }
        return answer(json);
    }

    private void requireCaughtUp() {
        if (!view.isCaughtUp()) {
            throw new ProblemException(503, "what was there before the start is still being read; ask again");
        }
    }

    private static void requireOnly(Call call, List<String> known) {
        call.parameters().keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new ProblemException(400, "there is no parameter " + name + "; there are " + known);
                });
    }

    static ObjectNode item(Entry entry) {
        ObjectNode json = NODES.objectNode();
        json.put("key", entry.key());
        json.put("toldNanos", entry.toldNanos());
        json.set("value", RecordJson.of(entry.value()));
        return json;
    }

    private static Answer answer(ObjectNode json) {
        return Answer.json(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
