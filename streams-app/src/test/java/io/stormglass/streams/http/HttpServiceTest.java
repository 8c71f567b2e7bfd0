package io.stormglass.streams.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.streams.http.HttpCounters.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server as clients see it, those that mean no good among them. */
class HttpServiceTest {
    private static final String TOKEN = "a-token-of-many-letters";
    private static final byte[] LARGE = new byte[16 << 20];

    private final HttpCounters counters = new HttpCounters();
    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private @Nullable HttpService service;

    @AfterEach
    void close() {
        if (service != null) {
            service.close();
        }
        client.close();
    }

    private HttpService start(HttpSettings settings) {
        HttpService started = HttpService.start(settings, routes(), counters);
        service = started;
        return started;
    }

    private List<Route> routes() {
        return List.of(
                Route.guarded(
                        "/thing",
                        call -> Answer.json(("{\"q\":\"" + call.parameter("q").orElse("") + "\"}").getBytes(UTF_8))),
                Route.guarded("/things/", call -> Answer.text(200, "text/plain", call.rest())),
                Route.open("/open", call -> Answer.text(200, "text/plain", "open")),
                Route.guarded("/large", call -> new Answer(200, "application/octet-stream", LARGE, java.util.Map.of())),
                Route.guarded("/fails", call -> {
                    throw new IllegalStateException("a secret of the inside");
                }),
                new Route("/events", Route.Access.GUARDED, (Route.Lasting) call -> new Route.Stream() {
                    @Override
                    public String next() throws InterruptedException {
                        String event = events.poll(100, TimeUnit.MILLISECONDS);
                        return event == null ? ": still here\n\n" : event;
                    }

                    @Override
                    public void close() {}
                }));
    }

