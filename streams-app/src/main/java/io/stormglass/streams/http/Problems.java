package io.stormglass.streams.http;

import io.stormglass.streams.http.HttpCounters.Refusal;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What the server itself refuses, before any of our code sees it, looks like our own refusals. */
final class Problems extends ErrorHandler {
    private final HttpCounters counters;

    Problems(HttpCounters counters) {
        this.counters = counters;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        count(code);
        Route.SECURITY.forEach(response.getHeaders()::put);
        response.getHeaders().put("Content-Type", Problem.TYPE);
        response.write(true, ByteBuffer.wrap(problem(code, message).json()), callback);
    }

    private static Problem problem(int status, @Nullable String message) {
        return new Problem(status, message == null || status >= 500 ? "the request cannot be answered" : message);
    }

    private void count(int status) {
        if (status >= 500) {
            counters.failed();
        } else {
            counters.refused(Refusal.BAD_REQUEST);
        }
    }
}
