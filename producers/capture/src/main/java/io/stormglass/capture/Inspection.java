package io.stormglass.capture;

import io.stormglass.capture.file.CaptureFault;
import io.stormglass.capture.file.CaptureNotice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the first pass over a capture found.
 *
 * @param counts frames by kind
 * @param firstNanos earliest time of a packet that has one of its own, ns since 1970 UTC; null without any
 * @param lastNanos latest such time
 * @param maxBackwardNanos largest step back against the latest time before it, 0 where time never runs backwards
 * @param flows sorted by source, destination, queue pair
 * @param returnPaths which flow each return direction was credited to, in the same order
 * @param pfcByPriority PFC frames that enable a priority, by priority
 * @param observable what the capture point was able to see
 * @param interfaces in the order in which they were met
 * @param assumptions what had to be assumed, in words
 * @param faults what ended the reading of an input
 * @param notices what else is odd about the inputs
 */
public record Inspection(
        PacketCounts counts,
        @Nullable Long firstNanos,
        @Nullable Long lastNanos,
        long maxBackwardNanos,
        List<FlowSummary> flows,
        List<ReturnPath> returnPaths,
        SortedMap<Integer, Long> pfcByPriority,
        Observable observable,
        List<InterfaceSummary> interfaces,
        List<String> assumptions,
        List<CaptureFault> faults,
        List<CaptureNotice> notices) {
    /** Copies the lists. */
    public Inspection {
        flows = List.copyOf(flows);
        returnPaths = List.copyOf(returnPaths);
        pfcByPriority = Collections.unmodifiableSortedMap(new TreeMap<>(pfcByPriority));
        interfaces = List.copyOf(interfaces);
        assumptions = List.copyOf(assumptions);
        faults = List.copyOf(faults);
        notices = List.copyOf(notices);
    }

    /** The same with more assumptions. */
    public Inspection assuming(List<String> more) {
        List<String> all = new ArrayList<>(assumptions);
        all.addAll(more);
        return new Inspection(
                counts,
                firstNanos,
                lastNanos,
                maxBackwardNanos,
                flows,
                returnPaths,
                pfcByPriority,
                observable,
                interfaces,
                all,
                faults,
                notices);
    }
}
