package io.stormglass.streams.topology;

import io.stormglass.models.congestion.QueueGrowth;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.load.FlowLoad;
import io.stormglass.models.pause.PauseSpan;
import io.stormglass.streams.state.StoredMeasure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * What the ports stage measures of queues. Growth of counters is told as soon as it is known, in the window of the event that told of it, and nothing is kept here; what
 * frames say of a second is told when the watermark has passed it. Pauses that a port received are told to the device at the other end as well, which may not count how long they were.
 */
final class PortLoads {
    /** Frames tell once a window, so they need no number. */
    private static final long ORDER_OF_FRAMES = Long.MAX_VALUE;
    /** Older seconds are forgotten, and after so long without a watermark nothing was paused by frames. */
    private static final long MOST_SECONDS = 16;

    private final Measures measures;
    private final int partition;
    private final ProgressSteps steps = new ProgressSteps(FlowLoad.WINDOW_NANOS);
    private final TreeMap<Long, StoredMeasure> windows = new TreeMap<>();
    private final TreeMap<Long, StoredMeasure> ofPeers = new TreeMap<>();
    private long framesNanos;

    /**
     * Continues.
     *
     * @param watermarkNanos which the stage has told before
     */
    PortLoads(TopologyInputs inputs, int partition, long watermarkNanos) {
        measures = new Measures(inputs);
        this.partition = partition;
        framesNanos = Measures.windowOf(watermarkNanos);
    }

    /** Takes what an event of a port brought. */
    void take(PortEntry entry, long atNanos) {
        List<QueueGrowth> growth = entry.congestion.drainGrowth();
        List<PauseSpan> spans = entry.pauses.drainSpans();
        for (QueueGrowth each : growth) {
            if (!isEmpty(each)) {
                window(entry, atNanos).getGrowth().add(StoredLoads.store(each));
            }
        }
        for (PauseSpan each : spans) {
            window(entry, atNanos).getPauses().add(StoredLoads.store(each));
            if (each.direction() == Direction.RX) {
                forPeer(entry, atNanos, each);
            }
        }
    }

    /** A host does not know the other end: of its pauses every device hears, so only of those that were some. What a host sends concerns no queue of its own. */
    private void forPeer(PortEntry entry, long atNanos, PauseSpan span) {
        LinkFacts facts = entry.facts();
        if (facts == null || facts.peerRole() == EntityRole.HOST) {
            return;
        }
        boolean named = isPort(entry.port.fabric(), facts.peerDevice(), facts.peerPort());
        boolean heard = facts.role() == EntityRole.HOST && !facts.mac().isEmpty() && span.pausedNanos() > 0;
        if (!named && !heard) {
            return;
        }
        ofPeers.computeIfAbsent(Measures.windowOf(atNanos), window -> {
                    StoredMeasure made = Measures.of(Measures.Kind.PEER, entry.port, window, entry.nextOrder());
                    made.setPauses(new ArrayList<>());
                    made.setPeerDevice(named ? facts.peerDevice() : "");
                    made.setPeerPort(named ? facts.peerPort() : "");
                    made.setMac(facts.mac());
                    return made;
                })
                .getPauses()
                .add(StoredLoads.store(span));
    }

    /** Names from a link may be none that a key can have. */
    private static boolean isPort(String fabric, String device, String port) {
        try {
            return !new PortKey(fabric, device, port).text().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isEmpty(QueueGrowth growth) {
        return growth.sentPackets() == null
                && growth.sentBytes() == null
                && growth.marked() == null
                && growth.dropped() == null
                && growth.wredDropped() == null
                && growth.watermarkBytes() == null
                && growth.depthBytes() == null;
    }

    private StoredMeasure window(PortEntry entry, long atNanos) {
        return windows.computeIfAbsent(Measures.windowOf(atNanos), window -> {
            StoredMeasure made = Measures.of(Measures.Kind.PORT, entry.port, window, entry.nextOrder());
            made.setGrowth(new ArrayList<>());
            made.setPauses(new ArrayList<>());
            return made;
        });
    }

    /** What was taken of the record, to be told. */
    List<Record<byte[], byte[]>> records() {
        List<Record<byte[], byte[]>> records = new ArrayList<>();
        windows.values().forEach(each -> records.add(measures.record(each)));
        ofPeers.values().forEach(each -> records.add(measures.peerRecord(each)));
        windows.clear();
        ofPeers.clear();
        return records;
    }

    /** Facts of a link have changed. */
    Record<byte[], byte[]> link(PortEntry entry, LinkFacts facts, long atNanos) {
        return measures.record(Measures.link(entry.port, facts, atNanos, entry.nextOrder()));
    }

    /** What frames say of the seconds that are over, then how far the partition has come, where that is another second than before. */
    List<Record<byte[], byte[]>> advance(Collection<PortEntry> ports, long watermarkNanos) {
        List<Record<byte[], byte[]>> records = frames(ports, Measures.windowOf(watermarkNanos));
        if (steps.isNext(watermarkNanos)) {
            records.add(measures.mark(Measures.Kind.PORTS_PROGRESS, partition, watermarkNanos));
        }
        return records;
    }

    /** The same at the end, the second that goes on included. */
    List<Record<byte[], byte[]>> end(Collection<PortEntry> ports, long watermarkNanos) {
        List<Record<byte[], byte[]>> records = frames(ports, Measures.windowOf(watermarkNanos) + FlowLoad.WINDOW_NANOS);
        records.add(measures.mark(Measures.Kind.PORTS_END, partition, watermarkNanos));
        return records;
    }

    private List<Record<byte[], byte[]>> frames(Collection<PortEntry> ports, long untilNanos) {
        List<Record<byte[], byte[]>> records = new ArrayList<>();
        long first = framesNanos == 0 ? untilNanos - MOST_SECONDS * FlowLoad.WINDOW_NANOS : framesNanos;
        long last = Math.min(untilNanos, first + MOST_SECONDS * FlowLoad.WINDOW_NANOS);
        for (PortEntry entry : ports) {
            for (long window = first; window < last; window += FlowLoad.WINDOW_NANOS) {
                StoredMeasure measure = ofFrames(entry, window);
                if (measure != null) {
                    records.add(measures.record(measure));
                }
            }
        }
        framesNanos = Math.max(framesNanos, untilNanos);
        return records;
    }

    private static @Nullable StoredMeasure ofFrames(PortEntry entry, long window) {
        List<PauseSpan> spans = entry.pauses.ofFrames(window / FlowLoad.WINDOW_NANOS);
        if (spans.isEmpty()) {
            return null;
        }
        StoredMeasure measure = Measures.of(Measures.Kind.PORT, entry.port, window, ORDER_OF_FRAMES);
        measure.setPauses(spans.stream().map(StoredLoads::store).toList());
        return measure;
    }
}
