package io.stormglass.emulator.telemetry;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Gathers what agents say of each key for one slice of time, then sends it. */
final class Outbox {
    /** Events of one batch at most. */
    private static final int MOST_EVENTS = 512;
    /**
     * Link facts that have not changed are told again, first after this time, then after twice as long each time: one lost record must not
     * hide a link for a minute.
     */
    private static final long FIRST_REPEAT_NANOS = 200_000_000L;
    /** No more seldom than this. */
    private static final long LAST_REPEAT_NANOS = 60_000_000_000L;

    private final String fabric;
    private final TelemetrySettings.Delivery delivery;
    private final TelemetryOutput output;
    private final Map<Place, Run<PortEvent>> ports = new HashMap<>();
    private final Map<Place, Run<FlowEvent>> flows = new HashMap<>();
    private final List<Run<?>> gathered = new ArrayList<>();
    private final List<BatchHeader> goodbyes = new ArrayList<>();
    private final Map<Known, Told> told = new HashMap<>();
    private int order;

    /** Who speaks of what, and in which state it is then. */
    private record Place(Agent agent, long epoch, long clockOffsetNanos, boolean repeats, Object key) {
        Place(Agent agent, Object key) {
            this(agent, agent.epoch(), agent.clockOffsetNanos(), agent.repeats(), key);
        }
    }

    /** A port of which an agent tells its facts at the start of each epoch. */
    private record Known(Agent agent, long epoch, PortKey port) {}

    /** Facts that were sent last, and when they are due again. */
    private record Told(LinkFacts facts, long atNanos, long repeatNanos) {
        Told again(long nowNanos) {
            return new Told(facts, nowNanos, Math.min(2 * repeatNanos, LAST_REPEAT_NANOS));
        }
    }

    /** Events of one batch. */
    private static final class Run<E> {
        private final Place place;
        private final String text;
        private final int order;
        private final Object context;
        private final List<E> events = new ArrayList<>();
        private long newestNanos;

        Run(Place place, String text, int order, Object context) {
            this.place = place;
            this.text = text;
            this.order = order;
            this.context = context;
        }

        String agent() {
            return place.agent.id;
        }
    }

    private static final Comparator<Run<?>> DEPARTURE = Comparator.<Run<?>>comparingLong(run -> run.newestNanos)
            .thenComparing(run -> run.text)
            .thenComparing(Run::agent)
            .thenComparingInt(run -> run.order);

    Outbox(String fabric, TelemetrySettings.Delivery delivery, TelemetryOutput output) {
        this.fabric = fabric;
        this.delivery = delivery;
        this.output = output;
    }

    /**
     * An agent says something of a port.
     *
     * @param facts what it knows of the port's link
     * @param atNanos when, by the fabric's own clock
     */
    void port(Agent agent, PortKey port, LinkFacts facts, PortEvent event, long atNanos) {
        if (agent.speaks()) {
            Place place = new Place(agent, port);
            add(run(ports, place, port.text(), facts), event, atNanos);
        }
    }

    /** An agent says something of a flow; parameters as for {@link #port}. */
    void flow(Agent agent, FlowKey flow, FlowAttributes attributes, FlowEvent event, long atNanos) {
        if (agent.speaks()) {
            Place place = new Place(agent, flow);
            add(run(flows, place, flow.text(), attributes), event, atNanos);
        }
    }

    /** An agent stops in good order; what it has said leaves before. */
    void goodbye(Agent agent, long atNanos) {
        if (agent.speaks()) {
            goodbyes.add(header(RecordKind.GOODBYE, new Place(agent, ""), false, atNanos));
        }
    }

    private <E> Run<E> run(Map<Place, Run<E>> runs, Place place, String text, Object context) {
        Run<E> run = runs.get(place);
        if (run == null || run.events.size() >= MOST_EVENTS || !run.context.equals(context)) {
            run = new Run<>(place, text, order++, context);
            runs.put(place, run);
            gathered.add(run);
        }
        return run;
    }

    private static <E> void add(Run<E> run, E event, long atNanos) {
        run.events.add(event);
        run.newestNanos = Math.max(run.newestNanos, atNanos);
    }

    /** The slice is over. */
    void leave(long endNanos) {
        gathered.sort(DEPARTURE);
        for (Run<?> run : gathered) {
            Agent agent = run.place.agent;
            TelemetryOutput.Fate fate = fate(run.place);
            long late = lateNanos(agent);
            if (run.place.key instanceof FlowKey flow) {
                output.flow(flowBatch(run, flow), fate, late);
            } else if (run.place.key instanceof PortKey port) {
                output.port(portBatch(run, port), fate, late);
            }
        }
        goodbyes.forEach(output::goodbye);
        goodbyes.clear();
        gathered.clear();
        ports.clear();
        flows.clear();
        order = 0;
        output.progress(endNanos);
    }

    private TelemetryOutput.Fate fate(Place place) {
        if (delivery.loss() > 0 && place.agent.random.nextDouble() < delivery.loss()) {
            return TelemetryOutput.Fate.LOST;
        }
        return place.repeats ? TelemetryOutput.Fate.REPEATED : TelemetryOutput.Fate.SENT;
    }

    private long lateNanos(Agent agent) {
        boolean late = delivery.late() > 0 && agent.random.nextDouble() < delivery.late();
        return late && delivery.latenessNanos() > 0 ? agent.random.nextLong(delivery.latenessNanos()) + 1 : 0;
    }

    private FlowBatch flowBatch(Run<?> run, FlowKey flow) {
        FlowAttributes attributes = (FlowAttributes) run.context;
        return FlowBatch.of(
                header(RecordKind.EVENTS, run.place, attributes.mirrored(), 0),
                flow,
                attributes,
                sorted(run, FlowEvent.class, FlowEvent::timeNanos));
    }

    private PortBatch portBatch(Run<?> run, PortKey port) {
        LinkFacts facts = (LinkFacts) run.context;
        return new PortBatch(
                header(RecordKind.EVENTS, run.place, false, 0),
                port,
                facts.linkBitsPerSecond(),
                factsToSend(run, port, facts),
                List.of(),
                sorted(run, PortEvent.class, PortEvent::timeNanos));
    }

    private @Nullable LinkFacts factsToSend(Run<?> run, PortKey port, LinkFacts facts) {
        Known known = new Known(run.place.agent, run.place.epoch, port);
        Told before = told.get(known);
        if (before == null || !before.facts.equals(facts)) {
            told.put(known, new Told(facts, run.newestNanos, FIRST_REPEAT_NANOS));
            return facts;
        }
        if (run.newestNanos - before.atNanos < before.repeatNanos) {
            return null;
        }
        told.put(known, before.again(run.newestNanos));
        return facts;
    }

    private static <E> List<E> sorted(Run<?> run, Class<E> type, ToLongFunction<E> timeNanos) {
        return run.events.stream()
                .map(type::cast)
                .sorted(Comparator.comparingLong(timeNanos))
                .toList();
    }

    private BatchHeader header(RecordKind kind, Place place, boolean mirrored, long watermarkNanos) {
        Agent agent = place.agent;
        return new BatchHeader(
                kind,
                fabric,
                "",
                agent.id,
                place.epoch,
                0,
                agent.role,
                agent.scope,
                agent.samplingRate,
                mirrored,
                watermarkNanos,
                place.clockOffsetNanos,
                1.0);
    }
}
