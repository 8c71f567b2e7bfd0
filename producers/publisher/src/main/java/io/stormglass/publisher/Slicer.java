package io.stormglass.publisher;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns events into records: the pure part of the publisher.
 *
 * <p>Event time is cut into slices of {@value #SLICE_NANOS} ns. A slice is over when an event arrives that is newer than
 * its end by the reorder limit. Its batches then leave in (newest event time, key) order. Every multiple of
 * {@value #TICK_NANOS} ns that event time has passed is told to every partition by a tick; a gap above
 * {@value #GAP_NANOS} ns is crossed by one. An event of a slice that is over is late and only counted.
 *
 * <p>No clock is read and no result depends on the order of a hash map, so the records are a function of the events.
 */
final class Slicer {
    static final long SLICE_NANOS = 10_000_000L;
    static final long TICK_NANOS = 50_000_000L;
    static final long GAP_NANOS = 1_000_000_000L;
    static final long LINK_REPEAT_NANOS = 60_000_000_000L;

    /** Upper bounds of an encoded event in bytes: every number at its widest. */
    private static final int FLOW_EVENT_BYTES = 46;

    private static final int PORT_EVENT_BYTES = 160;
    private static final LinkFacts NO_FACTS = LinkFacts.speedOnly(0, true);

    private final PublisherSettings settings;
    private final BatchOutput output;
    private final TreeMap<Long, Slice> open = new TreeMap<>();
    private final Map<PortKey, PortLink> links = new HashMap<>();
    private final long[] flowSequences;
    private final long[] portSequences;
    private final PublishCounts counts;

    private @Nullable Slice current;
    private int held;
    private long newestNanos = Long.MIN_VALUE;
    private long overUntilNanos = Long.MIN_VALUE;
    private long lastTickNanos = Long.MIN_VALUE;
    private boolean ended;

    Slicer(PublisherSettings settings, BatchOutput output, PublishCounts counts) {
        this.settings = settings;
        this.output = output;
        this.counts = counts;
        this.flowSequences = new long[settings.flowPartitions()];
        this.portSequences = new long[settings.portPartitions()];
    }

    void flowEvent(FlowKey flow, FlowAttributes attributes, FlowEvent event) {
        Slice slice = sliceFor(event.timeNanos());
        if (slice != null) {
            slice.add(flow, attributes, event);
            keepWithinLimit();
        }
    }

    void portEvent(PortKey port, PortEvent event) {
        Slice slice = sliceFor(event.timeNanos());
        if (slice != null) {
            PortLink link = links.get(port);
            slice.add(port, link == null ? NO_FACTS : link.facts, event);
            keepWithinLimit();
        }
    }

    void linkFacts(PortKey port, LinkFacts facts) {
        PortLink link = links.computeIfAbsent(port, key -> new PortLink());
        if (!facts.equals(link.facts)) {
            link.facts = facts;
        }
    }

    /** Sends what is held and closes every partition with an end mark. */
    void end() {
        if (ended) {
            throw new IllegalStateException("the run has ended already");
        }
        ended = true;
        leaveUntil(Long.MAX_VALUE);
        output.eventsEnd();
        long endNanos = newestNanos == Long.MIN_VALUE ? 0 : newestNanos + 1;
        mark(RecordKind.END, "end|" + settings.agentId(), endNanos);
    }

    private @Nullable Slice sliceFor(long timeNanos) {
        if (ended) {
            throw new IllegalStateException("event at " + timeNanos + " after the end of the run");
        }
        if (timeNanos < overUntilNanos) {
            counts.late++;
            return null;
        }
        if (timeNanos > newestNanos) {
            newestNanos = timeNanos;
            long over = floor(timeNanos - settings.reorderNanos(), SLICE_NANOS);
            if (over > overUntilNanos) {
                leaveUntil(over);
                ticksUntil(over);
                overUntilNanos = over;
            }
        }
        Slice slice = current;
        if (slice == null || timeNanos < slice.startNanos || timeNanos >= slice.startNanos + SLICE_NANOS) {
            slice = open.computeIfAbsent(floor(timeNanos, SLICE_NANOS), this::slice);
            current = slice;
        }
        return slice;
    }

    private Slice slice(long startNanos) {
        return new Slice(startNanos, mostEvents(FLOW_EVENT_BYTES), mostEvents(PORT_EVENT_BYTES));
    }

    private void keepWithinLimit() {
        if (++held <= settings.limits().heldEvents()) {
            return;
        }
        // Ticks speak of slices that are over, so what leaves early breaks no promise.
        for (Slice slice : open.values()) {
            leave(slice);
            if (held <= settings.limits().heldEvents() / 2) {
                return;
            }
        }
    }

    private void leaveUntil(long overNanos) {
        while (!open.isEmpty() && open.firstKey() < overNanos) {
            Slice slice = open.pollFirstEntry().getValue();
            ticksUntil(slice.startNanos);
            leave(slice);
        }
        current = null;
    }

    private void leave(Slice slice) {
        output.sliceLeaves(slice.startNanos + SLICE_NANOS);
        leaveFlows(slice);
        leavePorts(slice);
        held -= slice.events;
        slice.clear();
    }

    /** A run of events that becomes one record. */
    private record Run<K, E, C>(String key, K name, C context, List<E> events, long newestNanos) {
        /** Sorting is stable: the runs of one key keep their order. */
        static final Comparator<Run<?, ?, ?>> ORDER =
                Comparator.<Run<?, ?, ?>>comparingLong(Run::newestNanos).thenComparing(Run::key);
    }

    private void leaveFlows(Slice slice) {
        List<Run<FlowKey, FlowEvent, FlowAttributes>> runs = new ArrayList<>(slice.flows.size());
        slice.flows.forEach((flow, gathered) -> gathered.cut(
                FlowEvent::timeNanos,
                (attributes, events, newest) -> runs.add(new Run<>(flow.text(), flow, attributes, events, newest))));
        runs.sort(Run.ORDER);
        for (Run<FlowKey, FlowEvent, FlowAttributes> run : runs) {
            int partition = Partitions.of(run.key(), settings.flowPartitions());
            FlowAttributes attributes = run.context();
            FlowKey flow = run.name();
            BatchHeader header =
                    header(RecordKind.EVENTS, flow.fabric(), flowSequences[partition]++, attributes.mirrored(), 0);
            FlowBatch batch = FlowBatch.of(header, flow, attributes, run.events());
            counts.flowRecords++;
            counts.events += batch.events().size();
            output.flow(partition, run.key(), batch, run.newestNanos());
        }
    }

    private void leavePorts(Slice slice) {
        List<Run<PortKey, PortEvent, LinkFacts>> runs = new ArrayList<>(slice.ports.size());
        slice.ports.forEach((port, gathered) -> {
            String key = port.text();
            gathered.cut(
                    PortEvent::timeNanos,
                    (facts, events, newest) -> runs.add(new Run<>(key, port, facts, events, newest)));
        });
        runs.sort(Run.ORDER);
        for (Run<PortKey, PortEvent, LinkFacts> run : runs) {
            int partition = Partitions.of(run.key(), settings.portPartitions());
            PortKey port = run.name();
            LinkFacts facts = run.context();
            BatchHeader header = header(RecordKind.EVENTS, port.fabric(), portSequences[partition]++, false, 0);
            PortBatch batch = new PortBatch(
                    header,
                    port,
                    facts.linkBitsPerSecond(),
                    linkToSend(port, facts, run.newestNanos()),
                    List.of(),
                    run.events());
            counts.portRecords++;
            counts.events += batch.events().size();
            output.port(partition, run.key(), batch, run.newestNanos());
        }
    }

    private int mostEvents(int eventBytes) {
        return Math.max(
                1, Math.min(settings.limits().batchEvents(), settings.limits().batchBytes() / eventBytes));
    }

    private @Nullable LinkFacts linkToSend(PortKey port, LinkFacts facts, long atNanos) {
        PortLink link = links.get(port);
        if (link == null || facts.equals(NO_FACTS)) {
            return null;
        }
        if (facts.equals(link.sent) && atNanos - link.sentNanos < LINK_REPEAT_NANOS) {
            return null;
        }
        link.sent = facts;
        link.sentNanos = atNanos;
        return facts;
    }

    private void ticksUntil(long nanos) {
        long newest = floor(nanos, TICK_NANOS);
        if (lastTickNanos == Long.MIN_VALUE) {
            // Nothing has been sent before the first slice, so there is no progress to tell.
            lastTickNanos = newest;
            return;
        }
        if (newest - lastTickNanos > GAP_NANOS) {
            tick(newest);
        }
        while (lastTickNanos < newest) {
            tick(lastTickNanos + TICK_NANOS);
        }
    }

    private void tick(long watermarkNanos) {
        lastTickNanos = watermarkNanos;
        counts.ticks++;
        mark(RecordKind.TICK, "tick|" + settings.agentId(), watermarkNanos);
    }

    private void mark(RecordKind kind, String key, long watermarkNanos) {
        for (int partition = 0; partition < flowSequences.length; partition++) {
            BatchHeader header = header(kind, settings.fabric(), flowSequences[partition]++, false, watermarkNanos);
            FlowBatch batch = new FlowBatch(
                    header, null, -1, -1, -1, 0, Vantage.UNKNOWN, Pairing.UNKNOWN, "", List.of(), List.of());
            output.flow(partition, key, batch, watermarkNanos);
        }
        for (int partition = 0; partition < portSequences.length; partition++) {
            BatchHeader header = header(kind, settings.fabric(), portSequences[partition]++, false, watermarkNanos);
            output.port(partition, key, new PortBatch(header, null, 0, null, List.of(), List.of()), watermarkNanos);
        }
    }

    private BatchHeader header(RecordKind kind, String fabric, long sequence, boolean mirrored, long watermarkNanos) {
        return new BatchHeader(
                kind,
                fabric,
                settings.runId(),
                settings.agentId(),
                settings.epoch(),
                sequence,
                settings.observerRole(),
                settings.scope(),
                1,
                mirrored,
                watermarkNanos,
                null,
                1.0);
    }

    private static long floor(long nanos, long step) {
        return Math.floorDiv(nanos, step) * step;
    }

    /** Facts of a port and what of them has been sent. */
    private static final class PortLink {
        private LinkFacts facts = NO_FACTS;
        private @Nullable LinkFacts sent;
        private long sentNanos;
    }
}
