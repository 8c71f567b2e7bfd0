package io.stormglass.streams.topology;

import io.stormglass.avro.FlowEvents;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.flow.FlowCounters;
import io.stormglass.models.flow.FlowTally;
import io.stormglass.models.flow.Sampling;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.models.time.ObserverOrder.Place;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.streams.state.StoredFlowLoad;
import io.stormglass.streams.topology.FlowDepartures.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what happens to each flow and steps the models beside it.
 *
 * <p>The way of a batch: {@link Intake} has checked it; {@link FlowEntry} counts it; it waits in {@link FlowTable} where other observers
 * may still tell of the time before it, then steps the models; {@link FlowPublications} says when its state is made, and {@link FlowDepartures}
 * takes that to {@code flow-states}.
 */
final class FlowProcessor extends InputProcessor<FlowEvents, FlowBatch> {
    private static final Logger LOG = LoggerFactory.getLogger(FlowProcessor.class);

    private final AvroSerializer<FlowEvents> events;
    private final String eventsTopic;
    private final String mergesTopic;
    private final String queuesTopic;
    private final FlowModels models;
    private final FlowTable.Bounds bounds;
    private @Nullable Memory memory;
    /** The partition has ended, and that is to be told once nothing waits. */
    private boolean ending;
    /** It had ended before a restart, with states that waited. */
    private boolean endAgain;

    FlowProcessor(TopologyInputs inputs) {
        this(inputs, FlowTable.Bounds.DEFAULT);
    }

    FlowProcessor(TopologyInputs inputs, FlowTable.Bounds bounds) {
        super(
                new Intake.Contract<>(
                        Nodes.FLOWS,
                        Nodes.FLOWS_DEAD_LETTERS,
                        Nodes.FLOW_SEQUENCES_STORE,
                        FlowEvents.class,
                        EventCodec::toNeutral,
                        FlowBatch::header),
                Nodes.FLOW_PROGRESS_STORE,
                inputs);
        events = new AvroSerializer<>(FlowEvents.class, inputs.ids().id(Topic.FLOW_EVENTS));
        eventsTopic = inputs.naming().topic(Topic.FLOW_EVENTS);
        mergesTopic = inputs.naming().topic(Topic.FLOW_MERGES);
        queuesTopic = inputs.naming().topic(Topic.QUEUE_SIGNS);
        models = new FlowModels(inputs.flows());
        this.bounds = bounds;
    }

    /** What is known of the flows. Made anew at each start: a task that is revived must not remember what was rolled back. */
    private record Memory(
            FlowTable table,
            FlowMerges merges,
            FlowPublications publications,
            FlowExpiry expiry,
            FlowClasses classes,
            KnownFlows known,
            FlowQueues queues,
            FlowLoads loads,
            FlowDepartures departures) {}

    @Override
    void start(ProcessorContext<byte[], byte[]> context) {
        FlowSettings settings = inputs.flows();
        FlowTable table = new FlowTable(inputs, models, context, bounds, this::failed);
        FlowPublications publications = new FlowPublications(
                settings.interval().toNanos(), (double) settings.statesPerSecond() / inputs.flowPartitions());
        FlowClasses classes = new FlowClasses(inputs);
        FlowQueues queues = new FlowQueues(inputs, context);
        Memory made = new Memory(
                table,
                new FlowMerges(mergesTopic, settings.expiry().toMillis() / 2),
                publications,
                new FlowExpiry(settings.expiry().toNanos()),
                classes,
                new KnownFlows(inputs),
                queues,
                new FlowLoads(
                        inputs,
                        new FlowLoads.Parts(context, table, queues, counts(), partition()),
                        hasEnded() && !queues.loadsEndTold()),
                new FlowDepartures(
                        inputs,
                        models,
                        context,
                        counts(),
                        new FlowDepartures.Parts(table, publications, classes, queues)));
        memory = made;
        ending = false;
        endAgain = hasEnded() && !made.queues.endTold();
        try (KeyValueIterator<String, StoredFlow> all = made.table.store().all()) {
            all.forEachRemaining(each -> {
                StoredFlow stored = each.value;
                made.expiry.add(each.key, stored.getAtNanos());
                StoredFlowLoad measured = stored.getLoad();
                if (measured != null) {
                    made.loads.known(
                            each.key,
                            StoredLoads.part(measured.getWindow(), each.key).windowNanos());
                }
                if (made.merges.rememberIfMerged(stored) || !stored.getChanged()) {
                    return;
                }
                if (stored.getPublishedNanos() == 0) {
                    made.publications.urgent(each.key);
                } else {
                    made.publications.changed(each.key, watermarkNanos());
                }
            });
        }
    }

