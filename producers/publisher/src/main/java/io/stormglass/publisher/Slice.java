package io.stormglass.publisher;

import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events of one 10 ms slice of event time, per key in the order of arrival. */
final class Slice {
    final long startNanos;
    private final int mostFlowEvents;
    private final int mostPortEvents;
    final Map<FlowKey, Gathered<FlowEvent, FlowAttributes>> flows = new HashMap<>();
    final Map<PortKey, Gathered<PortEvent, LinkFacts>> ports = new HashMap<>();
    int events;
    private @Nullable FlowKey lastFlow;
    private @Nullable Gathered<FlowEvent, FlowAttributes> lastGathered;

    /**
     * @param startNanos its begin, ns since 1970 UTC
     * @param mostFlowEvents events of one record of a flow
     * @param mostPortEvents events of one record of a port
     */
    Slice(long startNanos, int mostFlowEvents, int mostPortEvents) {
        this.startNanos = startNanos;
        this.mostFlowEvents = mostFlowEvents;
        this.mostPortEvents = mostPortEvents;
    }

    void add(FlowKey flow, FlowAttributes attributes, FlowEvent event) {
        Gathered<FlowEvent, FlowAttributes> gathered = lastGathered;
        if (gathered == null || lastFlow == null || !flow.equals(lastFlow)) {
            gathered = flows.get(flow);
            if (gathered == null) {
                gathered = new Gathered<>(mostFlowEvents);
                flows.put(flow, gathered);
            }
            lastFlow = flow;
            lastGathered = gathered;
        }
        gathered.add(event, attributes, event.timeNanos());
        events++;
    }

    void add(PortKey port, LinkFacts facts, PortEvent event) {
        ports.computeIfAbsent(port, key -> new Gathered<>(mostPortEvents)).add(event, facts, event.timeNanos());
        events++;
    }

    void clear() {
        flows.clear();
        ports.clear();
        events = 0;
        lastFlow = null;
        lastGathered = null;
    }
}
