package io.stormglass.models.quality;

import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A port as one agent tells of it. */
final class PortTrack {
    /** A refresh so much older than the newest one did not just come late: the source's clock was set. */
    private static final long CLOCK_WAS_SET_NANOS = 10_000_000_000L;

    private static final long WRAP_32 = 1L << 32;

    final String agent;
    final PortKey port;
    private final TreeMap<Integer, TrackState.Group> groups = new TreeMap<>();
    private final TreeMap<Long, TrackState.Totals> totals = new TreeMap<>();
    private long heardNanos;
    private long refreshedNanos;
    private long duplicates;
    private long late;
    private long linkDowned = -1;
    private List<Long> downNanos = List.of();
    private long linkReadNanos;

    PortTrack(String agent, PortKey port) {
        this.agent = agent;
        this.port = port;
    }

    PortTrack(TrackState.OfPort state) {
        agent = state.agent();
        port = new PortKey(state.fabric(), state.device(), state.port());
        heardNanos = state.heardNanos();
        refreshedNanos = state.refreshedNanos();
        duplicates = state.duplicates();
        late = state.late();
        state.groups().forEach(group -> groups.put(group.id(), group));
        state.totals().forEach(each -> totals.put(each.id(), each));
        linkDowned = state.linkDowned();
        downNanos = state.downNanos();
        linkReadNanos = state.linkReadNanos();
    }

    TrackState.OfPort state() {
        return new TrackState.OfPort(
                port.fabric(),
                agent,
                port.device(),
                port.port(),
                heardNanos,
                refreshedNanos,
                duplicates,
                late,
                List.copyOf(groups.values()),
                List.copyOf(totals.values()),
                linkDowned,
                downNanos,
                linkReadNanos);
    }

    static String key(String agent, PortKey port) {
        return agent + "|" + port.text();
    }

    String key() {
        return key(agent, port);
    }

    long heardNanos() {
        return heardNanos;
    }

    long refreshedNanos() {
        return refreshedNanos;
    }

    long duplicates() {
        return duplicates;
    }

    long late() {
        return late;
    }

    /** Something came in the step that ends then; true where that is new. */
    boolean heard(long stepEndNanos) {
        boolean changed = stepEndNanos > heardNanos;
        heardNanos = Math.max(heardNanos, stepEndNanos);
        return changed;
    }

    void countDuplicate() {
        duplicates++;
    }

    void countLate() {
        late++;
    }

    /** Takes the counters of a record; true where the source has refreshed one. */
    boolean take(List<PortEvent> events, long stepEndNanos) {
        boolean refreshed = false;
        for (PortEvent event : events) {
            CounterGroups.Read read = CounterGroups.of(event);
            if (read != null) {
                boolean newer = refresh(read);
                refreshed |= newer;
                total(read);
                if (newer && event instanceof PortEvent.LinkHealth health) {
                    link(health, stepEndNanos);
                }
            }
        }
        if (refreshed) {
            refreshedNanos = Math.max(refreshedNanos, stepEndNanos);
        }
        return refreshed;
    }

    private void link(PortEvent.LinkHealth health, long stepEndNanos) {
        Long count = health.linkDowned();
        if (count == null) {
            return;
        }
        if (linkDowned >= 0 && count > linkDowned) {
            downNanos = CountedLink.with(downNanos, stepEndNanos);
        }
        linkDowned = count;
        linkReadNanos = Math.max(linkReadNanos, stepEndNanos);
    }

    /** What is read of its link at a time; null where it is not read how often that went down. */
    @Nullable
    CountedLink countedLink(long atNanos, QualitySettings settings) {
        if (linkDowned < 0) {
            return null;
        }
        return new CountedLink(port.port(), downNanos, atNanos >= linkUnreadNanos(settings) ? linkReadNanos : 0);
    }

    /** From when on its link is not read any more unless it is read again; 0 where it never was. */
    long linkUnreadNanos(QualitySettings settings) {
        if (linkDowned < 0) {
            return 0;
        }
        long interval = 0;
        for (TrackState.Group group : groups.values()) {
            if (CounterGroups.isHealth(group.id())) {
                interval = Math.max(interval, Math.max(group.nominalNanos(), measured(group)));
            }
        }
        return linkReadNanos + settings.limitNanos(interval);
    }

    /** By a clock that is off nothing can be measured; the benefit of the doubt goes to the counters. */
    boolean takeUnmeasured(List<PortEvent> events, long stepEndNanos) {
        boolean counters = events.stream().anyMatch(event -> CounterGroups.of(event) != null);
        boolean changed = counters && stepEndNanos > refreshedNanos;
        if (changed) {
            refreshedNanos = stepEndNanos;
        }
        return changed;
    }

