package io.stormglass.models.quality;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.event.Scope;
import io.stormglass.models.time.SequenceWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Records of agents in an order of their own, spread over partitions as keys are, and what comes of them. */
final class TelemetryScene {
    static final long SECOND = 1_000_000_000L;
    static final long T0 = 1_700_000_000L * SECOND;
    static final String FABRIC = "f";

    final List<TelemetryRow> rows = new ArrayList<>();
    final List<TelemetryFinding> findings = new ArrayList<>();
    final List<TelemetryEntity> forgotten = new ArrayList<>();
    private final QualitySettings settings;
    private final int restartEveryTicks;
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Held> held = new ArrayList<>();
    private final Map<TelemetryEntity, Map<Integer, TelemetryView>> views = new HashMap<>();
    private final Map<TelemetryEntity, TelemetryRow> lastRows = new HashMap<>();
    private final Map<String, TelemetryFinding> open = new TreeMap<>();
    private final Map<PortKey, List<String>> links = new TreeMap<>();
    private final Map<String, TreeSet<Integer>> writes = new HashMap<>();
    private final Map<String, Long> epochs = new HashMap<>();
    private final Map<String, Long> offsets = new HashMap<>();
    private TelemetryMerge merge;
    private long watermark;
    private int ticks;

    private record Held(int partition, TelemetryNews news) {}

    /** One partition with its stores. */
    private static final class Partition {
        final Map<String, SequenceWindow> windows = new HashMap<>();
        final Map<String, Long> sequences = new HashMap<>();
        final Map<String, TrackState> tracks = new TreeMap<>();
        final Map<TelemetryEntity, TelemetryNews> told = new TreeMap<>();
        PartitionTelemetry telemetry;

        Partition(QualitySettings settings) {
            telemetry = new PartitionTelemetry(settings);
        }

        void store(List<TelemetryNews> news) {
            for (TrackState state : telemetry.takeChanged()) {
                tracks.put(key(state), state);
            }
            telemetry.takeForgotten().forEach(state -> tracks.remove(key(state)));
            for (TelemetryNews each : news) {
                if (each.view().voice() == TelemetryView.Voice.GONE) {
                    told.remove(each.entity());
                } else {
                    told.put(each.entity(), each);
                }
            }
        }

        private static String key(TrackState state) {
            return switch (state) {
                case TrackState.OfAgent a -> a.agent();
                case TrackState.OfPort p -> p.agent() + "|" + p.device() + "/" + p.port();
            };
        }

        void restart(QualitySettings settings) {
            telemetry = new PartitionTelemetry(settings);
            tracks.values().forEach(telemetry::restore);
            told.values().forEach(telemetry::restoreTold);
        }
    }

    /** Restarts everything after so many ticks each; 0: never. */
    TelemetryScene(int partitionCount, int restartEveryTicks) {
        this(partitionCount, restartEveryTicks, QualitySettings.defaults());
    }

    TelemetryScene(int partitionCount, int restartEveryTicks, QualitySettings settings) {
        this.settings = settings;
        this.restartEveryTicks = restartEveryTicks;
        for (int p = 0; p < partitionCount; p++) {
            partitions.add(new Partition(settings));
        }
        merge = new TelemetryMerge(settings);
    }

    static TelemetryEntity agent(String name) {
        return new TelemetryEntity(TelemetryEntity.Kind.AGENT, FABRIC, name);
    }

    static TelemetryEntity device(String name) {
        return new TelemetryEntity(TelemetryEntity.Kind.DEVICE, FABRIC, name);
    }

    void link(String device, String port, String peer) {
        link(device, port, peer, "");
    }

    void link(String device, String port, String peer, String peerPort) {
        PortKey key = new PortKey(FABRIC, device, port);
        links.put(key, List.of(peer, peerPort));
        merge.link(key, peer, peerPort);
    }

    void newEpoch(String agent) {
        epochs.merge(agent, 1L, Long::sum);
    }

    void clockOffset(String agent, @Nullable Long nanos) {
        if (nanos == null) {
            offsets.remove(agent);
        } else {
            offsets.put(agent, nanos);
        }
    }

    /** Counters of a port, read now. */
    void counters(String agent, String device, String port, long atNanos, Refresh refresh, long total) {
        counters(agent, device, port, atNanos, refresh, total, 1);
    }

    /** The same record so many times; 0: it is lost. */
    void counters(String agent, String device, String port, long atNanos, Refresh refresh, long total, int times) {
        PortEvent event =
                new PortEvent.PauseCounters(atNanos, refresh, Direction.RX, 3, total, total * 1000, null, null);
        record(agent, new PortKey(FABRIC, device, port), event, times);
    }

    /** How often the link of a port went down. */
    void downed(String agent, String device, String port, long atNanos, Refresh refresh, long count) {
        PortEvent event = new PortEvent.LinkHealth(atNanos, refresh, null, null, null, count);
        record(agent, new PortKey(FABRIC, device, port), event, 1);
    }

    /** A pause frame: an event without counters. */
    void frame(String agent, String device, String port, long atNanos) {
        record(agent, new PortKey(FABRIC, device, port), new PortEvent.PfcFrame(atNanos, Direction.RX, 3, 100), 1);
    }

    private void record(String agent, PortKey port, PortEvent event, int times) {
        int partition = Math.floorMod(port.text().hashCode(), partitions.size());
        writes.computeIfAbsent(agent, a -> new TreeSet<>()).add(partition);
        BatchHeader header = header(agent, partition, RecordKind.EVENTS);
        for (int i = 0; i < times; i++) {
            arrive(partition, header, port, List.of(event), event.timeNanos());
        }
    }