    /** What is wrong with one flow stops none of the others. */
    private void failed(String flow, byte @Nullable [] value, Reason reason, String detail) {
        counts().add(Count.MODELS_FAILED, reason == Reason.MODEL_FAILED ? 1 : 0);
        LOG.warn("flow {}: {}: {}", flow, reason.text(), detail);
        if (value != null) {
            byte[] key = flow.getBytes(StandardCharsets.UTF_8);
            refuseTaken(new Record<>(key, value, Math.max(0, watermarkNanos() / NANOS_PER_MILLI)), reason, detail);
        }
    }

    @Override
    void events(FlowBatch told, Record<byte[], byte[]> record) {
        long latest = latestNanos(told.header());
        FlowBatch batch = told.until(latest);
        int ahead = told.events().size() - batch.events().size();
        counts().add(Count.AHEAD, ahead);
        if (ahead > 0 && batch.events().isEmpty()) {
            refuse(record, Reason.IMPOSSIBLE_TIME, aheadOf(latest));
            return;
        }
        // What is held comes back from these bytes.
        byte[] value = ahead == 0
                ? record.value()
                : Objects.requireNonNull(events.serialize(eventsTopic, EventCodec.toAvro(batch)));
        accepted(batch, value, Math.min(record.timestamp(), latest / NANOS_PER_MILLI));
    }

    private void accepted(FlowBatch batch, byte[] value, long recordMillis) {
        FlowFacts facts = FlowFacts.of(batch);
        String key = facts.key();
        FlowMerges merges = merges();
        String mergedInto = merges.into(key);
        if (mergedInto != null) {
            FlowTally tally = new FlowTally(FlowCounters.ZERO);
            int oneIn = batch.header().samplingRate();
            batch.events().forEach(event -> tally.add(Sampling.scaled(event, oneIn)));
            tally.sampled(oneIn);
            context().forward(merges.handover(facts, tally.counters(), mergedInto, recordMillis), Nodes.FLOW_MERGES);
            heardOfMerged(key, recordMillis);
        } else {
            try {
                take(key, facts, batch, value);
            } catch (RuntimeException e) {
                // The store still holds what was before this record: the next one starts from there.
                table().drop(key);
                throw e;
            }
        }
        Record<byte[], byte[]> request = merges.request(batch, facts, recordMillis);
        if (request != null) {
            context().forward(request, Nodes.FLOW_MERGES);
        }
        counts().add(Count.RECORDS, 1);
        counts().add(Count.EVENTS, batch.events().size());
    }

    /** The mark of a merged flow lives as long as anything comes for it. */
    private void heardOfMerged(String key, long recordMillis) {
        StoredFlow mark = table().store().get(key);
        if (mark != null && recordMillis * NANOS_PER_MILLI > mark.getAtNanos()) {
            mark.setAtNanos(recordMillis * NANOS_PER_MILLI);
            table().store().put(key, mark);
        }
    }

    private void take(String key, FlowFacts facts, FlowBatch batch, byte[] value) {
        long sinceNanos = sinceNanos(batch);
        FlowEntry entry = entry(key, facts, sinceNanos);
        FlowFacts knownAs = entry.facts;
        ShadowSource source = FlowEntry.source(batch);
        long before = entry.tally.atNanos();
        counts().add(Count.MODELS_RESTARTED, entry.learn(facts, source.rank(), batch.senderBitsPerSecond()) ? 1 : 0);
        entry.learn(batch.path(), source.rank());
        if (entry.facts.priority() != knownAs.priority()) {
            tellKnown(knownAs, false, sinceNanos);
            tellKnown(entry.facts, true, sinceNanos);
        }
        long late = 0;
        for (FlowEvent event : batch.events()) {
            late += event.timeNanos() < watermarkNanos() ? 1 : 0;
            entry.count(source, event);
        }
        counts().add(Count.LATE, late);
        if (!Progress.clockOff(batch.header())) {
            if (entry.shadow.runs()) {
                step(entry, batch, source, value);
            } else {
                inOrder(batch.events()).forEach(event -> entry.measure(source, event));
            }
        }
        table().told(key, entry, value);
        keep(key, entry, before);
    }