    private boolean refresh(CounterGroups.Read read) {
        long at = read.refresh().refreshedNanos();
        Long named = read.refresh().intervalNanos();
        long nominal = named == null ? 0 : named;
        TrackState.Group before = groups.get(read.group());
        if (before != null && at == before.newestNanos()) {
            return false;
        }
        if (before == null || at < before.newestNanos() - CLOCK_WAS_SET_NANOS) {
            groups.put(read.group(), new TrackState.Group(read.group(), at, 0, 0, nominal));
            return true;
        }
        if (at < before.newestNanos()) {
            return false;
        }
        groups.put(
                read.group(),
                new TrackState.Group(read.group(), at, at - before.newestNanos(), before.gapNanos(), nominal));
        return true;
    }

    private void total(CounterGroups.Read read) {
        long at = read.refresh().refreshedNanos();
        TrackState.Totals before = totals.get(read.counters());
        if (before == null) {
            totals.put(read.counters(), new TrackState.Totals(read.counters(), at, read.totals(), 0));
            return;
        }
        boolean clockWasSet = at < before.refreshedNanos() - CLOCK_WAS_SET_NANOS;
        if (at > before.refreshedNanos() || clockWasSet) {
            long resets = before.resets() + (!clockWasSet && anyFell(before.values(), read.totals()) ? 1 : 0);
            totals.put(read.counters(), new TrackState.Totals(read.counters(), at, read.totals(), resets));
        }
    }

    /** A total that fell from the upper half of 32 bits to the lower one may have wrapped. */
    private static boolean anyFell(List<Long> before, List<Long> now) {
        for (int i = 0; i < now.size(); i++) {
            long old = before.get(i);
            boolean mayHaveWrapped = old < WRAP_32 && old >= WRAP_32 / 2 && now.get(i) < WRAP_32 / 2;
            if (now.get(i) >= 0 && now.get(i) < old && !mayHaveWrapped) {
                return true;
            }
        }
        return false;
    }

    /** Shortest refresh of a group, the longer of measured and named; 0 where none is known. */
    long intervalNanos() {
        long shortest = 0;
        for (TrackState.Group group : groups.values()) {
            shortest = TelemetryReport.shorter(shortest, Math.max(group.nominalNanos(), measured(group)));
        }
        return shortest;
    }

    /** One gap may be a refresh that was not seen: of the newest two the shorter. */
    private static long measured(TrackState.Group group) {
        return TelemetryReport.shorter(group.gapNanos(), group.gapBeforeNanos());
    }

    /** What of a report rests on counters and records of this port. */
    TelemetryReport report() {
        long shortest = 0;
        long longest = 0;
        long shortestNominal = 0;
        long longestNominal = 0;
        for (TrackState.Group group : groups.values()) {
            long measured = rounded(measured(group));
            shortest = TelemetryReport.shorter(shortest, measured);
            longest = Math.max(longest, measured);
            shortestNominal = TelemetryReport.shorter(shortestNominal, group.nominalNanos());
            longestNominal = Math.max(longestNominal, group.nominalNanos());
        }
        long resets = totals.values().stream()
                .mapToLong(TrackState.Totals::resets)
                .max()
                .orElse(0);
        return new TelemetryReport(
                0, duplicates, late, resets, shortest, longest, shortestNominal, longestNominal, null, List.of());
    }

    /** What its telemetry is like at a time. */
    PortReport report(AgentTrack by, long atNanos, QualitySettings settings) {
        TelemetryView speaker = by.view(atNanos, TelemetryReport.NONE);
        TelemetryReport counts = report().withOffset(by.worstOffsetNanos());
        long limit = settings.limitNanos(intervalNanos());
        boolean read = refreshedNanos > 0;
        if (speaker.voice() == TelemetryView.Voice.STOPPED) {
            return report(TelemetryRow.State.STOPPED, counts, "its agent said that it stops");
        }
        if (read && atNanos >= heardNanos + limit) {
            return report(TelemetryRow.State.UNKNOWN, counts, "nothing was heard of the port for " + silence(limit));
        }
        if (speaker.skewed()) {
            String off = Judgement.seconds(Math.abs(speaker.skewNanos()));
            return report(TelemetryRow.State.SKEWED, counts, "the clock of its agent is off by " + off);
        }
        if (read && atNanos >= refreshedNanos + limit) {
            return report(TelemetryRow.State.STALLED, counts, "no counter was refreshed for " + silence(limit));
        }
        return report(TelemetryRow.State.OK, counts, "");
    }

    private PortReport report(TelemetryRow.State state, TelemetryReport counts, String text) {
        return new PortReport(agent, state, refreshedNanos, counts, text);
    }

    private String silence(long limitNanos) {
        long interval = intervalNanos();
        String often = interval == 0 ? "" : " (counters come every " + Judgement.seconds(rounded(interval)) + ")";
        return Judgement.seconds(limitNanos) + often;
    }

    /** To half of the first digit (0.95, 1, 1.5, 2 s), so that jitter is no news; the smaller stays the smaller. */
    static long rounded(long nanos) {
        long unit = 10;
        while (nanos / unit >= 10) {
            unit *= 10;
        }
        long half = unit / 2;
        return (nanos + half / 2) / half * half;
    }
}
