package io.stormglass.embedded.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A schema registry on 127.0.0.1 that speaks the REST protocol of Confluent Schema Registry for Avro schemas.
 *
 * <p>Left out: other schema types, metadata and rule sets (refused), contexts, mode IMPORT, exporters, key encryption;
 * {@code normalize} changes nothing.
 */
public final class RegistryServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryServer.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";

    /** A Kafka record of default size holds no larger schema. */
    private static final int BODY_LIMIT_BYTES = 900_000;

    private final SchemaLog log;
    private final Routes routes;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private RegistryServer(SchemaLog log, HttpServer server) {
        this.log = log;
        this.routes = new Routes(new Registry(log));
        this.server = server;
    }

    /**
     * Starts a registry and returns when it has read all of its topic and serves.
     *
     * @param bootstrapServers Kafka that keeps the schemas, in topic {@code _schemas}
     * @param port port on 127.0.0.1, 0 to 65535; 0 takes a free one
     * @throws IOException if the port is taken, Kafka does not answer, or the topic is not the registry's
     */
    public static RegistryServer start(String bootstrapServers, int port) throws IOException {
        HttpServer server = bind(port);
        try {
            RegistryServer registry = new RegistryServer(SchemaLog.open(bootstrapServers), server);
            server.createContext("/", registry::handle);
            server.setExecutor(registry.threads);
            server.start();
            return registry;
        } catch (IOException | RuntimeException e) {
            server.stop(0);
            throw e;
        }
    }

    private static HttpServer bind(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try {
            return HttpServer.create(new InetSocketAddress(loopback, port), 0);
        } catch (IOException e) {
            throw new IOException(
                    "the schema registry cannot listen on 127.0.0.1:" + port + ": " + e.getMessage()
                            + "; give another port, or 0 for a free one",
                    e);
        }
    }

    /** Address, {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        log.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                send(exchange, 200, answer(exchange));
            } catch (RegistryException e) {
                send(exchange, e.status(), error(e.code(), e.getMessage()));
            } catch (RuntimeException e) {
                LOG.error("{} {} failed", exchange.getRequestMethod(), exchange.getRequestURI(), e);
                send(exchange, 500, error(50001, "internal error: " + e));
            }
        }
    }

    private JsonNode answer(HttpExchange exchange) {
        List<String> path = path(exchange.getRequestURI().getRawPath());
        Routes.Match match = routes.match(exchange.getRequestMethod(), path);
        Supplier<JsonNode> body = () -> body(exchange);
        return match.answer()
                .apply(new Call(
                        match.arguments(), query(exchange.getRequestURI().getRawQuery()), body));
    }

    private static List<String> path(String raw) {
        return Arrays.stream(raw.split("/"))
                .filter(part -> !part.isEmpty())
                .map(part -> decode(part.replace("+", "%2B")))
                .toList();
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    query.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
                }
            }
        }
        return query;
    }

    private static String decode(String part) {
        try {
            return URLDecoder.decode(part, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw RegistryException.plain(400, "'" + part + "' is not percent-encoded UTF-8");
        }
    }

    private static JsonNode body(HttpExchange exchange) {
        requireJson(exchange.getRequestHeaders().getFirst("Content-Type"));
        try {
            byte[] bytes = exchange.getRequestBody().readNBytes(BODY_LIMIT_BYTES + 1);
            if (bytes.length > BODY_LIMIT_BYTES) {
                throw RegistryException.plain(413, "the request is larger than " + BODY_LIMIT_BYTES + " bytes");
            }
            JsonNode json = JSON.readTree(bytes);
            if (!json.isObject()) {
                throw RegistryException.plain(400, "the request is not a JSON object");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw RegistryException.plain(400, "the request is not JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw RegistryException.plain(400, "the request could not be read: " + e.getMessage());
        }
    }

    /** A web page can make a browser post any other type to a local port without being asked. */
    private static void requireJson(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        if (!type.startsWith("application/") || !type.contains("json")) {
            throw RegistryException.plain(
                    415, "Content-Type is '" + (contentType == null ? "" : contentType) + "', must be " + MEDIA_TYPE);
        }
    }

    private static JsonNode error(int code, @Nullable String message) {
        return JsonNodeFactory.instance.objectNode().put("error_code", code).put("message", message);
    }

    private static void send(HttpExchange exchange, int status, JsonNode answer) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(answer);
        exchange.getResponseHeaders().set("Content-Type", MEDIA_TYPE);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