    private void step(FlowEntry entry, FlowBatch batch, ShadowSource source, byte[] value) {
        long newestNanos = 0;
        for (FlowEvent event : batch.events()) {
            newestNanos = Math.max(newestNanos, event.timeNanos());
        }
        long missing = missing(batch.header());
        Place place = FlowTable.place(batch, missing);
        if (entry.order.passes(place, newestNanos)) {
            counts().add(Count.BEHIND, entry.order.behind(batch.events()));
            entry.order.heard(place, newestNanos);
            inOrder(batch.events()).forEach(event -> entry.step(source, event));
            return;
        }
        counts().add(Count.BEHIND, table().hold(entry, batch, missing, value));
        release(entry, entry.order.boundNanos());
        if (table().isFull()) {
            List<Batch<FlowEvent, FlowEntry.Told>> done = new ArrayList<>();
            counts().add(Count.NOT_WAITED, entry.releaseAll(done));
            gone(entry, done);
        }
    }

    private static List<FlowEvent> inOrder(List<FlowEvent> events) {
        for (int i = 1; i < events.size(); i++) {
            if (events.get(i).timeNanos() < events.get(i - 1).timeNanos()) {
                return events.stream()
                        .sorted(Comparator.comparingLong(FlowEvent::timeNanos))
                        .toList();
            }
        }
        return events;
    }

    private void release(FlowEntry entry, long boundNanos) {
        List<Batch<FlowEvent, FlowEntry.Told>> done = new ArrayList<>();
        counts().add(Count.NOT_WAITED, entry.release(boundNanos, done));
        gone(entry, done);
    }

    private void gone(FlowEntry entry, List<Batch<FlowEvent, FlowEntry.Told>> done) {
        table().told(entry.facts.key(), entry, null);
        table().gone(done);
    }

    /** First event of a batch, but not before the progress that was told. */
    private long sinceNanos(FlowBatch batch) {
        return Math.max(
                watermarkNanos(),
                batch.events().stream().mapToLong(FlowEvent::timeNanos).min().orElse(0));
    }

    private void tellKnown(FlowFacts facts, boolean present, long atNanos) {
        context().forward(memory().known.flow(facts, present, atNanos), Nodes.FLOW_CLASSES);
    }

    private FlowEntry entry(String key, FlowFacts facts, long sinceNanos) {
        FlowEntry known = table().find(key);
        if (known != null) {
            return known;
        }
        expiry().add(key, watermarkNanos());
        tellKnown(facts, true, sinceNanos);
        return table().begin(key, facts);
    }

    private void keep(String key, FlowEntry entry, long beforeNanos) {
        entry.changed = true;
        table().keep(key, entry);
        memory().loads.kept(key, entry);
        if (entry.classChanged(beforeNanos)) {
            publications().urgent(key);
        } else {
            publications().changed(key, watermarkNanos());
        }
    }

    @Override
    boolean isInternal(String topicOfRecord) {
        return topicOfRecord.equals(mergesTopic) || topicOfRecord.equals(queuesTopic);
    }

    @Override
    void internal(Record<byte[], byte[]> record) {
        String source = context().recordMetadata().map(RecordMetadata::topic).orElse("");
        if (source.equals(queuesTopic)) {
            news(record);
            return;
        }
        String key = new String(record.key(), StandardCharsets.UTF_8);
        StoredFlow stored = merges().read(record);
        if (key.equals(stored.getFlow())) {
            merge(stored, record.timestamp());
        } else {
            add(key, stored);
        }
    }

    /** What waits for the ports may leave when they have come further. */
    private void news(Record<byte[], byte[]> record) {
        boolean further = memory().queues.take(record);
        if (endAgain) {
            ended(watermarkNanos());
        }
        if (further) {
            memory().loads.reach(watermarkNanos());
            leave();
            reached();
        }
    }

    /** The provisional flow is gone: what it has goes to the flow that it turned out to be. */
    private void merge(StoredFlow request, long recordMillis) {
        FlowMerges merges = merges();
        String provisional = request.getFlow();
        boolean first = merges.into(provisional) == null;
        FlowEntry had = first ? table().find(provisional) : null;
        if (had != null) {
            release(had, Long.MAX_VALUE);
            memory().loads.gone(provisional, had);
            FlowCounters counters = had.tally.counters();
            context()
                    .forward(
                            merges.handover(had.facts, counters, request.getMergedInto(), recordMillis),
                            Nodes.FLOW_MERGES);
            byte[] key = provisional.getBytes(StandardCharsets.UTF_8);
            context().forward(new Record<>(key, null, counters.atNanos() / NANOS_PER_MILLI), Nodes.FLOW_STATES);
            departures().gone(provisional, had.facts.fabric(), had.publishedClass, watermarkNanos());
            tellKnown(had.facts, false, watermarkNanos());
        }
        request.setAtNanos(recordMillis * NANOS_PER_MILLI);
        merges.rememberIfMerged(request);
        table().replace(provisional, request);
        publications().remove(provisional);
        departures().drop(provisional);
        if (first) {
            expiry().add(provisional, request.getAtNanos());
        }
        counts().add(Count.MERGED, first ? 1 : 0);
    }

