package io.stormglass.streams.sink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.stormglass.avro.StormIncident;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one Alertmanager up to date by {@code POST /api/v2/alerts}. */
final class AlertmanagerTarget implements Target {
    private static final Logger LOG = LoggerFactory.getLogger(AlertmanagerTarget.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_AT_ONCE = 50;
    private static final long LOOK_AGAIN_MILLIS = 60_000L;
    private static final long MILLION = 1_000_000L;

    private final String name;
    private final URI api;
    private final SinkSettings settings;
    private final HttpSender http;
    private final AlertText text;
    private final Watching watching;
    private final SinkCounters counters;
    private final Backoff backoff;
    private final PagedAlerts alerts;
    private final Map<Integer, Long> toldBefore;
    private boolean begun;

    /**
     * A target.
     *
     * @param toldBefore by partition: what lies before this offset was dealt with by an earlier run
     * @param healthy whether storms are watched for at this moment
     */
    AlertmanagerTarget(
            URI url, SinkSettings settings, SinkAuth auth, Map<Integer, Long> toldBefore, BooleanSupplier healthy) {
        this.settings = settings;
        this.toldBefore = new HashMap<>(toldBefore);
        name = nameOf(url);
        String base = url.toString();
        api = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/api/v2/alerts");
        http = new HttpSender(auth, settings.times());
        text = new AlertText(settings.links());
        watching = new Watching(settings, healthy);
        counters = new SinkCounters(name);
        backoff = new Backoff(settings.times());
        alerts = new PagedAlerts(settings.times());
    }

    /** Name of the target at an address. */
    static String nameOf(URI url) {
        return "alertmanager " + url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void take(Version version) {
        alerts.take(version, !begun && version.offset() < toldBefore.getOrDefault(version.partition(), 0L));
    }

    @Override
    public synchronized void forget(String incidentId) {
        alerts.forget(incidentId);
    }

    @Override
    public synchronized void begin() {
        begun = true;
    }

    @Override
    public synchronized long dealtWithBefore(int partition, long next) {
        return alerts.pendingFrom(partition, next);
    }

    @Override
    public synchronized boolean idle() {
        return begun && alerts.idle();
    }

    /** Alerts that are remembered. */
    synchronized int alertsKept() {
        return alerts.size();
    }

    @Override
    public SinkCounters counters() {
        return counters;
    }

    @Override
    public long step(long nowMillis) throws InterruptedException {
        if (nowMillis < backoff.untilMillis()) {
            return backoff.untilMillis();
        }
        List<PagedAlerts.Due> due = due(nowMillis);
        if (!due.isEmpty()) {
            send(due, nowMillis);
        } else if (watching.isDue(nowMillis)) {
            watch(nowMillis);
        }
        return next(nowMillis);
    }

    private synchronized List<PagedAlerts.Due> due(long nowMillis) {
        if (!begun) {
            return List.of();
        }
        counters.add(Count.EXPIRED, alerts.dropExpired(nowMillis));
        return alerts.due(nowMillis, MOST_AT_ONCE);
    }

    private synchronized long next(long nowMillis) {
        long wanted = begun ? Math.min(alerts.nextMillis(), watching.nextMillis()) : watching.nextMillis();
        return Math.min(nowMillis + LOOK_AGAIN_MILLIS, Math.max(wanted, backoff.untilMillis()));
    }

    private void send(List<PagedAlerts.Due> due, long nowMillis) throws InterruptedException {
        ArrayNode body = JsonNodeFactory.instance.arrayNode();
        due.forEach(one -> alert(one, nowMillis).into(body));
        try {
            Answer answer = post(body);
            if (answer.accepted()) {
                succeeded(due.size(), nowMillis);
                told(due, nowMillis);
            } else if (answer.refused()) {
                backoff.succeeded();
                refused(due, answer, nowMillis);
            } else {
                failed("answered " + answer.status() + " " + answer.body(), nowMillis);
            }
        } catch (IOException e) {
            failed(String.valueOf(e.getMessage()), nowMillis);
        }
    }

    private synchronized void told(List<PagedAlerts.Due> due, long nowMillis) {
        alerts.accepted(due, nowMillis);
    }

    private synchronized void refused(List<PagedAlerts.Due> due, Answer answer, long nowMillis) {
        if (due.size() > 1) {
            alerts.separate(due);
            return;
        }
        PagedAlerts.Due one = due.getFirst();
        counters.add(Count.REFUSED, 1);
        if (alerts.refused(one, nowMillis)) {
            LOG.warn(
                    "{} refused the alert of incident {} with {}: {}",
                    name,
                    one.version().id(),
                    answer.status(),
                    answer.body());
        }
    }

    private void watch(long nowMillis) throws InterruptedException {
        ArrayNode body = JsonNodeFactory.instance.arrayNode();
        watching.alert(nowMillis).into(body);
        try {
            Answer answer = post(body);
            if (answer.accepted()) {
                succeeded(1, nowMillis);
                watching.sent(nowMillis);
            } else if (answer.refused()) {
                backoff.succeeded();
                counters.add(Count.REFUSED, 1);
                if (watching.refused(nowMillis)) {
                    LOG.warn(
                            "{} refused the alert {} with {}: {}", name, Watching.NAME, answer.status(), answer.body());
                }
            } else {
                failed("answered " + answer.status() + " " + answer.body(), nowMillis);
            }
        } catch (IOException e) {
            failed(String.valueOf(e.getMessage()), nowMillis);
        }
    }

    private void succeeded(int alertsSent, long nowMillis) {
        if (backoff.active()) {
            LOG.info("{} answers again", name);
        }
        backoff.succeeded();
        counters.accepted(alertsSent, nowMillis);
    }

    private void failed(String why, long nowMillis) {
        if (!backoff.active()) {
            LOG.warn("{}: {}; trying again until it answers", name, why);
        }
        counters.add(Count.FAILED, 1);
        backoff.failed(nowMillis);
    }

    private Answer post(ArrayNode body) throws IOException, InterruptedException {
        if (backoff.active()) {
            counters.add(Count.RETRIED, 1);
        }
        try {
            return http.post(api, Map.of(), JSON.writeValueAsBytes(body));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values is always writable", e);
        }
    }

    private Alert alert(PagedAlerts.Due due, long nowMillis) {
        StormIncident incident = due.version().incident();
        SortedMap<String, String> labels = new TreeMap<>(due.slot().labels());
        if (!settings.isLive()) {
            labels.put("run", settings.run());
        }
        long starts = incident.getOpenedNanos();
        long firesUntil = nowMillis + settings.times().endsAfterMillis();
        long ends = due.firing()
                ? Math.max(starts, firesUntil * MILLION)
                : due.version().endNanos();
        String dashboard = settings.links().dashboard(incident);
        return new Alert(
                labels,
                text.annotations(incident),
                starts,
                ends,
                dashboard.isEmpty() ? settings.links().runbook(incident) : dashboard);
    }

    @Override
    public void close() {
        http.close();
    }
}
