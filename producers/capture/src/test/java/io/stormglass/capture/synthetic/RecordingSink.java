package io.stormglass.capture.synthetic;

import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.List;

/** Keeps all events in the order in which they came. */
public final class RecordingSink implements EventSink {
    /** An event of a flow. */
    public record OfFlow(FlowKey flow, FlowAttributes attributes, FlowEvent event) {}

    /** An event of a port. */
    public record OfPort(PortKey port, PortEvent event) {}

    /** Link facts of a port. */
    public record Facts(PortKey port, LinkFacts facts, long atNanos) {}

    /** Something refused. */
    public record Refused(String key, String reason, String detail) {}

    private final List<OfFlow> flowEvents = new ArrayList<>();
    private final List<OfPort> portEvents = new ArrayList<>();
    private final List<Facts> facts = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();

    @Override
    public void flowEvent(FlowKey flow, FlowAttributes attributes, FlowEvent event) {
        flowEvents.add(new OfFlow(flow, attributes, event));
    }

    @Override
    public void portEvent(PortKey port, PortEvent event) {
        portEvents.add(new OfPort(port, event));
    }

    @Override
    public void linkFacts(PortKey port, LinkFacts linkFacts, long atNanos) {
        facts.add(new Facts(port, linkFacts, atNanos));
    }

    @Override
    public void refused(String key, String reason, String detail) {
        refused.add(new Refused(key, reason, detail));
    }

    /** Events of flows. */
    public List<OfFlow> flowEvents() {
        return flowEvents;
    }

    /** Events of one kind. */
    public List<FlowEvent> of(FlowEventKind kind) {
        return flowEvents.stream()
                .map(OfFlow::event)
                .filter(event -> event.kind() == kind)
                .toList();
    }

    /** Events of ports. */
    public List<OfPort> portEvents() {
        return portEvents;
    }

    /** Link facts. */
    public List<Facts> facts() {
        return facts;
    }

    /** What was refused. */
    public List<Refused> refused() {
        return refused;
    }
}
