package io.stormglass.models.quality;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one partition of port events hears of agents and devices, and what of it is news for who puts the partitions together.
 *
 * <p>Time is the watermark: what came is counted into the step of it in which it came, whatever its own clock said. Every value of a view is a maximum, a minimum or a sum
 * over what the partition has, and changes at steps only; so views of several partitions, put together, are the view of one that has it all. The one exception: a hole in a
 * sequence is seen when the partition's next record of that agent comes, which depends on the partitions.
 *
 * <p>Not thread-safe; no clock is read.
 */
public final class PartitionTelemetry {
    private final QualitySettings settings;
    private final TreeMap<TelemetryEntity, Track> tracks = new TreeMap<>();
    private final TreeMap<TelemetryEntity, TelemetryView> told = new TreeMap<>();
    private final Map<PortKey, TreeMap<String, PortTrack>> byPort = new TreeMap<>();
    private final Map<PortKey, List<TelemetryRow.State>> states = new TreeMap<>();
    private final Map<String, PortTrack> changedPorts = new TreeMap<>();
    private final TreeSet<TelemetryEntity> changedAgents = new TreeSet<>();
    private final List<TrackState> forgotten = new ArrayList<>();

    /** A partition in which nothing was heard. */
    public PartitionTelemetry(QualitySettings settings) {
        this.settings = settings;
    }

    /** Continues from what was stored. */
    public void restore(TrackState state) {
        switch (state) {
            case TrackState.OfAgent of -> {
                AgentTrack before = agent(of.fabric(), of.agent());
                AgentTrack track = new AgentTrack(of, settings);
                track.ports.putAll(before.ports);
                tracks.put(track.entity(), track);
            }
            case TrackState.OfPort of -> link(new PortTrack(of));
        }
    }

    /** Continues from what was told. */
    public void restoreTold(TelemetryNews news) {
        told.put(news.entity(), news.view());
    }

    /** Takes a record. Ticks and end marks are the publisher's and say nothing of an agent. */
    public void arrived(Arrival arrival, long watermarkNanos, boolean clockOff) {
        BatchHeader header = arrival.header();
        if (header.kind() == RecordKind.TICK
                || header.kind() == RecordKind.END
                || header.kind() == RecordKind.UNKNOWN) {
            return;
        }
        // Before the first watermark only the record's own time is known.
        long stepEnd = settings.stepAfter(watermarkNanos == 0 ? arrival.recordNanos() : watermarkNanos);
        boolean late = isLate(arrival, watermarkNanos);
        AgentTrack agent = agent(header.fabric(), header.agentId());
        if (agent.take(arrival, stepEnd, clockOff, late)) {
            changedAgents.add(agent.entity());
        }
        PortKey port = arrival.port();
        if (port != null) {
            port(agent, port, arrival, stepEnd, clockOff, late);
        }
    }

    private static boolean isLate(Arrival arrival, long watermarkNanos) {
        return switch (arrival.verdict()) {
            case TOO_OLD -> true;
            case DUPLICATE -> false;
            case NEW ->
                !arrival.events().isEmpty()
                        && arrival.events().stream()
                                        .mapToLong(PortEvent::timeNanos)
                                        .max()
                                        .orElse(Long.MAX_VALUE)
                                < watermarkNanos;
        };
    }

    private void port(
            AgentTrack agent, PortKey port, Arrival arrival, long stepEndNanos, boolean clockOff, boolean late) {
        PortTrack track = agent.ports.get(PortTrack.key(agent.entity().name(), port));
        if (track == null) {
            track = new PortTrack(arrival.header().agentId(), port);
            link(track);
        }
        boolean changed = track.heard(stepEndNanos);
        if (late) {
            track.countLate();
            changed = true;
        }
        switch (arrival.verdict()) {
            case DUPLICATE -> {
                track.countDuplicate();
                changed = true;
            }
            case NEW ->
                changed |= clockOff
                        ? track.takeUnmeasured(arrival.events(), stepEndNanos)
                        : track.take(arrival.events(), stepEndNanos);
            case TOO_OLD -> {}
        }
        if (changed) {
            changedPorts.put(track.key(), track);
        }
    }

    private AgentTrack agent(String fabric, String name) {
        TelemetryEntity entity = new TelemetryEntity(TelemetryEntity.Kind.AGENT, fabric, name);
        Track track = tracks.computeIfAbsent(entity, e -> new AgentTrack(fabric, name, settings));
        return (AgentTrack) track;
    }

