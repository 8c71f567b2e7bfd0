package io.stormglass.capture;

import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.PacketTime;
import io.stormglass.capture.frame.Frame;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first pass over a capture: counts, learns which queue pairs form a flow, measures round-trip times and disorder.
 * Bad data is counted, never thrown.
 */
public final class CaptureInspector {
    private final PacketCursor cursor;
    private final PacketWalk walk;

    private long packets;
    private long rocev2;
    private long rocev1;
    private long ce;
    private long cnp;
    private long ack;
    private long nak;
    private long rnr;
    private long pfc;
    private long pfcXoff;
    private long pfcXon;
    private long pause;
    private long macControl;
    private long truncated;
    private long malformed;
    private long missingTime;
    private long impossibleTime;
    private long untracked;
    private long copies;
    private final long[] pfcByPriority = new long[8];

    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long maxBackwardNanos;

    private CaptureInspector(PacketCursor cursor, CapturePoints points) {
        this.cursor = cursor;
        walk = new PacketWalk(cursor, points);
    }

    /**
     * Walks a capture to its end.
     *
     * @param cursor before its first packet; it is not closed
     * @param points where its interfaces stand
     */
    public static Inspection inspect(PacketCursor cursor, CapturePoints points) {
        CaptureInspector inspector = new CaptureInspector(cursor, points);
        while (inspector.walk.next()) {
            inspector.count();
        }
        return inspector.result();
    }

    private void count() {
        Frame frame = walk.frame();
        packets++;
        time();
        truncated += frame.truncated() ? 1 : 0;
        malformed += frame.malformed() ? 1 : 0;
        switch (frame.kind()) {
            case ROCEV2 -> {
                rocev2++;
                roce(frame);
            }
            case ROCEV1 -> {
                rocev1++;
                roce(frame);
            }
            case PFC -> {
                macControl++;
                priorityPause(frame);
            }
            case PAUSE -> {
                macControl++;
                pause++;
            }
            case MAC_CONTROL -> macControl++;
            case OTHER -> {}
        }
    }

    private void time() {
        PacketTime kind = cursor.timeKind();
        if (kind == PacketTime.GIVEN) {
            long now = cursor.timeNanos();
            firstNanos = Math.min(firstNanos, now);
            if (now >= lastNanos) {
                lastNanos = now;
            } else {
                maxBackwardNanos = Math.max(maxBackwardNanos, lastNanos - now);
            }
        } else if (kind == PacketTime.MISSING) {
            missingTime++;
        } else {
            impossibleTime++;
        }
    }

    private void roce(Frame frame) {
        ce += frame.ce() ? 1 : 0;
        if (!frame.hasBth()) {
            return;
        }
        if (frame.isCnp()) {
            cnp++;
        } else if (frame.isAck()) {
            ack++;
        } else if (frame.isNak()) {
            nak++;
        } else if (frame.isRnr()) {
            rnr++;
        }
        untracked += walk.tracker().untracked() ? 1 : 0;
        copies += walk.tracker().copy() ? 1 : 0;
    }

    private void priorityPause(Frame frame) {
        pfc++;
        boolean pauses = false;
        for (int priority = 0; priority < 8; priority++) {
            if ((frame.enabledClasses() & (1 << priority)) != 0) {
                pfcByPriority[priority]++;
            }
            if ((frame.readableClasses() & (1 << priority)) != 0) {
                pauses |= frame.classQuanta(priority) > 0;
            }
        }
        pfcXoff += pauses ? 1 : 0;
        pfcXon += !pauses && frame.readableClasses() != 0 ? 1 : 0;
    }

    private Inspection result() {
        walk.tracker().finish();
        FlowScopes scopes = new FlowScopes(walk.tracker().rows());
        FlowResolver flows = new FlowResolver(walk.tracker().rows());
        SortedMap<Integer, Long> byPriority = new TreeMap<>();
        for (int priority = 0; priority < 8; priority++) {
            if (pfcByPriority[priority] > 0) {
                byPriority.put(priority, pfcByPriority[priority]);
            }
        }
        return new Inspection(
                counts(),
                orNull(firstNanos <= lastNanos, firstNanos),
                orNull(firstNanos <= lastNanos, lastNanos),
                maxBackwardNanos,
                flows.flows(),
                flows.returnPaths(),
                byPriority,
                new Observable(macControl > 0, cnp + ack + nak + rnr > 0, commonScope(flows.flows())),
                interfaces(),
                assumptions(flows, scopes),
                cursor.faults(),
                cursor.notices());
    }

    private static @Nullable Long orNull(boolean known, long value) {
        return known ? value : null;
    }

    private PacketCounts counts() {
        return new PacketCounts(
                packets,
                rocev2,
                rocev1,
                ce,
                cnp,
                ack,
                nak,
                rnr,
                pfc,
                pfcXoff,
                pfcXon,
                pause,
                truncated,
                malformed,
                missingTime,
                impossibleTime,
                untracked,
                copies);
    }

    private static Vantage commonScope(List<FlowSummary> flows) {
        Vantage common = null;
        for (FlowSummary flow : flows) {
            if (flow.rtt() != null) {
                if (common != null && common != flow.vantage()) {
                    return Vantage.UNKNOWN;
                }
                common = flow.vantage();
            }
        }
        return common == null ? Vantage.UNKNOWN : common;
    }

    private List<InterfaceSummary> interfaces() {
        List<InterfaceSummary> all = new ArrayList<>();
        List<PortView> views = walk.views();
        for (int i = 0; i < views.size(); i++) {
            PortView view = views.get(i);
            all.add(new InterfaceSummary(
                    cursor.interfaces().get(i),
                    view.point(),
                    view.packets,
                    view.received,
                    view.sent,
                    view.macControl,
                    view.priorities,
                    cursor.drops(i)));
        }
        return all;
    }

    private List<String> assumptions(FlowResolver flows, FlowScopes scopes) {
        List<String> all = new ArrayList<>();
        if (flows.untaggedData()) {
            all.add("priority from DSCP/8 where a packet has no VLAN tag");
        }
        if (missingTime > 0) {
            all.add("packets without a time take that of the packet before");
        }
        if (copies > 0) {
            all.add(copies + " packets that another capture point had shown are not counted again in their flows");
        }
        if (scopes.isAtReceiver()) {
            all.add("flows scope receiver: packet flags say received, and several senders' data goes to one host");
        }
        if (scopes.isOpen()) {
            all.add("flows scope unknown: packet flags do not say whether the device is a host or a switch;"
                    + " a links file (replay --links) can");
        }
        if (untracked > 0) {
            all.add("flows beyond the first " + FlowTracker.MAX_ROWS + " are counted but not listed");
        }
        return all;
    }
}
