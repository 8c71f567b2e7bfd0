package io.stormglass.models.quality;

import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what the partitions tell of agents and devices, in order of event time: who is silent in every partition that knew it is {@code unknown}, once. Silence
 * that lasts becomes a finding.
 *
 * <p>News of one time may come in any order; news must not come for a time that was passed. Not thread-safe; no clock is read.
 */
public final class TelemetryMerge {
    private static final Comparator<Due> ORDER =
            Comparator.comparingLong(Due::atNanos).thenComparing(Due::entity);

    private final QualitySettings settings;
    private final TreeMap<TelemetryEntity, TreeMap<Integer, TelemetryView>> views = new TreeMap<>();
    private final TreeMap<TelemetryEntity, TelemetryRow> rows = new TreeMap<>();
    private final TreeMap<String, TelemetryFinding> open = new TreeMap<>();
    private final TreeMap<PortKey, Peer> peers = new TreeMap<>();
    private @Nullable Links links;
    private final TreeSet<TelemetryEntity> quiet = new TreeSet<>();
    private final TreeSet<Due> due = new TreeSet<>(ORDER);
    private List<TelemetryRow> changedRows = new ArrayList<>();
    private List<TelemetryFinding> changedFindings = new ArrayList<>();
    private List<TelemetryEntity> forgotten = new ArrayList<>();

    /** What is at the other end of a link; the port is empty where it is not known. */
    record Peer(String device, String port) {}

    /** Something to look at. */
    private record Due(long atNanos, TelemetryEntity entity) {}

    /** Nothing is known. */
    public TelemetryMerge(QualitySettings settings) {
        this.settings = settings;
    }

    /** Continues from a stored view. */
    public void restoreView(int partition, TelemetryEntity entity, TelemetryView view) {
        views.computeIfAbsent(entity, e -> new TreeMap<>()).put(partition, view);
    }

    /** Continues from a stored row. */
    public void restoreRow(TelemetryRow row) {
        rows.put(row.entity(), row);
        if (row.quiet()) {
            quiet.add(row.entity());
        }
    }

    /** Continues from a stored finding that has not cleared. */
    public void restoreFinding(TelemetryFinding finding) {
        open.put(finding.id(), finding);
    }

    /** Everything has been restored; everything before the boundary had been decided. */
    public void resume(long boundaryNanos) {
        views.forEach((entity, of) -> {
            long next = Judgement.of(of.values(), boundaryNanos - 1, settings).nextNanos();
            if (next >= boundaryNanos && next != Long.MAX_VALUE) {
                due.add(new Due(next, entity));
            }
        });
    }

    /**
     * A port leads to a device.
     *
     * @param peerDevice empty where that is not known any longer
     * @param peerPort empty where it is not known
     */
    public void link(PortKey port, String peerDevice, String peerPort) {
        boolean changed;
        if (peerDevice.isEmpty()) {
            changed = peers.remove(port) != null;
        } else {
            Peer peer = new Peer(peerDevice, peerPort);
            changed = !peer.equals(peers.put(port, peer));
        }
        if (changed) {
            links = null;
        }
    }

    /** A partition tells. What is due before is decided first. */
    public TelemetryChanges accept(int partition, TelemetryNews news) {
        runBefore(news.atNanos());
        TreeMap<Integer, TelemetryView> of = views.computeIfAbsent(news.entity(), e -> new TreeMap<>());
        if (news.view().voice() == TelemetryView.Voice.GONE) {
            of.remove(partition);
        } else {
            of.put(partition, news.view());
        }
        due.add(new Due(news.atNanos(), news.entity()));
        return taken();
    }

    /** Every partition has told everything before the boundary. */
    public TelemetryChanges advanceTo(long boundaryNanos) {
        runBefore(boundaryNanos);
        return taken();
    }

    private TelemetryChanges taken() {
        TelemetryChanges changes = new TelemetryChanges(changedRows, changedFindings, forgotten);
        changedRows = new ArrayList<>();
        changedFindings = new ArrayList<>();
        forgotten = new ArrayList<>();
        return changes;
    }