    private void add(String key, StoredFlow handedOver) {
        FlowEntry entry = entry(key, FlowFacts.of(handedOver).renamed(key), watermarkNanos());
        long before = entry.tally.atNanos();
        entry.add(StoredFlows.counters(handedOver));
        keep(key, entry, before);
    }

    @Override
    void advanced(long watermarkNanos) {
        releaseHeld(watermarkNanos);
        memory().loads.reach(watermarkNanos);
        counts().add(
                        Count.DEFERRED,
                        publications()
                                .step(
                                        watermarkNanos,
                                        (flow, interval) ->
                                                departures().publish(flow, Step.at(watermarkNanos), interval)));
        leave();
        expiry().step(watermarkNanos, this::heardNanos, this::forget);
        forwardIfAny(memory().known.progress(partition(), watermarkNanos));
        reached();
    }

    private void releaseHeld(long boundNanos) {
        for (String key : table().holdingBefore(boundNanos)) {
            FlowEntry entry = table().find(key);
            if (entry != null) {
                long before = entry.tally.atNanos();
                release(entry, boundNanos);
                keep(key, entry, before);
            }
        }
    }

    private long heardNanos(String key) {
        StoredFlow stored = table().store().get(key);
        return stored == null ? 0 : Math.max(1, stored.getAtNanos());
    }

    private void forget(String key) {
        Step last = Step.at(watermarkNanos()).last();
        publications().now(key, (flow, interval) -> departures().publish(flow, last, interval));
        departures().leaveNow(key);
        StoredFlow stored = table().store().get(key);
        if (stored != null) {
            departures().gone(key, stored.getFabric(), stored.getPublishedClass(), watermarkNanos());
            if (merges().into(key) == null) {
                tellKnown(FlowFacts.of(stored), false, watermarkNanos());
            }
        }
        table().forget(key);
        merges().forget(key);
        counts().add(Count.EXPIRED, 1);
    }

    @Override
    void ended(long watermarkNanos) {
        releaseHeld(Long.MAX_VALUE);
        if (!memory().queues.loadsEndTold()) {
            memory().loads.end();
            memory().loads.reach(watermarkNanos);
        }
        forwardIfAny(memory().known.end(partition(), watermarkNanos));
        endAgain = false;
        ending = true;
        publications().all((flow, interval) -> departures().publish(flow, Step.end(watermarkNanos), interval));
        leave();
    }

    private void forwardIfAny(@Nullable Record<byte[], byte[]> mark) {
        if (mark != null) {
            context().forward(mark, Nodes.FLOW_CLASSES);
        }
    }

    /** The end follows the last state. */
    private void end(long watermarkNanos) {
        ending = false;
        memory().queues.tellEnd(watermarkNanos);
        context().forward(memory().classes.end(partition(), watermarkNanos), Nodes.FLOW_CLASSES);
        forwardEnd(Topic.FLOW_EVENTS.shortName(), watermarkNanos, Nodes.FLOW_STATES);
        forwardEnd(Topic.FLOW_EVENTS.shortName(), watermarkNanos, Nodes.FLOWS_DEAD_LETTERS);
    }

    private void leave() {
        departures().leave();
        if (ending && departures().isEmpty()) {
            end(watermarkNanos());
        }
    }

    private void reached() {
        departures().reached(partition(), watermarkNanos());
    }

    @Override
    void wallClock(long wallNanos) {
        departures().wallClock(wallNanos);
        leave();
        reached();
    }

    private FlowTable table() {
        return memory().table;
    }

    private FlowMerges merges() {
        return memory().merges;
    }

    private FlowPublications publications() {
        return memory().publications;
    }

    private FlowDepartures departures() {
        return memory().departures;
    }

    private FlowExpiry expiry() {
        return memory().expiry;
    }

    private Memory memory() {
        Memory made = memory;
        if (made == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return made;
    }
}