    /** A record without events, to the partitions that the agent has written to. */
    void mark(String agent, RecordKind kind, long atNanos) {
        for (int partition : writes.getOrDefault(agent, new TreeSet<>())) {
            arrive(partition, header(agent, partition, kind), null, List.of(), atNanos);
        }
    }

    private BatchHeader header(String agent, int partition, RecordKind kind) {
        long epoch = epochs.getOrDefault(agent, 0L);
        long sequence = partitions.get(partition).sequences.merge(agent + "|" + epoch, 1L, Long::sum) - 1;
        return new BatchHeader(
                kind,
                FABRIC,
                "run",
                agent,
                epoch,
                sequence,
                ObserverRole.SWITCH,
                Scope.SWITCH,
                1,
                false,
                0,
                offsets.get(agent),
                1.0);
    }

    private void arrive(
            int number, BatchHeader header, @Nullable PortKey port, List<PortEvent> events, long recordNanos) {
        Partition partition = partitions.get(number);
        SequenceWindow before = partition.windows.getOrDefault(header.agentId(), SequenceWindow.EMPTY);
        SequenceWindow.Step step = before.accept(header.epoch(), header.sequence());
        partition.windows.put(header.agentId(), step.next());
        Long offset = header.clockOffsetNanos();
        partition.telemetry.arrived(
                new Arrival(
                        header,
                        port,
                        events,
                        step.verdict(),
                        step.gaps(),
                        step.next().openHoles(),
                        recordNanos),
                watermark,
                offset != null && Math.abs(offset) > SECOND);
        partition.store(List.of());
    }

    List<PortReport> port(PortKey port, long atNanos) {
        return partitions.getFirst().telemetry.of(port, atNanos);
    }

    List<PortKey> turned(long atNanos) {
        return partitions.getFirst().telemetry.turned(atNanos);
    }

    /** Everything before a time has been written. */
    void tick(long nanos) {
        for (int p = 0; p < partitions.size(); p++) {
            take(p, partitions.get(p).telemetry.advance(watermark, nanos));
        }
        watermark = nanos;
        release(nanos);
        ticks++;
        if (restartEveryTicks > 0 && ticks % restartEveryTicks == 0) {
            restart();
        }
    }

    /** The run is over. */
    void end(long nanos) {
        for (int p = 0; p < partitions.size(); p++) {
            take(p, partitions.get(p).telemetry.advance(watermark, nanos));
            take(p, partitions.get(p).telemetry.end(nanos));
        }
        watermark = nanos;
        release(nanos + 1);
    }

    private void take(int partition, List<TelemetryNews> news) {
        partitions.get(partition).store(news);
        news.forEach(each -> held.add(new Held(partition, each)));
    }

    private void release(long boundaryNanos) {
        List<Held> now = held.stream()
                .filter(each -> each.news.atNanos() < boundaryNanos)
                .sorted(Comparator.<Held>comparingLong(each -> each.news.atNanos())
                        .thenComparing(each -> each.news.entity())
                        .thenComparingInt(Held::partition))
                .toList();
        held.removeAll(now);
        for (Held each : now) {
            Map<Integer, TelemetryView> of = views.computeIfAbsent(each.news.entity(), e -> new TreeMap<>());
            if (each.news.view().voice() == TelemetryView.Voice.GONE) {
                of.remove(each.partition);
            } else {
                of.put(each.partition, each.news.view());
            }
            note(merge.accept(each.partition, each.news));
        }
        note(merge.advanceTo(boundaryNanos));
    }

    private void note(TelemetryChanges changes) {
        rows.addAll(changes.rows());
        findings.addAll(changes.findings());
        forgotten.addAll(changes.forgotten());
        changes.rows().forEach(row -> lastRows.put(row.entity(), row));
        changes.forgotten().forEach(lastRows::remove);
        for (TelemetryFinding finding : changes.findings()) {
            if (finding.clearedNanos() == null) {
                open.put(finding.id(), finding);
            } else {
                open.remove(finding.id());
            }
        }
    }

    private void restart() {
        partitions.forEach(partition -> partition.restart(settings));
        merge = new TelemetryMerge(settings);
        views.forEach((entity, of) -> of.forEach((p, view) -> merge.restoreView(p, entity, view)));
        lastRows.values().forEach(merge::restoreRow);
        open.values().forEach(merge::restoreFinding);
        links.forEach((port, peer) -> merge.link(port, peer.getFirst(), peer.getLast()));
        merge.resume(watermark);
    }

    /** States of an agent or device in order, each once. */
    List<TelemetryRow.State> states(TelemetryEntity entity) {
        List<TelemetryRow.State> states = new ArrayList<>();
        for (TelemetryRow row : rows) {
            if (row.entity().equals(entity) && (states.isEmpty() || states.getLast() != row.state())) {
                states.add(row.state());
            }
        }
        return states;
    }

    TelemetryRow last(TelemetryEntity entity) {
        TelemetryRow row = lastRows.get(entity);
        if (row == null) {
            throw new IllegalStateException("nothing was said of " + entity);
        }
        return row;
    }

    /** First row of an agent or device in a state. */
    TelemetryRow first(TelemetryEntity entity, TelemetryRow.State state) {
        return rows.stream()
                .filter(row -> row.entity().equals(entity) && row.state() == state)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(entity + " was never " + state + ": " + rows));
    }
}
