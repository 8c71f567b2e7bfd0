package io.stormglass.streams.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the server counted since it started. */
public final class HttpCounters {
    /** Why a request or connection was refused. */
    public enum Refusal {
        /** No token, or another one. */
        UNAUTHENTICATED("unauthenticated"),
        /** Called by a name that is not this machine's, without token. */
        FOREIGN_HOST("foreign-host"),
        /** A method other than GET and HEAD. */
        METHOD("method"),
        /** A body: no request takes one. */
        BODY("body"),
        /** No such path. */
        NOT_FOUND("not-found"),
        /** No HTTP, headers too large, parameters that are not allowed. */
        BAD_REQUEST("bad-request"),
        /** More event streams than may be. */
        TOO_MANY_STREAMS("too-many-streams"),
        /** Connections that were closed since the client took too long to ask or to read. */
        SLOW("slow");

        private final String text;

        Refusal(String text) {
            this.text = text;
        }

        /** Name in metrics. */
        public String text() {
            return text;
        }
    }

    /** Requests to one route. */
    public record Requests(long count, double seconds) {}

    private record Sums(LongAdder count, LongAdder nanos) {}

    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Refusal, LongAdder> refusals = new EnumMap<>(Refusal.class);
    private final Map<String, Sums> requests = new ConcurrentHashMap<>();
    private final LongAdder failures = new LongAdder();

    /** All zero. */
    public HttpCounters() {
        for (Refusal refusal : Refusal.values()) {
            refusals.put(refusal, new LongAdder());
        }
    }

    void refused(Refusal refusal) {
        LongAdder sum = refusals.get(refusal);
        if (sum != null) {
            sum.increment();
        }
    }

    void failed() {
        failures.increment();
    }

    void answered(String route, long nanos) {
        Sums sums = requests.computeIfAbsent(route, unused -> new Sums(new LongAdder(), new LongAdder()));
        sums.count().increment();
        sums.nanos().add(nanos);
    }

    /** Refusals of one kind. */
    public long refusals(Refusal refusal) {
        LongAdder sum = refusals.get(refusal);
        return sum == null ? 0 : sum.sum();
    }

    /** Requests that failed by a defect of ours. */
    public long failures() {
        return failures.sum();
    }

    /** Requests that were answered, by route; seconds are those of the work, without sending. */
    public SortedMap<String, Requests> requests() {
        SortedMap<String, Requests> all = new TreeMap<>();
        requests.forEach((route, sums) ->
                all.put(route, new Requests(sums.count().sum(), sums.nanos().sum() / NANOS_PER_SECOND)));
        return all;
    }
}