    private DeviceTrack device(PortKey port) {
        TelemetryEntity entity = new TelemetryEntity(TelemetryEntity.Kind.DEVICE, port.fabric(), port.device());
        Track track = tracks.computeIfAbsent(entity, e -> new DeviceTrack(port.fabric(), port.device(), settings));
        return (DeviceTrack) track;
    }

    private void link(PortTrack track) {
        agent(track.port.fabric(), track.agent).ports.put(track.key(), track);
        device(track.port).ports.put(track.key(), track);
        byPort.computeIfAbsent(track.port, port -> new TreeMap<>()).put(track.agent, track);
    }

    /** What the telemetry of a port is like at a time, by agent. */
    public List<PortReport> of(PortKey port, long atNanos) {
        return byPort.getOrDefault(port, new TreeMap<>()).values().stream()
                .map(track -> track.report(agent(port.fabric(), track.agent), atNanos, settings))
                .toList();
    }

    /** Ports whose state is another at a time than when this was asked last; at first all are taken to be ok. */
    public List<PortKey> turned(long atNanos) {
        List<PortKey> turned = new ArrayList<>();
        for (PortKey port : byPort.keySet()) {
            List<TelemetryRow.State> now =
                    of(port, atNanos).stream().map(PortReport::state).toList();
            List<TelemetryRow.State> before = states.put(port, now);
            if (before == null ? now.stream().anyMatch(state -> state != TelemetryRow.State.OK) : !now.equals(before)) {
                turned.add(port);
            }
        }
        return turned;
    }

    /** What must be stored since the last call, in order. */
    public List<TrackState> takeChanged() {
        List<TrackState> changed = new ArrayList<>();
        for (TelemetryEntity entity : changedAgents) {
            if (tracks.get(entity) instanceof AgentTrack agent) {
                changed.add(agent.state());
            }
        }
        changedPorts.values().forEach(port -> changed.add(port.state()));
        changedAgents.clear();
        changedPorts.clear();
        return changed;
    }

    /** What need not be stored any longer since the last call. */
    public List<TrackState> takeForgotten() {
        List<TrackState> gone = List.copyOf(forgotten);
        forgotten.clear();
        return gone;
    }

    /**
     * The watermark has moved: what has changed in the steps that are over.
     *
     * @param fromNanos where it was, 0 before the first
     */
    public List<TelemetryNews> advance(long fromNanos, long toNanos) {
        long step = settings.stepAfter(fromNanos);
        if (fromNanos == 0 || step > toNanos) {
            return List.of();
        }
        long report = settings.reportAfter(fromNanos);
        List<TelemetryNews> news = new ArrayList<>();
        for (Track track : List.copyOf(tracks.values())) {
            TreeSet<Long> times = new TreeSet<>(track.turns());
            times.add(report);
            times.add(step);
            for (long at : times.subSet(step, true, toNanos, true)) {
                tell(track, at, at >= report ? track.report() : reported(track), news);
            }
        }
        return news;
    }

    /** The partition has ended: everything that was not told yet. */
    public List<TelemetryNews> end(long atNanos) {
        List<TelemetryNews> news = new ArrayList<>();
        for (Track track : List.copyOf(tracks.values())) {
            tell(track, atNanos, track.report(), news);
        }
        return news;
    }

    private void tell(Track track, long atNanos, TelemetryReport report, List<TelemetryNews> news) {
        TelemetryEntity entity = track.entity();
        TelemetryView view = track.view(atNanos, report);
        if (view.equals(told.get(entity))) {
            return;
        }
        news.add(new TelemetryNews(entity, atNanos, view));
        told.put(entity, view);
        if (view.voice() == TelemetryView.Voice.GONE) {
            forget(track);
        }
    }

    private TelemetryReport reported(Track track) {
        TelemetryView before = told.get(track.entity());
        return before == null ? TelemetryReport.NONE : before.report();
    }

    private void forget(Track track) {
        tracks.remove(track.entity());
        told.remove(track.entity());
        for (PortTrack port : List.copyOf(track.ports().values())) {
            forgotten.add(port.state());
            String key = port.key();
            changedPorts.remove(key);
            forget(port);
            if (track instanceof AgentTrack) {
                device(port.port).ports.remove(key);
            } else {
                agent(port.port.fabric(), port.agent).ports.remove(key);
            }
        }
        if (track instanceof AgentTrack agent) {
            forgotten.add(agent.state());
        }
    }

    private void forget(PortTrack track) {
        TreeMap<String, PortTrack> agents = byPort.get(track.port);
        if (agents != null && agents.remove(track.agent) != null && agents.isEmpty()) {
            byPort.remove(track.port);
            states.remove(track.port);
        }
    }
}