    private void runBefore(long nanos) {
        while (!due.isEmpty() && due.first().atNanos < nanos) {
            long now = due.first().atNanos;
            while (!due.isEmpty() && due.first().atNanos == now) {
                evaluate(Objects.requireNonNull(due.pollFirst()).entity, now);
            }
            findings(now);
        }
    }

    private void evaluate(TelemetryEntity entity, long nowNanos) {
        TreeMap<Integer, TelemetryView> of = views.get(entity);
        TelemetryRow before = rows.get(entity);
        if (of == null || of.isEmpty()) {
            views.remove(entity);
            rows.remove(entity);
            quiet.remove(entity);
            forgotten.add(entity);
            return;
        }
        TelemetryReport report =
                of.values().stream().map(TelemetryView::report).reduce(TelemetryReport.NONE, TelemetryReport::with);
        Judgement judged = explained(entity, Judgement.of(of.values(), nowNanos, settings), report);
        // What was said when the state began still holds.
        TelemetryRow began = before != null && before.state() == judged.state() ? before : null;
        TelemetryRow row = new TelemetryRow(
                entity,
                judged.state(),
                began == null ? nowNanos : began.sinceNanos(),
                nowNanos,
                judged.heardNanos(),
                of.values().stream().mapToLong(TelemetryView::epoch).max().orElse(0),
                report,
                began == null ? judged.text() : began.text());
        if (judged.nextNanos() > nowNanos && judged.nextNanos() != Long.MAX_VALUE) {
            due.add(new Due(judged.nextNanos(), entity));
        }
        if (before == null || !sameButForItsTime(row, before)) {
            keep(row, before, nowNanos);
        }
    }

    /** A device whose agents have all said goodbye is not missed without a word. */
    private Judgement explained(TelemetryEntity entity, Judgement judged, TelemetryReport report) {
        if (entity.kind() != TelemetryEntity.Kind.DEVICE
                || judged.state() != TelemetryRow.State.UNKNOWN
                || report.related().isEmpty()) {
            return judged;
        }
        for (String agent : report.related()) {
            TelemetryRow row = rows.get(new TelemetryEntity(TelemetryEntity.Kind.AGENT, entity.fabric(), agent));
            if (row == null || row.state() != TelemetryRow.State.STOPPED) {
                return judged;
            }
        }
        return new Judgement(
                TelemetryRow.State.STOPPED,
                judged.heardNanos(),
                judged.nextNanos(),
                "its agent said that it stops: " + String.join(", ", report.related()));
    }

    private static boolean sameButForItsTime(TelemetryRow one, TelemetryRow other) {
        return one.state() == other.state()
                && Objects.equals(one.heardNanos(), other.heardNanos())
                && one.epoch() == other.epoch()
                && one.report().equals(other.report())
                && one.text().equals(other.text());
    }

    private void keep(TelemetryRow row, @Nullable TelemetryRow before, long nowNanos) {
        TelemetryEntity entity = row.entity();
        rows.put(entity, row);
        changedRows.add(row);
        if (row.quiet()) {
            quiet.add(entity);
        } else {
            quiet.remove(entity);
        }
        boolean otherState = before == null || before.state() != row.state();
        if (otherState && entity.kind() == TelemetryEntity.Kind.AGENT) {
            for (String device : row.report().related()) {
                TelemetryEntity told = new TelemetryEntity(TelemetryEntity.Kind.DEVICE, entity.fabric(), device);
                if (views.containsKey(told)) {
                    due.add(new Due(nowNanos, told));
                }
            }
        }
    }

    private void findings(long nowNanos) {
        if (quiet.isEmpty() && open.isEmpty()) {
            return;
        }
        Links known = links == null ? new Links(peers, views) : links;
        links = known;
        Collection<TelemetryFinding> wanted =
                new SilenceFindings(rows, quiet, known, settings).at(nowNanos, open.values());
        Map<String, TelemetryFinding> byId = new TreeMap<>();
        wanted.forEach(finding -> byId.put(finding.id(), finding));
        for (TelemetryFinding was : List.copyOf(open.values())) {
            if (!byId.containsKey(was.id())) {
                changedFindings.add(was.cleared(nowNanos));
                open.remove(was.id());
            }
        }
        byId.forEach((id, finding) -> {
            if (!finding.equals(open.put(id, finding))) {
                changedFindings.add(finding);
            }
        });
    }
}
