package io.stormglass.models.congestion;

import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.shadow.QueueSign;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Classes of one port's NIC and of its egress queues, from counters alone. There is no reaction point here: a port's counters add up all its flows.
 *
 * <p>Counters are running totals. Growth is taken between two refreshes of the SOURCE: a snapshot read again, an older one and a repeated record are
 * no sample, a late poll is a longer interval, a total that fell is a source that started anew (growth not known; a wrap only where the
 * width is known), a value that was not read is no 0. A class looks back on the newest {@link CongestionSettings#intervals()} intervals.
 *
 * <p>A port's own pauses are not used: what a switch port sends is caused by its ingress, and so by egress queues of OTHER ports. Who knows which
 * ones says so ({@link #pausedPeers}).
 *
 * <p>Groups of counters (the NIC's, each queue's) do not depend on each other's order. Bytes sent belong to the NIC's refresh that follows them. Not
 * thread-safe; no clock is read.
 *
 * @see NicClassifier
 * @see QueueClassifier
 */
public final class PortCongestion {
    private final CongestionSettings settings;
    private final TreeMap<QueueKey, QueueTrack> queues = new TreeMap<>();
    private @Nullable NicTrack nic;
    private List<QueueEcn> ecn = List.of();
    private List<QueueGrowth> growth = new ArrayList<>();

    /** A port of which nothing is known. */
    public PortCongestion(CongestionSettings settings) {
        this.settings = settings;
    }

    /** Continues from a stored state. */
    public PortCongestion(CongestionSettings settings, PortCongestionState state) {
        this.settings = settings;
        PortCongestionState.Nic stored = state.nic();
        nic = stored == null ? null : new NicTrack(settings, stored);
        state.queues().forEach(queue -> {
            QueueTrack track = new QueueTrack(queue, settings);
            queues.put(track.key, track);
        });
    }

    /** State to store. */
    public PortCongestionState state() {
        return new PortCongestionState(
                nic == null ? null : nic.state(),
                queues.values().stream().map(QueueTrack::state).toList());
    }

    /** Takes the port's next event; pauses, errors and link health change nothing. */
    public void accept(PortEvent event) {
        switch (event) {
            case PortEvent.NicCongestion read -> nicSample(read);
            case PortEvent.QueueSample read ->
                growth.add(queue(read.priority(), read.queue()).sample(read));
            case PortEvent.Traffic passed -> traffic(passed);
            case PortEvent.PfcFrame unused -> {}
            case PortEvent.PauseFrame unused -> {}
            case PortEvent.PauseCounters unused -> {}
            case PortEvent.TransportErrors unused -> {}
            case PortEvent.HostBackPressure unused -> {}
            case PortEvent.LinkHealth unused -> {}
            case PortEvent.Watchdog unused -> {}
        }
    }

    /** What refreshes of queues brought since the last call, in order; not part of {@link #state()}. */
    public List<QueueGrowth> drainGrowth() {
        List<QueueGrowth> drained = growth;
        growth = new ArrayList<>();
        return drained;
    }

    /** Counters of a group come from another agent from now on: its first totals say nothing of what was before. */
    public void begin(CounterGroup group) {
        switch (group) {
            case QUEUES -> queues.values().forEach(QueueTrack::begin);
            case NIC_CONGESTION -> {
                if (nic != null) {
                    nic.begin();
                }
            }
            case RECEIVED_PAUSES, SENT_PAUSES, OTHER_PAUSES, TRANSPORT_ERRORS, BACK_PRESSURE, LINK_HEALTH -> {}
        }
    }

    /** Sets the ECN thresholds of a queue; null where they are no longer known. */
    public void thresholds(int priority, int queue, @Nullable QueueThresholds thresholds) {
        queue(priority, queue).thresholds(thresholds);
    }

    /**
     * Sets the thresholds of all queues of the port, those that are met later included: those of the queue's priority, else those of every
     * priority, else none. They are settings and not part of {@link #state()}.
     */
    public void thresholds(List<QueueEcn> ofPort) {
        ecn = List.copyOf(ofPort);
        queues.values().forEach(queue -> queue.thresholds(configured(queue.key.priority())));
    }

    private @Nullable QueueThresholds configured(int priority) {
        QueueThresholds found = null;
        for (QueueEcn each : ecn) {
            if (each.priority() == priority || (each.priority() == QueueEcn.EVERY_PRIORITY && found == null)) {
                found = new QueueThresholds(each.kminBytes(), each.kmaxBytes());
            }
        }
        return found;
    }

    /** The backlog of a queue made the switch pause its peers, as somebody found out who sees the whole device. */
    public void pausedPeers(int priority, int queue, long fromNanos, long toNanos) {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException("a pause from " + fromNanos + " to " + toNanos + " ns ends too early");
        }
        queue(priority, queue).pausedPeers(fromNanos, toNanos);
    }

    /** True where congestion counters of a NIC were seen. */
    public boolean nicSeen() {
        return nic != null;
    }

    /**
     * The NIC at a moment; {@code not-observable} where no congestion counters were seen.
     *
     * @param queue what the switches say of the queues on the way to this NIC over the same time
     */
    public NicReading nic(long atNanos, QueueSign queue) {
        NicTrack track = nic == null ? new NicTrack(settings) : nic;
        return track.reading(atNanos, queue);
    }

    /** The queues at a moment, sorted by priority, then number. */
    public List<QueueReading> queues(long atNanos) {
        Sight marks = marksOfPort();
        return queues.values().stream()
                .map(track -> track.reading(atNanos, marks))
                .toList();
    }

    /** The signs of the queues at a moment, sorted by priority, then number. */
    public List<QueueSpell> spells(long atNanos) {
        Sight marks = marksOfPort();
        return queues.values().stream()
                .map(track -> track.spell(atNanos, marks))
                .toList();
    }

    private Sight marksOfPort() {
        return queues.values().stream().anyMatch(QueueTrack::marksCount) ? Sight.COUNTS : Sight.NEVER_COUNTED;
    }

    /** True where time alone has changed a class between two moments: counters stopped being refreshed. */
    public boolean wentStale(long fromNanos, long toNanos) {
        NicTrack track = nic;
        boolean nicWent = track != null && !track.isStale(fromNanos) && track.isStale(toNanos);
        return nicWent || queues.values().stream().anyMatch(q -> !q.isStale(fromNanos) && q.isStale(toNanos));
    }

    /** What is wrong with these counters, sorted. */
    public List<String> quality() {
        List<String> quality = new ArrayList<>();
        if (nic != null) {
            nic.quality(quality);
        }
        queues.values().forEach(track -> track.quality(quality));
        return List.copyOf(new TreeSet<>(quality));
    }

    private void nicSample(PortEvent.NicCongestion read) {
        if (nic == null) {
            nic = new NicTrack(settings);
        }
        nic.sample(read);
    }

    private void traffic(PortEvent.Traffic passed) {
        if (nic != null && passed.direction() == Direction.TX) {
            nic.sentBytes(passed.bytes());
        }
    }

    private QueueTrack queue(int priority, int queue) {
        return queues.computeIfAbsent(new QueueKey(priority, queue), key -> {
            QueueTrack track = new QueueTrack(key, settings);
            track.thresholds(configured(priority));
            return track;
        });
    }
}
