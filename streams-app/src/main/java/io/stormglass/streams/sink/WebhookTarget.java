package io.stormglass.streams.sink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.stormglass.avro.StormIncident;
import io.stormglass.streams.results.IncidentJson;
import io.stormglass.streams.sink.SinkCounters.Count;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts each version of a paging incident, signed, in the order of the topic and at least once. While the receiver is away versions
 * wait; when too many do, those go that a newer one of the same incident replaces: each version is whole.
 */
final class WebhookTarget implements Target {
    static final String SIGNATURE = "Stormglass-Signature";
    static final String DELIVERY = "Stormglass-Delivery";

    private static final Logger LOG = LoggerFactory.getLogger(WebhookTarget.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_WAITING = 10_000;
    private static final long LOOK_AGAIN_MILLIS = 60_000L;

    private final String name;
    private final SinkSettings settings;
    private final SinkSettings.Webhook webhook;
    private final HttpSender http;
    private final SinkCounters counters;
    private final Backoff backoff;
    private final Map<Integer, Long> toldBefore;
    private final int most;
    private final Map<String, Version> atStart = new TreeMap<>();
    private final Deque<Version> waiting = new ArrayDeque<>();
    /** Open incidents that have paged. */
    private final Set<String> paging = new HashSet<>();

    private boolean begun;
    private @Nullable Version troubled;
    private long troubledSinceMillis;

    WebhookTarget(SinkSettings settings, SinkSettings.Webhook webhook, Map<Integer, Long> toldBefore) {
        this(settings, webhook, toldBefore, MOST_WAITING);
    }

    WebhookTarget(SinkSettings settings, SinkSettings.Webhook webhook, Map<Integer, Long> toldBefore, int most) {
        this.settings = settings;
        this.webhook = webhook;
        this.toldBefore = new HashMap<>(toldBefore);
        this.most = most;
        name = nameOf(webhook.url());
        http = new HttpSender(SinkAuth.NONE, settings.times());
        counters = new SinkCounters(name);
        backoff = new Backoff(settings.times());
    }

    /** Name of the target at an address; shows neither path nor query, which may hold secrets. */
    static String nameOf(URI url) {
        return "webhook " + url.getScheme() + "://" + url.getRawAuthority();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized void take(Version version) {
        if (!isOfPaging(version)) {
            return;
        }
        if (!begun) {
            atStart.merge(version.id(), version, (before, now) -> now.newerThan(before) ? now : before);
            return;
        }
        waiting.addLast(version);
        makeRoom();
    }

    /** The page of an incident that became part of another one may have gone there: that it is over is news all the same. */
    private boolean isOfPaging(Version version) {
        if (version.pages() && version.open()) {
            paging.add(version.id());
            return true;
        }
        return paging.remove(version.id()) || version.pages();
    }

    private void makeRoom() {
        if (waiting.size() <= most) {
            return;
        }
        Set<String> newer = new HashSet<>();
        int before = waiting.size();
        for (Iterator<Version> newestFirst = waiting.descendingIterator(); newestFirst.hasNext(); ) {
            if (!newer.add(newestFirst.next().id())) {
                newestFirst.remove();
            }
        }
        counters.add(Count.SUPERSEDED, before - waiting.size());
        while (waiting.size() > most) {
            Version lost = waiting.removeFirst();
            counters.add(Count.LOST, 1);
            LOG.warn("{}: more than {} incidents are waiting: incident {} is not told", name, most, lost.id());
        }
    }

    @Override
    public synchronized void forget(String incidentId) {
        atStart.remove(incidentId);
        paging.remove(incidentId);
    }

    @Override
    public synchronized void begin() {
        if (begun) {
            return;
        }
        begun = true;
        atStart.values().stream()
                .filter(version -> version.open() || !toldBefore(version))
                .sorted(Comparator.comparingInt(Version::partition).thenComparingLong(Version::offset))
                .forEach(waiting::addLast);
        atStart.clear();
        makeRoom();
    }

    private boolean toldBefore(Version version) {
        // Without a position nobody knows, and what is over is no news then.
        Long position = toldBefore.get(version.partition());
        return position == null ? settings.isLive() : version.offset() < position;
    }

    @Override
    public synchronized long dealtWithBefore(int partition, long next) {
        if (!begun) {
            return toldBefore.getOrDefault(partition, 0L);
        }
        return waiting.stream()
                .filter(version -> version.partition() == partition)
                .mapToLong(Version::offset)
                .min()
                .orElse(next);
    }

    @Override
    public synchronized boolean idle() {
        return begun && waiting.isEmpty();
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
        Version version = first();
        if (version == null) {
            return nowMillis + LOOK_AGAIN_MILLIS;
        }
        if (backoff.active()) {
            counters.add(Count.RETRIED, 1);
        }
        try {
            take(version, post(version, nowMillis), nowMillis);
        } catch (IOException e) {
            failed(version, String.valueOf(e.getMessage()), nowMillis);
        }
        return Math.max(nowMillis, backoff.untilMillis());
    }

    private void take(Version version, Answer answer, long nowMillis) {
        String words = answer.status() + " " + answer.body();
        if (answer.accepted()) {
            if (backoff.active()) {
                LOG.info("{} answers again", name);
            }
            backoff.succeeded();
            counters.accepted(1, nowMillis);
            done(version);
        } else if (answer.refusesTheBody() || (answer.refused() && isTroubledTooLong(version, nowMillis))) {
            backoff.succeeded();
            counters.add(Count.REFUSED, 1);
            LOG.warn("{} refused incident {} with {}", name, version.id(), words);
            done(version);
        } else {
            failed(version, "answered " + words, nowMillis);
        }
    }

    private boolean isTroubledTooLong(Version version, long nowMillis) {
        return version.equals(troubled)
                && nowMillis - troubledSinceMillis > settings.times().forget().toMillis();
    }

    private void failed(Version version, String why, long nowMillis) {
        if (!version.equals(troubled)) {
            troubled = version;
            troubledSinceMillis = nowMillis;
        }
        if (!backoff.active()) {
            LOG.warn("{}: {}; trying again", name, why);
        }
        counters.add(Count.FAILED, 1);
        backoff.failed(nowMillis);
    }

    private synchronized @Nullable Version first() {
        return begun ? waiting.peekFirst() : null;
    }

    private synchronized void done(Version version) {
        // It may have gone already, replaced by a newer one.
        waiting.remove(version);
    }

    private Answer post(Version version, long nowMillis) throws IOException, InterruptedException {
        byte[] body = body(version);
        String secret = Credentials.secret(webhook.secretFile());
        Map<String, String> headers = Map.of(
                SIGNATURE,
                Signature.of(secret, Math.floorDiv(nowMillis, 1000L), body),
                DELIVERY,
                URLEncoder.encode(version.id(), StandardCharsets.UTF_8) + ":"
                        + version.incident().getChangedNanos());
        return http.post(webhook.url(), headers, body);
    }

    private byte[] body(Version version) {
        try {
            StormIncident incident = version.incident();
            ObjectNode json = IncidentJson.of(incident);
            json.put("runbookUrl", settings.links().runbook(incident));
            json.put("dashboardUrl", settings.links().dashboard(incident));
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values is always writable", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
