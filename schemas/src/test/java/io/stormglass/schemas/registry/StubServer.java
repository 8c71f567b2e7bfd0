package io.stormglass.schemas.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A server on a free loopback port that answers as a test says and notes what it was asked. */
final class StubServer implements AutoCloseable {
    private final HttpServer server;
    private final String scheme;
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** What was asked. */
    record Request(
            String method,
            String path,
            @Nullable String query,
            String body,
            @Nullable String authorization,
            @Nullable String contentType) {
        String line() {
            return method + " " + path;
        }
    }

    /** What is answered. */
    record Reply(int status, String body) {
        static Reply ok(String body) {
            return new Reply(200, body);
        }

        static Reply error(int status, int code, String message) {
            return new Reply(status, "{\"error_code\":" + code + ",\"message\":\"" + message + "\"}");
        }
    }

    StubServer(Function<Request, Reply> answers) throws IOException {
        this(answers, null);
    }

    StubServer(Function<Request, Reply> answers, @Nullable SSLContext tls) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (tls == null) {
            server = HttpServer.create(address, 0);
            scheme = "http";
        } else {
            HttpsServer https = HttpsServer.create(address, 0);
            https.setHttpsConfigurator(new HttpsConfigurator(tls));
            server = https;
            scheme = "https";
        }
        server.createContext("/", exchange -> answer(exchange, answers));
        server.start();
    }

    private void answer(HttpExchange exchange, Function<Request, Reply> answers) throws IOException {
        try (exchange) {
            Request request = new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getRawPath(),
                    exchange.getRequestURI().getRawQuery(),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("Content-Type"));
            requests.add(request);
            Reply reply = answers.apply(request);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
            exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    URI address() {
        return URI.create(scheme + "://localhost:" + server.getAddress().getPort());
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
