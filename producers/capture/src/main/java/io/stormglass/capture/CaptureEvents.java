package io.stormglass.capture;

import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.PacketTime;
import io.stormglass.capture.frame.Frame;
import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.Transport;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The second pass over a capture: emits the events of its flows and ports, with the pairs of queue pairs already known
 * from the first, so that nothing is ever credited to a provisional flow that could have been resolved.
 *
 * <p>Data packets of a flow are gathered into one {@link FlowEventKind#SENT} until another event of the flow or the end of
 * a slice of {@link #SLICE_NANOS} of event time; traffic of a port likewise until its next pause event. Both bear the time
 * of their last packet.
 */
public final class CaptureEvents {
    /** Length of a slice of event time in ns; slices start at multiples of it. */
    public static final long SLICE_NANOS = 10_000_000;

    private static final long EARLIEST_NANOS = 946_684_800_000_000_000L;

    private final Inspection inspection;
    private final PacketCursor cursor;
    private final EventSink sink;
    private final Progress progress;
    private final PacketWalk walk;

    private final Map<RowName, Integer> flowOfData = new HashMap<>();
    private final Map<RowName, Integer> flowOfReturn = new HashMap<>();
    private final @Nullable FlowStream[] flows;
    /** By row; a flow beyond those of the inspection stays null. */
    private final List<@Nullable FlowStream> dataStreams = new ArrayList<>();

    private final List<@Nullable FlowStream> returnStreams = new ArrayList<>();
    private final List<PortStream> ports = new ArrayList<>();
    private final Map<PortKey, PortStream> portsByKey = new HashMap<>();
    private final List<FlowStream> flowsToFlush = new ArrayList<>();
    private final List<PortStream> portsToFlush = new ArrayList<>();
    private final SenderPauses pauses = new SenderPauses();
    private long slice = Long.MIN_VALUE;
    private long newestNanos = Long.MIN_VALUE;

    /** What the two passes know a row by. */
    private record RowName(Transport transport, String srcIp, String dstIp, int qp) {}

    private CaptureEvents(
            Inspection inspection, PacketCursor cursor, CapturePoints points, EventSink sink, Progress progress) {
        this.inspection = inspection;
        this.cursor = cursor;
        this.sink = sink;
        this.progress = progress;
        walk = new PacketWalk(cursor, points);
        flows = new FlowStream[inspection.flows().size()];
        for (int i = 0; i < inspection.flows().size(); i++) {
            FlowSummary flow = inspection.flows().get(i);
            if (!flow.isProvisional()) {
                flowOfData.put(new RowName(flow.transport(), flow.srcIp(), flow.dstIp(), flow.dstQp()), i);
            }
        }
        for (ReturnPath path : inspection.returnPaths()) {
            flowOfReturn.put(new RowName(path.transport(), path.srcIp(), path.dstIp(), path.dstQp()), path.flowIndex());
        }
    }

    /**
     * Walks a capture to its end and emits its events.
     *
     * @param inspection what the first pass over the same capture found
     * @param cursor before the first packet of the same inputs; it is not closed
     * @param points the same as in the first pass
     * @param progress is told at the start of each slice, after everything before it was emitted
     * @return pause frames that may have stopped a flow's sender, without it being known which or for how long
     */
    public static long emit(
            Inspection inspection, PacketCursor cursor, CapturePoints points, EventSink sink, Progress progress) {
        CaptureEvents events = new CaptureEvents(inspection, cursor, points, sink, progress);
        while (events.walk.next()) {
            events.packet();
        }
        events.pauses.tell(events.newestNanos);
        events.flush();
        return events.pauses.framesNotAttributed();
    }

    private void packet() {
        Frame frame = walk.frame();
        PortStream port = port();
        long timeNanos = cursor.timeNanos();
        if (cursor.timeKind() == PacketTime.OUT_OF_RANGE || timeNanos < EARLIEST_NANOS) {
            refuse(frame, port, timeNanos);
            return;
        }
        long packetSlice = timeNanos / SLICE_NANOS;
        if (packetSlice > slice) {
            advance(packetSlice);
        }
        newestNanos = Math.max(newestNanos, timeNanos);
        introduce(port, timeNanos);
        PortView view = walk.views().get(walk.viewIndex());
        if (frame.kind().isMacControl()) {
            port.pause(walk.direction(), frame, timeNanos);
            pauses.frame(view, walk.viewIndex(), walk.direction(), frame, timeNanos);
            return;
        }
        PauseClock sender = pauses.of(view, walk.viewIndex(), walk.direction(), frame);
        if (sender != null) {
            sender.sent(timeNanos);
        }
        port.traffic(walk.direction(), frame, timeNanos, packetSlice, walk.bytes());
        if (!port.listed) {
            port.listed = true;
            portsToFlush.add(port);
        }
        if (frame.hasBth()) {
            if (sender != null) {
                placeSender(sender, timeNanos);
            }
            flow(frame, timeNanos, packetSlice);
        }
    }

    /** A copy too tells whose data it is. */
    private void placeSender(PauseClock sender, long timeNanos) {
        FlowRow row = walk.tracker().row();
        FlowStream flow = row == null || walk.tracker().role() != FlowTracker.Role.DATA ? null : dataStream(row);
        if (flow != null) {
            flow.pausedBy(sender, timeNanos);
        }
    }

    private void advance(long toSlice) {
        boolean first = slice == Long.MIN_VALUE;
        slice = toSlice;
        if (!first) {
            pauses.tell(toSlice * SLICE_NANOS);
            flush();
        }
        progress.reached(toSlice * SLICE_NANOS);
    }

    private void flush() {
        for (FlowStream flow : flowsToFlush) {
            flow.flush();
            flow.listed = false;
        }
        flowsToFlush.clear();
        for (PortStream port : portsToFlush) {
            port.flush();
            port.listed = false;
        }
        portsToFlush.clear();
    }

    private PortStream port() {
        int index = walk.viewIndex();
        while (ports.size() <= index) {
            PortKey key = walk.views().get(ports.size()).point().port();
            ports.add(portsByKey.computeIfAbsent(key, each -> new PortStream(each, sink)));
        }
        return ports.get(index);
    }

    /** Gives the link facts of a port with its first event. */
    private void introduce(PortStream port, long timeNanos) {
        if (!port.introduced) {
            port.introduced = true;
            sink.linkFacts(
                    port.key(), walk.views().get(walk.viewIndex()).point().link(), timeNanos);
        }
    }

    private void refuse(Frame frame, PortStream port, long timeNanos) {
        FlowTracker tracker = walk.tracker();
        FlowRow row = frame.hasBth() ? tracker.row() : null;
        FlowStream flow =
                row == null ? null : tracker.role() == FlowTracker.Role.DATA ? dataStream(row) : returnStream(row);
        String key = flow == null ? port.key().text() : flow.key().text();
        sink.refused(
                key,
                "impossible-time",
                "packet " + cursor.packetNumber() + " has time " + timeNanos
                        + " ns since 1970, which is not within the years 2000 to 2099");
    }

    private void flow(Frame frame, long timeNanos, long packetSlice) {
        FlowTracker tracker = walk.tracker();
        FlowRow row = tracker.row();
        if (row == null) {
            return;
        }
        switch (tracker.role()) {
            case NONE -> {}
            case DATA -> data(row, frame, timeNanos, packetSlice);
            case CNP -> returned(row, FlowEventKind.CNP_SEEN, timeNanos, 0);
            case ACK -> acknowledged(timeNanos);
            case NAK -> {
                acknowledged(timeNanos);
                returned(row, FlowEventKind.NAK, timeNanos, frame.syndrome());
            }
            case RNR -> {
                acknowledged(timeNanos);
                returned(row, FlowEventKind.RNR, timeNanos, frame.syndrome() & 31);
            }
        }
    }

    private void data(FlowRow row, Frame frame, long timeNanos, long packetSlice) {
        FlowStream flow = walk.tracker().copy() ? null : dataStream(row);
        if (flow == null) {
            return;
        }
        int bytes = walk.bytes();
        if (frame.ce()) {
            flow.event(FlowEventKind.CE_MARKED, timeNanos, 1, bytes, 0);
        } else {
            flow.sent(timeNanos, packetSlice, bytes);
            if (!flow.listed) {
                flow.listed = true;
                flowsToFlush.add(flow);
            }
        }
        switch (walk.tracker().arrival()) {
            case RETRANSMITTED -> flow.event(FlowEventKind.RETRANSMITTED, timeNanos, 1, bytes, 0);
            case REORDERED -> flow.event(FlowEventKind.REORDERED, timeNanos, 1, bytes, 0);
            case NEW, COPY -> {}
        }
    }

    private void returned(FlowRow row, FlowEventKind kind, long timeNanos, int detail) {
        FlowStream flow = walk.tracker().copy() ? null : returnStream(row);
        if (flow != null) {
            flow.event(kind, timeNanos, 1, walk.bytes(), detail);
        }
    }

    private void acknowledged(long timeNanos) {
        FlowTracker tracker = walk.tracker();
        FlowRow data = tracker.acknowledged();
        FlowStream flow = data == null ? null : dataStream(data);
        if (flow != null && tracker.sequence() > flow.acksVoidUntil()) {
            flow.acknowledged(timeNanos, tracker.ackedPackets(), tracker.ackedBytes(), tracker.rttNanos());
        }
    }

    private @Nullable FlowStream dataStream(FlowRow row) {
        return stream(row, dataStreams, flowOfData);
    }

    private @Nullable FlowStream returnStream(FlowRow row) {
        return stream(row, returnStreams, flowOfReturn);
    }

    private @Nullable FlowStream stream(FlowRow row, List<@Nullable FlowStream> known, Map<RowName, Integer> indexes) {
        if (row.id < known.size()) {
            FlowStream found = known.get(row.id);
            if (found != null) {
                return found;
            }
        }
        Integer index = indexes.get(new RowName(row.transport, row.srcIp(), row.dstIp(), row.qp));
        if (index == null) {
            return null;
        }
        while (known.size() <= row.id) {
            known.add(null);
        }
        FlowStream made = flow(index);
        known.set(row.id, made);
        return made;
    }

    /** At the sender's side the captured link is the sender's own. */
    private static long senderBitsPerSecond(FlowSummary flow, LinkFacts link) {
        return flow.vantage() == Vantage.SENDER && !link.speedAssumed() ? link.linkBitsPerSecond() : 0;
    }

    /** A flow belongs to the fabric of the interface that showed it first. */
    private FlowStream flow(int index) {
        FlowStream known = flows[index];
        if (known != null) {
            return known;
        }
        FlowSummary flow = inspection.flows().get(index);
        CapturePoint point = walk.views().get(walk.viewIndex()).point();
        String fabric = point.port().fabric();
        FlowKey key = flow.isProvisional()
                ? FlowKey.provisional(fabric, flow.transport(), flow.srcIp(), flow.dstIp(), flow.pairedQp())
                : FlowKey.roce(fabric, flow.transport(), flow.srcIp(), flow.dstIp(), flow.dstQp());
        FlowAttributes attributes = new FlowAttributes(
                flow.pairedQp(),
                flow.priority(),
                flow.dscp(),
                senderBitsPerSecond(flow, point.link()),
                flow.vantage(),
                flow.pairing(),
                flow.mirrored(),
                List.of());
        FlowStream made = new FlowStream(key, attributes, flow.acksVoidUntil(), sink);
        flows[index] = made;
        return made;
    }
}