    private HttpResponse<String> get(HttpService from, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(from.address() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode problem(HttpResponse<String> response) throws IOException {
        assertThat(response.headers().firstValue("Content-Type")).contains(Problem.TYPE);
        JsonNode problem = JsonMapper.builder().build().readTree(response.body());
        assertThat(problem.path("status").asInt()).isEqualTo(response.statusCode());
        assertThat(problem.path("title").asText()).isNotEmpty();
        assertThat(problem.path("detail").asText()).isNotEmpty();
        return problem;
    }

    /** What comes back for bytes that no decent client sends, until the server closes the connection. */
    private static String raw(HttpService to, String text) throws IOException {
        try (Socket socket = connect(to)) {
            socket.getOutputStream().write(text.getBytes(US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        } catch (SocketException e) {
            return "reset";
        }
    }

    private static Socket connect(HttpService to) throws IOException {
        Socket socket = new Socket(to.address().getHost(), to.address().getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static HttpSettings loopback() {
        return HttpSettings.loopback(0);
    }

    /** Closes connections soon, as tests wait for that. */
    private static HttpSettings brief() {
        return loopback().withPatience(Duration.ofMillis(300), Duration.ofSeconds(10));
    }

    private static HttpSettings withToken() {
        return HttpSettings.of(HttpSettings.LOOPBACK, 0, AccessToken.of(TOKEN));
    }

    @Test
    void anAnswerComesWithItsTypeAndWhatBrowsersMustNotDo() throws Exception {
        HttpResponse<String> response = get(start(loopback()), "/thing?q=a%20b");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"q\":\"a b\"}");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'self'");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(response.headers().firstValue("Server")).isEmpty();
        assertThat(counters.requests())
                .containsOnlyKeys("/thing")
                .allSatisfy((route, requests) -> assertThat(requests.count()).isEqualTo(1));
    }

    @Test
    void aKeyWithSlashesIsOnePart() throws Exception {
        assertThat(get(start(loopback()), "/things/f%2Fleaf1%2FEthernet1").body())
                .isEqualTo("f/leaf1/Ethernet1");
    }

    @Test
    void whatIsNotThereIsAProblemAndWhatFailsTellsNothingOfTheInside() throws Exception {
        HttpService running = start(loopback());

        assertThat(problem(get(running, "/nothing")).path("detail").asText()).contains("/nothing");
        HttpResponse<String> failed = get(running, "/fails");
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(problem(failed).toString()).doesNotContain("secret");
        assertThat(counters.failures()).isEqualTo(1);
    }

    @Test
    void onlyTheTokenOpensTheDoor() throws Exception {
        HttpService running = start(withToken());

        HttpResponse<String> none = get(running, "/thing");
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
        problem(none);
        assertThat(get(running, "/thing", "Authorization", "Bearer " + TOKEN + "x")
                        .statusCode())
                .isEqualTo(401);
        assertThat(get(running, "/thing", "Authorization", "Basic " + TOKEN).statusCode())
                .isEqualTo(401);
        assertThat(get(running, "/nothing").statusCode())
                .as("nor is told what there is")
                .isEqualTo(401);
        assertThat(get(running, "/thing", "Authorization", "Bearer " + TOKEN).statusCode())
                .isEqualTo(200);
        assertThat(get(running, "/open").statusCode()).isEqualTo(200);
        assertThat(counters.refusals(Refusal.UNAUTHENTICATED)).isEqualTo(4);
    }

    @Test
    void anAddressThatOthersReachNeedsAToken() {
        assertThatThrownBy(() -> HttpSettings.of("0.0.0.0", 0, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("STORMGLASS_HTTP_TOKEN");
        assertThat(HttpSettings.of("0.0.0.0", 0, AccessToken.of(TOKEN)).toString())
                .doesNotContain(TOKEN);
        assertThatThrownBy(() -> AccessToken.of("short")).hasMessageContaining("at least 16");
    }

    @Test
    void withoutTokenAPageOfAnotherSiteCannotAsk() throws Exception {
        HttpService running = start(brief());

        assertThat(raw(running, "GET /thing HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421");
        assertThat(raw(running, "GET /thing HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(counters.refusals(Refusal.FOREIGN_HOST)).isEqualTo(1);
    }

    @Test
    void methodsBodiesAndRepeatedParametersAreRefused() throws Exception {
        HttpService running = start(brief());

        HttpResponse<String> post = client.send(
                HttpRequest.newBuilder(URI.create(running.address() + "/thing"))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
        problem(post);
        assertThat(raw(running, "GET /thing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(raw(running, "GET /thing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(get(running, "/thing?q=1&q=2").statusCode()).isEqualTo(400);
    }

    @Test
    void whatIsTooLargeOrNoHttpIsRefusedAndTheNextRequestIsAnswered() throws Exception {
        HttpService running = start(brief());
        String host = "Host: localhost\r\n";

        assertThat(raw(running, "GET /thing HTTP/1.1\r\n" + host + "X: " + "x".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431")
                .contains(Problem.TYPE);
        assertThat(raw(running, "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n" + host + "\r\n"))
                .startsWith("HTTP/1.1 414");
        assertThat(raw(running, "\u0016\u0003\u0001 this is no HTTP\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(raw(running, "GET /thing?q=%zz HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(raw(running, "GET /../../etc/passwd HTTP/1.1\r\n" + host + "\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(raw(running, "GET /thing HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(counters.refusals(Refusal.BAD_REQUEST)).isGreaterThanOrEqualTo(5);
        assertThat(counters.failures()).isZero();
        assertThat(get(running, "/thing").statusCode()).isEqualTo(200);
    }

    @Test
    void whoSendsOneByteNowAndThenIsCutOff() throws Exception {
        HttpService running = start(loopback().withPatience(Duration.ofMillis(400), Duration.ofSeconds(60)));

        long begin = System.nanoTime();
        try (Socket socket = connect(running)) {
            byte[] request = ("GET /thing HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(5000)).getBytes(US_ASCII);
            assertThatThrownBy(() -> {
                        for (byte each : request) {
                            socket.getOutputStream().write(each);
                            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        assertThat(counters.refusals(Refusal.SLOW)).isEqualTo(1);
        assertThat(get(running, "/thing").statusCode()).isEqualTo(200);
    }

    @Test
    void whoDoesNotReadIsCutOff() throws Exception {
        HttpService running = start(loopback().withPatience(Duration.ofSeconds(60), Duration.ofMillis(400)));

        try (Socket socket = connect(running)) {
            socket.getOutputStream().write("GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            awaitClosed(running);
            assertThat(counters.refusals(Refusal.SLOW)).isEqualTo(1);
            // What had been sent by then arrives, and no more.
            assertThat(readable(socket)).isLessThan(LARGE.length);
        }
    }

    private static long readable(Socket socket) throws IOException {
        long count = 0;
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = socket.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count += n;
            }
        } catch (SocketException e) {
            return count;
        }
        return count;
    }

    private static void awaitClosed(HttpService running) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        boolean hadSome = false;
        while (System.nanoTime() < deadline) {
            int open = running.connections();
            if (hadSome && open == 0) {
                return;
            }
            hadSome |= open > 0;
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        throw new AssertionError("the connection is still open");
    }

    @Test
    void moreConnectionsThanMayBeWaitForAFreeOne() throws Exception {
        HttpService running =
                start(loopback().withConnections(3, 1).withPatience(Duration.ofSeconds(30), Duration.ofSeconds(30)));
        Socket[] idle = {connect(running), connect(running), connect(running)};
        try (Socket waiting = connect(running)) {
            waiting.getOutputStream()
                    .write("GET /open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            waiting.setSoTimeout(300);
            assertThatThrownBy(() -> waiting.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            assertThat(running.connections()).isEqualTo(3);

            idle[0].close();
            waiting.setSoTimeout(10_000);
            assertThat(new String(waiting.getInputStream().readAllBytes(), UTF_8))
                    .startsWith("HTTP/1.1 200");
        } finally {
            for (Socket each : idle) {
                each.close();
            }
        }
    }

    @Test
    void eventsComeAsTheyHappenToAsManyAsMayListen() throws Exception {
        HttpService running =
                start(loopback().withConnections(10, 1).withPatience(Duration.ofMillis(300), Duration.ofMillis(300)));
        HttpResponse<InputStream> stream = client.send(
                HttpRequest.newBuilder(URI.create(running.address() + "/events"))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(stream.headers().firstValue("Content-Type")).contains("text/event-stream");

        HttpResponse<String> second = get(running, "/events");
        assertThat(second.statusCode()).isEqualTo(503);
        problem(second);
        // Longer than an ordinary answer may take.
        LockSupport.parkNanos(Duration.ofMillis(800).toNanos());
        events.add("data: storm\n\n");
        StringBuilder heard = new StringBuilder();
        while (!heard.toString().contains("data: storm")) {
            int next = stream.body().read();
            assertThat(next).isNotNegative();
            heard.append((char) next);
        }
        assertThat(running.streams()).isEqualTo(1);
        stream.body().close();
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (running.streams() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(running.streams()).as("the place is free again").isZero();
    }

    @Test
    void largeAnswersAreCompressedForWhoTakesThat() throws Exception {
        HttpService running = start(loopback());
        HttpResponse<InputStream> response = client.send(
                HttpRequest.newBuilder(URI.create(running.address() + "/large"))
                        .header("Accept-Encoding", "gzip")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());

        assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(new GZIPInputStream(response.body()).readAllBytes()).isEqualTo(LARGE);
    }

    @Test
    void anAddressThatIsTakenIsSaid() {
        HttpService running = start(loopback());
        int port = running.address().getPort();

        assertThatThrownBy(() -> HttpService.start(HttpSettings.loopback(port), routes(), counters))
                .isInstanceOf(HttpStartException.class)
                .hasMessageContaining(":" + port);
    }
}
