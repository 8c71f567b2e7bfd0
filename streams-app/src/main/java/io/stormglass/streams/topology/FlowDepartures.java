package io.stormglass.streams.topology;

import io.stormglass.avro.FlowState;
import io.stormglass.models.congestion.PathSign;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.topology.WaitingStates.Waiting;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * The way of a flow's state out of its task. {@link FlowStates} says what it holds; where its class depends on what the switches say, it waits in
 * {@link WaitingStates} until {@link FlowQueues} has heard all that was before it. Then it goes to {@code flow-states}, a change of class also to
 * {@link ModesProcessor} through {@code flow-classes}.
 */
final class FlowDepartures {
    /** States that wait for the ports, per task, before the oldest leave without: about 2 KB each. */
    private static final int MOST_WAITING = 65_536;
    /** LIVE: no state waits longer for the ports, whatever holds them up. */
    private static final long LONGEST_WAIT_NANOS = 5_000_000_000L;

    private static final long NANOS_PER_MILLI = InputProcessor.NANOS_PER_MILLI;

    private final TopologyInputs inputs;
    private final FlowModels models;
    private final ProcessorContext<byte[], byte[]> context;
    private final Counts counts;
    private final Parts parts;
    private final AvroSerializer<FlowState> serializer;
    private final String topic;
    private final WaitingStates waiting = new WaitingStates();

    /** What the task knows besides. */
    record Parts(FlowTable table, FlowPublications publications, FlowClasses classes, FlowQueues queues) {}

    /**
     * The moment at which a state is made.
     *
     * @param boundaryNanos time that the ports have to pass where the class depends on them
     * @param asOfNanos progress of the flows
     * @param goesOn more may come of the flow
     */
    record Step(long boundaryNanos, long asOfNanos, boolean goesOn) {
        static Step at(long watermarkNanos) {
            return new Step(watermarkNanos, watermarkNanos, true);
        }

        /** The partition has ended: all that the ports will ever tell counts. */
        static Step end(long watermarkNanos) {
            return new Step(Long.MAX_VALUE, watermarkNanos, false);
        }

        Step last() {
            return new Step(boundaryNanos, asOfNanos, false);
        }
    }

    FlowDepartures(
            TopologyInputs inputs,
            FlowModels models,
            ProcessorContext<byte[], byte[]> context,
            Counts counts,
            Parts parts) {
        this.inputs = inputs;
        this.models = models;
        this.context = context;
        this.counts = counts;
        this.parts = parts;
        serializer = new AvroSerializer<>(FlowState.class, inputs.ids().id(Topic.FLOW_STATES));
        topic = inputs.naming().topic(Topic.FLOW_STATES);
    }

    /** Nothing waits. */
    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Makes the state of a flow, as of a time that the ports have to pass where its class depends on them. */
    void publish(String key, Step step, long intervalNanos) {
        FlowEntry entry = parts.table().find(key);
        if (entry == null) {
            return;
        }
        FlowState state = FlowStates.of(entry, models, step.asOfNanos, intervalNanos);
        QueueVerdicts verdicts = entry.verdicts();
        entry.published(verdicts, step.asOfNanos);
        // A rate above 0 becomes 0 without any event when the flow stops.
        if (step.goesOn && state.getObservedBitsPerSecond() > 0) {
            parts.publications().changed(key, step.asOfNanos);
        }
        Waiting made = new Waiting(
                key,
                state,
                verdicts == null || !verdicts.ask() ? null : verdicts,
                entry.path(),
                step.boundaryNanos,
                step.asOfNanos,
                context.currentSystemTimeMs() * NANOS_PER_MILLI);
        if (waiting.contains(key) || !mayLeave(made)) {
            waiting.add(made);
            entry.changed = true;
            parts.table().keep(key, entry);
        } else {
            tell(made);
        }
    }

    /** Replays wait for the ports whatever is known: else the result would depend on who came first. */
    private boolean mayLeave(Waiting state) {
        FlowQueues queues = parts.queues();
        if (state.verdicts() == null || queues.passed(state.boundaryNanos())) {
            return true;
        }
        return switch (inputs.mode()) {
            case REPLAY -> false;
            case LIVE -> !queues.heard() || !queues.knows(state.path(), state.boundaryNanos());
        };
    }

    /** Lets those leave that may. */
    void leave() {
        waiting.release(this::mayLeave, this::tell);
        int tooMany = waiting.size() - MOST_WAITING;
        if (tooMany > 0) {
            counts.add(Count.QUEUES_NOT_WAITED, tooMany);
            waiting.release(state -> waiting.size() > MOST_WAITING, this::tell);
        }
    }

    /** LIVE: nothing waits for ever. */
    void wallClock(long wallNanos) {
        waiting.release(state -> wallNanos - state.wallNanos() >= LONGEST_WAIT_NANOS, state -> {
            counts.add(Count.QUEUES_NOT_WAITED, 1);
            tell(state);
        });
    }

    /** Lets those of one flow leave, whatever they wait for. */
    void leaveNow(String flow) {
        waiting.release(flow, this::tell);
    }

    /** A flow is another one from now on: nothing of it leaves. */
    void drop(String flow) {
        waiting.release(flow, dropped -> {});
    }

    private void tell(Waiting made) {
        String key = made.flow();
        FlowEntry entry = parts.table().find(key);
        if (entry == null) {
            return;
        }
        FlowState state = made.state();
        QueueVerdicts verdicts = made.verdicts();
        if (verdicts != null) {
            PathSign sign = parts.queues().answer(made.path(), made.boundaryNanos());
            FlowStates.answer(state, verdicts.of(sign.sign()), sign);
        }
        boolean otherClass = !state.getClass$().equals(entry.publishedClass);
        entry.publishedClass = state.getClass$();
        entry.changed = parts.publications().contains(key) || waiting.contains(key);
        parts.table().keep(key, entry);
        context.forward(
                new Record<>(
                        key.getBytes(StandardCharsets.UTF_8),
                        serializer.serialize(topic, state),
                        state.getAtNanos() / NANOS_PER_MILLI),
                Nodes.FLOW_STATES);
        if (otherClass) {
            context.forward(
                    parts.classes().changed(entry.facts, state.getClass$(), made.asOfNanos()), Nodes.FLOW_CLASSES);
        }
    }

    /** All that was before a time has left: no state that is still to leave is older. */
    void reached(int partition, long watermarkNanos) {
        long nanos = Math.min(watermarkNanos, waiting.oldestNanos());
        parts.queues().reach(nanos);
        Record<byte[], byte[]> progress = parts.classes().progress(partition, nanos);
        if (progress != null) {
            context.forward(progress, Nodes.FLOW_CLASSES);
        }
    }

    /** A flow is no more; who counts classes is told where it had one. */
    void gone(String flow, String fabric, String publishedClass, long atNanos) {
        if (!publishedClass.isEmpty()) {
            context.forward(parts.classes().gone(fabric, flow, atNanos), Nodes.FLOW_CLASSES);
        }
    }
}
