package io.stormglass.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes requests on to a registry, except for the first look-ups of a schema, which it answers as if it were away. */
final class FlakyRegistry implements AutoCloseable {
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI behind;
    private final int outages;
    private final AtomicInteger lookUps = new AtomicInteger();

    private FlakyRegistry(HttpServer server, URI behind, int outages) {
        this.server = server;
        this.behind = behind;
        this.outages = outages;
    }

    static FlakyRegistry inFrontOf(String url, int outages) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FlakyRegistry registry = new FlakyRegistry(server, URI.create(url), outages);
        server.setExecutor(registry.threads);
        server.createContext("/", registry::answer);
        server.start();
        return registry;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Look-ups that were answered with 503. */
    int refused() {
        return Math.min(outages, lookUps.get());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean lookUp = exchange.getRequestURI().getPath().startsWith("/schemas/ids/");
            if (lookUp && lookUps.incrementAndGet() <= outages) {
                exchange.sendResponseHeaders(UNAVAILABLE, -1);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            HttpRequest request = HttpRequest.newBuilder(
                            behind.resolve(exchange.getRequestURI().toString()))
                    .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                    .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(response.statusCode(), response.body().length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(response.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
        threads.shutdownNow();
    }
}
