package io.stormglass.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.stormglass.embedded.registry.LogEntry.VersionStored;
import io.stormglass.embedded.registry.Registry.Deleted;
import io.stormglass.schemas.registry.CompatibilityLevel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The paths of the REST protocol and what each answers. */
final class Routes {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String OPEN = "*";

    private final Registry registry;
    private final List<Route> routes = new ArrayList<>();

    private record Route(String method, List<String> pattern, Function<Call, JsonNode> answer) {
        boolean matches(List<String> path) {
            if (path.size() != pattern.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                if (!pattern.get(i).equals(OPEN) && !pattern.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }

        List<String> arguments(List<String> path) {
            List<String> arguments = new ArrayList<>();
            for (int i = 0; i < path.size(); i++) {
                if (pattern.get(i).equals(OPEN)) {
                    arguments.add(path.get(i));
                }
            }
            return arguments;
        }
    }

    /** A route that fits a request, with the open parts of its path. */
    record Match(Function<Call, JsonNode> answer, List<String> arguments) {}

    Routes(Registry registry) {
        this.registry = registry;
        add("GET", "", call -> JSON.objectNode());
        addSubjects();
        addSchemas();
        addCompatibility();
        addLevels();
        addModes();
    }

    private void add(String method, String pattern, Function<Call, JsonNode> answer) {
        routes.add(new Route(method, pattern.isEmpty() ? List.of() : List.of(pattern.split("/")), answer));
    }

    /**
     * Finds what answers a request.
     *
     * @throws RegistryException 404 for an unknown path, 405 for a method that the path does not have
     */
    Match match(String method, List<String> path) {
        List<Route> fitting = routes.stream().filter(r -> r.matches(path)).toList();
        if (fitting.isEmpty()) {
            throw RegistryException.plain(404, "there is nothing at /" + String.join("/", path));
        }
        return fitting.stream()
                .filter(r -> r.method().equals(method))
                .findFirst()
                .map(r -> new Match(r.answer(), r.arguments(path)))
                .orElseThrow(
                        () -> RegistryException.plain(405, method + " is not possible at /" + String.join("/", path)));
    }

    private void addSubjects() {
        add(
                "GET",
                "subjects",
                call -> texts(registry.look(state -> Registry.subjects(
                                state, call.query().getOrDefault("subjectPrefix", ""), call.deleted())
                        .toList())));
        add(
                "GET",
                "subjects/*/versions",
                call -> numbers(
                        registry.look(state -> Registry.requireSubject(state, call.argument(0), call.deleted()).stream()
                                .map(VersionStored::version)
                                .toList())));
        add(
                "POST",
                "subjects/*/versions",
                call -> JSON.objectNode()
                        .put(
                                "id",
                                registry.register(call.argument(0), call.candidate())
                                        .id()));
        add("POST", "subjects/*", call -> version(registry.lookUp(call.argument(0), call.candidate(), call.deleted())));
        add("GET", "subjects/*/versions/*", call -> version(stored(call)));
        add(
                "GET",
                "subjects/*/versions/*/schema",
                call -> raw(stored(call).schema().text()));
        add("GET", "subjects/*/versions/*/referencedby", call -> {
            VersionStored stored = stored(call);
            return numbers(registry.look(state -> state.referencing(stored.subject(), stored.version()).stream()
                    .map(VersionStored::id)
                    .distinct()
                    .toList()));
        });
        add("DELETE", "subjects/*", call -> numbers(registry.deleteSubject(call.argument(0), call.flag("permanent"))));
        add(
                "DELETE",
                "subjects/*/versions/*",
                call -> JSON.numberNode(
                        registry.deleteVersion(call.argument(0), call.argument(1), call.flag("permanent"))));
    }

    private VersionStored stored(Call call) {
        return registry.version(call.argument(0), call.argument(1), call.deleted());
    }

    private void addSchemas() {
        add("GET", "schemas/types", call -> texts(List.of("AVRO")));
        add(
                "GET",
                "schemas",
                call -> versions(registry.look(state -> state.all()
                        .filter(v -> v.subject().startsWith(call.query().getOrDefault("subjectPrefix", ""))
                                && call.deleted().covers(v)
                                && (!call.flag("latestOnly") || v.version() == newest(state, v, call.deleted())))
                        .toList())));
        add("GET", "schemas/ids/*", this::schemaById);
        add("GET", "schemas/ids/*/schema", call -> raw(schema(call).text()));
        add(
                "GET",
                "schemas/ids/*/subjects",
                call -> texts(users(call).map(VersionStored::subject).distinct().toList()));
        add("GET", "schemas/ids/*/versions", call -> {
            ArrayNode array = JSON.arrayNode();
            users(call)
                    .forEach(v -> array.addObject().put("subject", v.subject()).put("version", v.version()));
            return array;
        });
        add("GET", "contexts", call -> texts(List.of(":.:")));
    }

    private static int newest(RegistryState state, VersionStored version, Deleted deleted) {
        return Registry.requireSubject(state, version.subject(), deleted)
                .getLast()
                .version();
    }

    private JsonNode schemaById(Call call) {
        SchemaText schema = schema(call);
        ObjectNode answer = JSON.objectNode().put("schema", schema.text());
        LogCodec.references(answer, schema.references());
        if (call.flag("fetchMaxId")) {
            answer.put("maxId", registry.look(RegistryState::highestId));
        }
        return answer;
    }

    private SchemaText schema(Call call) {
        int id = id(call);
        return registry.look(state -> state.schema(id)).orElseThrow(() -> RegistryException.noSchema(id));
    }

    private Stream<VersionStored> users(Call call) {
        int id = id(call);
        schema(call);
        return registry
                .look(state -> state.all()
                        .filter(v -> v.id() == id && call.deleted().covers(v))
                        .toList())
                .stream();
    }

    private static int id(Call call) {
        try {
            return Integer.parseInt(call.argument(0));
        } catch (NumberFormatException e) {
            throw RegistryException.plain(404, "'" + call.argument(0) + "' is not a schema id, which is a number");
        }
    }

    private void addCompatibility() {
        add(
                "POST",
                "compatibility/subjects/*/versions",
                call -> compatibility(call, registry.incompatibilities(call.argument(0), call.candidate(), null)));
        add(
                "POST",
                "compatibility/subjects/*/versions/*",
                call -> compatibility(
                        call, registry.incompatibilities(call.argument(0), call.candidate(), call.argument(1))));
    }

    private static JsonNode compatibility(Call call, List<String> incompatibilities) {
        ObjectNode answer = JSON.objectNode().put("is_compatible", incompatibilities.isEmpty());
        if (call.flag("verbose")) {
            answer.set("messages", texts(incompatibilities));
        }
        return answer;
    }

    private void addLevels() {
        add("GET", "config", call -> level(registry.look(RegistryState::globalLevel)));
        add(
                "GET",
                "config/*",
                call -> level(registry.look(state -> {
                            Optional<CompatibilityLevel> own = state.ownLevel(call.argument(0));
                            return call.flag("defaultToGlobal") ? own.or(() -> Optional.of(state.globalLevel())) : own;
                        })
                        .orElseThrow(() -> RegistryException.noSubjectConfig(call.argument(0)))));
        add("PUT", "config", call -> {
            CompatibilityLevel level = wantedLevel(call);
            registry.setLevel(null, level);
            return JSON.objectNode().put("compatibility", level.name());
        });
        add("PUT", "config/*", call -> {
            CompatibilityLevel level = wantedLevel(call);
            registry.setLevel(call.argument(0), level);
            return JSON.objectNode().put("compatibility", level.name());
        });
        add("DELETE", "config", call -> level(registry.unsetLevel(null)));
        add("DELETE", "config/*", call -> level(registry.unsetLevel(call.argument(0))));
    }

    private static CompatibilityLevel wantedLevel(Call call) {
        try {
            return CompatibilityLevel.of(call.field("compatibility"));
        } catch (IllegalArgumentException e) {
            throw RegistryException.invalidLevel(e.getMessage());
        }
    }

    private static JsonNode level(CompatibilityLevel level) {
        return JSON.objectNode().put("compatibilityLevel", level.name());
    }

    private void addModes() {
        add("GET", "mode", call -> mode(registry.look(RegistryState::globalMode)));
        add(
                "GET",
                "mode/*",
                call -> mode(registry.look(state -> {
                            Optional<Mode> own = state.ownMode(call.argument(0));
                            return call.flag("defaultToGlobal") ? own.or(() -> Optional.of(state.globalMode())) : own;
                        })
                        .orElseThrow(() -> RegistryException.noSubjectMode(call.argument(0)))));
        add("PUT", "mode", call -> {
            Mode mode = Mode.parse(call.field("mode"));
            registry.setMode(null, mode);
            return mode(mode);
        });
        add("PUT", "mode/*", call -> {
            Mode mode = Mode.parse(call.field("mode"));
            registry.setMode(call.argument(0), mode);
            return mode(mode);
        });
        add("DELETE", "mode", call -> mode(registry.unsetMode(null)));
        add("DELETE", "mode/*", call -> mode(registry.unsetMode(call.argument(0))));
    }

    private static JsonNode mode(Mode mode) {
        return JSON.objectNode().put("mode", mode.name());
    }

    private static ObjectNode version(VersionStored stored) {
        ObjectNode answer = JSON.objectNode()
                .put("subject", stored.subject())
                .put("version", stored.version())
                .put("id", stored.id());
        LogCodec.references(answer, stored.schema().references());
        return answer.put("schema", stored.schema().text());
    }

    private static ArrayNode versions(Collection<VersionStored> versions) {
        ArrayNode array = JSON.arrayNode();
        versions.forEach(v -> array.add(version(v)));
        return array;
    }

    private static ArrayNode texts(Collection<String> texts) {
        ArrayNode array = JSON.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    private static ArrayNode numbers(Collection<Integer> numbers) {
        ArrayNode array = JSON.arrayNode();
        numbers.forEach(array::add);
        return array;
    }

    private static JsonNode raw(String json) {
        return JSON.rawValueNode(new RawValue(json));
    }
}
