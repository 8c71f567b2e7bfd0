package io.stormglass.streams.sink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Somebody on a free loopback port who notes what is posted and answers as a test says. */
final class Receiver implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Function<Request, Reply> answers = request -> new Reply(200, "");

    /** What was posted; names of headers in small letters. */
    record Request(String path, Map<String, String> headers, String body) {
        JsonNode json() {
            try {
                return JsonMapper.builder().build().readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + body, e);
            }
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), "");
        }
    }

    /** What is answered; status 0: nothing at all, -1: headers and then nothing. */
    record Reply(int status, String body) {}

    Receiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    Receiver answering(int status, String body) {
        return answering(request -> new Reply(status, body));
    }

    Receiver answering(Function<Request, Reply> other) {
        answers = other;
        return this;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Request> requests() {
        return requests;
    }

    /** Takes what was posted since the last call. */
    List<Request> taken() {
        List<Request> now = List.copyOf(requests);
        requests.clear();
        return now;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Request request = new Request(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().entrySet().stream()
                            .collect(Collectors.toMap(
                                    header -> header.getKey().toLowerCase(java.util.Locale.ROOT),
                                    header -> header.getValue().getFirst())),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            requests.add(request);
            Reply reply = answers.apply(request);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            if (reply.status() > 0) {
                exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
                return;
            }
            if (reply.status() < 0) {
                exchange.sendResponseHeaders(200, 1000);
                exchange.getResponseBody().flush();
            }
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
