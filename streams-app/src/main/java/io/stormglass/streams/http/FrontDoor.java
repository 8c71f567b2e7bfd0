package io.stormglass.streams.http;

import io.stormglass.streams.http.HttpCounters.Refusal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets requests in or refuses them, finds what answers, and sends the answer. */
final class FrontDoor extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(FrontDoor.class);
    private static final String BEARER = "bearer ";
    private static final int WORTH_COMPRESSING = 1024;

    private record Opening(Route.Lasting endpoint, Call call, String path) {}

    private final HttpSettings settings;
    private final List<Route> routes;
    private final HttpCounters counters;
    private final SlowClients slowClients;
    private final AtomicInteger streams = new AtomicInteger();

    FrontDoor(HttpSettings settings, List<Route> routes, HttpCounters counters, SlowClients slowClients) {
        this.settings = settings;
        this.routes = routes.stream()
                .sorted(Comparator.comparingInt((Route route) -> route.path().length())
                        .reversed())
                .toList();
        this.counters = counters;
        this.slowClients = slowClients;
    }

    /** Event streams that are open. */
    int streams() {
        return streams.get();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Connection connection = request.getConnectionMetaData().getConnection();
        slowClients.asked(connection);
        Request.addCompletionListener(request, failure -> slowClients.answered(connection));
        Route.SECURITY.forEach(response.getHeaders()::put);
        try {
            String path = Request.getPathInContext(request);
            Route route = route(path);
            checkCaller(request, route);
            checkForm(request, response);
            if (route == null) {
                counters.refused(Refusal.NOT_FOUND);
                throw new ProblemException(404, "there is no " + path + "; /api/v1/openapi.json says what there is");
            }
            Call call = call(request, path, route);
            switch (route.endpoint()) {
                case Route.Once once -> send(answer(once, call, route.path()), request, response, callback);
                case Route.Lasting lasting ->
                    stream(new Opening(lasting, call, route.path()), request, response, callback);
            }
        } catch (ProblemException e) {
            send(e.problem().answer(), request, response, callback);
        } catch (RuntimeException e) {
            counters.failed();
            LOG.error("a request to {} failed: a defect of ours", Request.getPathInContext(request), e);
            send(new Problem(500, "a defect of ours; the log has it").answer(), request, response, callback);
        }
        return true;
    }

    private @Nullable Route route(String path) {
        return routes.stream()
                .filter(route -> route.isPrefix() ? path.startsWith(route.path()) : path.equals(route.path()))
                .findFirst()
                .orElse(null);
    }

    private void checkCaller(Request request, @Nullable Route route) {
        AccessToken token = settings.token();
        if (token == null) {
            String host = Request.getServerName(request);
            if (host == null || !HttpSettings.LOCAL_NAMES.contains(host.toLowerCase(Locale.ROOT))) {
                counters.refused(Refusal.FOREIGN_HOST);
                throw new ProblemException(
                        421, "call this server localhost: without a token it answers to no other name");
            }
            return;
        }
        boolean isOpen = route != null && route.access() == Route.Access.OPEN;
        String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        boolean hasToken = header != null
                && header.toLowerCase(Locale.ROOT).startsWith(BEARER)
                && token.matches(header.substring(BEARER.length()).strip());
        if (!isOpen && !hasToken) {
            counters.refused(Refusal.UNAUTHENTICATED);
            throw new ProblemException(401, "show the token: Authorization: Bearer TOKEN");
        }
    }

    private void checkForm(Request request, Response response) {
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            counters.refused(Refusal.METHOD);
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            throw new ProblemException(405, "only GET and HEAD are answered here");
        }
        if (request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            counters.refused(Refusal.BODY);
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            throw new ProblemException(413, "no request takes a body");
        }
    }

    private Call call(Request request, String path, Route route) {
        Map<String, String> parameters = new HashMap<>();
        for (Fields.Field field : query(request)) {
            if (field.hasMultipleValues()) {
                counters.refused(Refusal.BAD_REQUEST);
                throw new ProblemException(400, "parameter " + field.getName() + " is given more than once");
            }
            parameters.put(field.getName(), field.getValue());
        }
        String etag = request.getHeaders().get(HttpHeader.IF_NONE_MATCH);
        String rest = route.isPrefix()
                ? URIUtil.decodePath(path.substring(route.path().length()))
                : "";
        return new Call(rest, parameters, etag == null ? "" : etag);
    }

    private Fields query(Request request) {
        try {
            return Request.extractQueryParameters(request);
        } catch (IllegalArgumentException | IllegalStateException e) {
            counters.refused(Refusal.BAD_REQUEST);
            throw new ProblemException(400, "the query cannot be read: " + e.getMessage());
        }
    }

    private Answer answer(Route.Once once, Call call, String route) {
        long begin = System.nanoTime();
        try {
            return once.answer(call);
        } catch (ProblemException e) {
            counters.refused(e.problem().status() == 404 ? Refusal.NOT_FOUND : Refusal.BAD_REQUEST);
            throw e;
        } finally {
            counters.answered(route, System.nanoTime() - begin);
        }
    }

    private static void send(Answer answer, Request request, Response response, Callback callback) {
        response.setStatus(answer.status());
        answer.headers().forEach(response.getHeaders()::put);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
        if (answer.status() == 401) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer realm=\"stormglass\"");
        }
        byte[] body = answer.body();
        if (body.length >= WORTH_COMPRESSING && request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING, "gzip")) {
            body = compressed(body);
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
        }
        response.getHeaders().put(HttpHeader.VARY, "Accept-Encoding");
        if (answer.status() != 304) {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        }
        response.write(true, ByteBuffer.wrap(request.getMethod().equals("HEAD") ? new byte[0] : body), callback);
    }

    private static byte[] compressed(byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private void stream(Opening opening, Request request, Response response, Callback callback) {
        if (streams.incrementAndGet() > settings.streams()) {
            streams.decrementAndGet();
            counters.refused(Refusal.TOO_MANY_STREAMS);
            response.getHeaders().put(HttpHeader.RETRY_AFTER, "30");
            throw new ProblemException(503, settings.streams() + " event streams are open, more may not be");
        }
        try (Route.Stream stream = opened(opening)) {
            counters.answered(opening.path(), 0);
            slowClients.streams(request.getConnectionMetaData().getConnection());
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            follow(stream, response);
            callback.succeeded();
        } catch (IOException e) {
            LOG.debug("an event stream has ended: {}", e.getMessage());
            callback.failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } finally {
            streams.decrementAndGet();
        }
    }

    private Route.Stream opened(Opening opening) {
        try {
            return opening.endpoint().open(opening.call());
        } catch (ProblemException e) {
            counters.refused(Refusal.BAD_REQUEST);
            throw e;
        }
    }

    private static void follow(Route.Stream stream, Response response) throws IOException, InterruptedException {
        String text = stream.next();
        while (!text.isEmpty()) {
            Content.Sink.write(response, false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            text = stream.next();
        }
        Content.Sink.write(response, true, ByteBuffer.allocate(0));
    }
}
