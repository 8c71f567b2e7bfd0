package io.stormglass.streams.metrics;

import io.stormglass.streams.http.HttpCounters;
import io.stormglass.streams.http.HttpCounters.Refusal;
import java.util.List;
import java.util.function.IntSupplier;

/** What the HTTP server counted. */
public final class HttpMetrics implements MetricSource {
    private static final Family REQUESTS = Family.counter("http_requests", "Requests that were answered.", "route");
    private static final Family SECONDS =
            Family.counter("http_request_seconds", "Time that answers took to be made, s, without sending.", "route");
    private static final Family REFUSED =
            Family.counter("http_refused", "Requests and connections that were refused, by reason.", "reason");
    private static final Family FAILED =
            Family.counter("http_failed", "Requests that failed: a defect of ours, the log has it.");
    private static final Family CONNECTIONS = Family.gauge("http_connections", "Connections that are open.");
    private static final Family STREAMS = Family.gauge("http_streams", "Event streams that are open.");

    private final HttpCounters counters;
    private final IntSupplier connections;
    private final IntSupplier streams;

    /** Metrics of a server. */
    public HttpMetrics(HttpCounters counters, IntSupplier connections, IntSupplier streams) {
        this.counters = counters;
        this.connections = connections;
        this.streams = streams;
    }

    static List<Family> families() {
        return List.of(REQUESTS, SECONDS, REFUSED, FAILED, CONNECTIONS, STREAMS);
    }

    @Override
    public void collect(Samples samples) {
        counters.requests().forEach((route, requests) -> {
            samples.add(REQUESTS, requests.count(), route);
            samples.add(SECONDS, requests.seconds(), route);
        });
        for (Refusal refusal : Refusal.values()) {
            samples.add(REFUSED, counters.refusals(refusal), refusal.text());
        }
        samples.add(FAILED, counters.failures());
        samples.add(CONNECTIONS, connections.getAsInt());
        samples.add(STREAMS, streams.getAsInt());
    }
}
