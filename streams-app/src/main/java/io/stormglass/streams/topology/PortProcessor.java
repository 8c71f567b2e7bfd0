package io.stormglass.streams.topology;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.PortEvents;
import io.stormglass.avro.PortState;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.facts.PortKnowledge;
import io.stormglass.models.facts.Telling;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import io.stormglass.models.time.SequenceWindow;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFacts;
import io.stormglass.streams.state.StoredPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Keeps pause ledger and congestion counters of each port, tells the fabric stage what opens, clears, is linked, and how far it has come. */
final class PortProcessor extends InputProcessor<PortEvents, PortBatch> {
    /** Changed ports are published when the watermark crosses a multiple of this. */
    private static final long PUBLISH_NANOS = 250_000_000L;

    private final AvroSerializer<PortState> states;
    private final AvroSerializer<FabricLink> links;
    private final AvroSerializer<PortTransition> transitions;
    private final TreeMap<String, PortEntry> ports = new TreeMap<>();
    /** Ports at which time alone can change something. */
    private final TreeSet<String> active = new TreeSet<>();

    private final TreeSet<String> changed = new TreeSet<>();
    private PortNews news;
    private @Nullable PortTelemetry telemetry;
    private @Nullable PortLoads loads;
    private long publishedNanos;
    private @Nullable Stores stores;

    private record Stores(KeyValueStore<String, StoredPort> pauses, KeyValueStore<String, StoredFacts> facts) {}

    PortProcessor(TopologyInputs inputs) {
        super(
                new Intake.Contract<>(
                        Nodes.PORTS,
                        Nodes.PORTS_DEAD_LETTERS,
                        Nodes.PORT_SEQUENCES_STORE,
                        PortEvents.class,
                        EventCodec::toNeutral,
                        PortBatch::header),
                Nodes.PORT_PROGRESS_STORE,
                inputs);
        states = new AvroSerializer<>(PortState.class, inputs.ids().id(Topic.PORT_STATES));
        links = new AvroSerializer<>(FabricLink.class, inputs.ids().id(Topic.FABRIC_LINKS));
        news = new PortNews(inputs);
        transitions = new AvroSerializer<>(PortTransition.class, inputs.ids().id(Topic.PORT_TRANSITIONS));
    }

    @Override
    void start(ProcessorContext<byte[], byte[]> context) {
        Stores opened = new Stores(
                context.getStateStore(Nodes.PORT_PAUSES_STORE), context.getStateStore(Nodes.PORT_FACTS_STORE));
        stores = opened;
        // A task that is revived must not remember what was rolled back.
        ports.clear();
        active.clear();
        changed.clear();
        publishedNanos = 0;
        news = new PortNews(inputs);
        telemetry = new PortTelemetry(inputs, context, watermarkNanos());
        loads = new PortLoads(inputs, partition(), watermarkNanos());
        // What had changed but was not yet published before a restart is not known: publish all.
        try (KeyValueIterator<String, StoredPort> all = opened.pauses.all()) {
            all.forEachRemaining(stored -> {
                ports.put(
                        stored.key,
                        configured(new PortEntry(stored.value, inputs.limits().pause())));
                active.add(stored.key);
                changed.add(stored.key);
            });
        }
    }

    @Override
    void arrived(PortBatch batch, SequenceWindow.Step step) {
        telemetry().arrived(batch, step);
    }

    @Override
    void events(PortBatch told, Record<byte[], byte[]> record) {
        long latest = latestNanos(told.header());
        PortBatch batch = told.until(latest);
        int ahead = told.events().size() - batch.events().size();
        counts().add(Count.AHEAD, ahead);
        if (ahead > 0 && batch.events().isEmpty() && batch.link() == null) {
            refuse(record, Reason.IMPOSSIBLE_TIME, aheadOf(latest));
            return;
        }
        accepted(batch, record.timestamp() * NANOS_PER_MILLI, latest);
    }

    private void accepted(PortBatch batch, long recordNanos, long latestNanos) {
        PortKey port = batch.port();
        if (port == null) {
            throw new IllegalStateException("a batch of events without a port passed the checks");
        }
        String key = port.text();
        PortEntry entry = ports.computeIfAbsent(
                key,
                k -> configured(new PortEntry(
                        port,
                        batch.header().runId(),
                        batch.header().scope(),
                        inputs.limits().pause())));
        try {
            take(entry, batch, Math.min(recordNanos, latestNanos), latestNanos);
        } catch (RuntimeException e) {
            // The store still holds what was before this record: the next one starts from there.
            restore(key);
            loads().records();
            throw e;
        }
        counts().add(Count.RECORDS, 1);
        counts().add(Count.EVENTS, batch.events().size());
    }

    /** The settings of a port are in its link facts. */
    private PortEntry configured(PortEntry entry) {
        entry.know(known(entry.port.text()));
        return entry;
    }

    private PortKnowledge known(String port) {
        return StoredKnowledge.of(stores().facts.get(port));
    }

    private void take(PortEntry entry, PortBatch batch, long recordNanos, long latestNanos) {
        List<PortEvent> events = new ArrayList<>(batch.events());
        events.sort(Comparator.comparingLong(PortEvent::timeNanos));
        long firstNanos = events.isEmpty() ? recordNanos : events.get(0).timeNanos();
        List<PortTransition> told = new ArrayList<>();
        LinkFacts facts = batch.link();
        PortKnowledge knowledge = null;
        boolean looked = false;
        if (facts != null) {
            PortKnowledge before = known(entry.port.text());
            knowledge =
                    before.with(Telling.of(batch.header(), facts, firstNanos).until(latestNanos));
            looked = link(entry, before, knowledge, Math.max(firstNanos, watermarkNanos()), told);
        }
        entry.linkSpeed(batch.linkBitsPerSecond());
        tell(entry, entry.pauses.advanceTo(watermarkNanos()), told);
        for (PortEvent event : events) {
            if (event.timeNanos() < watermarkNanos()) {
                counts().add(Count.LATE, 1);
            } else if (!entry.follows(batch.header().agentId(), event)) {
                counts().add(Count.OTHER_AGENT, 1);
            } else {
                tell(entry, entry.accept(event), told);
                loads().take(entry, event.timeNanos());
                looked |= event instanceof PortEvent.QueueSample;
            }
        }
        List<Record<byte[], byte[]>> signs = new ArrayList<>();
        if (looked) {
            long newestNanos = events.isEmpty() ? firstNanos : events.getLast().timeNanos();
            signs = signs(entry, Math.max(newestNanos, watermarkNanos()));
        }
        List<Record<byte[], byte[]>> measured = loads().records();
        keep(entry);
        if (knowledge != null) {
            stores().facts.put(entry.port.text(), StoredKnowledge.store(knowledge));
        }
        told.forEach(transition -> forward(transition, transition.getFabric()));
        signs.forEach(sign -> context().forward(sign, Nodes.QUEUE_SIGNS));
        forwardMeasures(measured);
    }

    private void forwardMeasures(List<Record<byte[], byte[]>> measures) {
        measures.forEach(measure -> context().forward(measure, Nodes.PORT_MEASURES));
    }

    private List<Record<byte[], byte[]>> signs(PortEntry entry, long atNanos) {
        return entry.signsToTell(atNanos).stream()
                .map(spell -> news.sign(entry, spell, atNanos))
                .toList();
    }

    /** True where what is known of the port is other than before. */
    private boolean link(
            PortEntry entry, PortKnowledge before, PortKnowledge after, long atNanos, List<PortTransition> told) {
        String key = entry.port.text();
        LinkFacts facts = after.facts();
        entry.know(after);
        if (facts == null) {
            return false;
        }
        if (facts.equals(before.facts())) {
            return false;
        }
        io.stormglass.avro.LinkFacts avro = EventCodec.toAvro(facts);
        FabricLink link = new FabricLink();
        link.setFabric(entry.port.fabric());
        link.setRunId(entry.runId);
        link.setDevice(entry.port.device());
        link.setPort(entry.port.port());
        link.setSinceNanos(atNanos);
        link.setFacts(avro);
        told.add(Transitions.link(entry, facts, partition(), atNanos));
        context()
                .forward(
                        new Record<>(
                                bytes(key),
                                links.serialize(inputs.naming().topic(Topic.FABRIC_LINKS), link),
                                atNanos / NANOS_PER_MILLI),
                        Nodes.FABRIC_LINKS);
        context().forward(news.link(entry, avro, atNanos), Nodes.QUEUE_SIGNS);
        context().forward(loads().link(entry, facts, atNanos), Nodes.PORT_MEASURES);
        return true;
    }

    /** Changes and signs, in the order of time; signs after changes of the same time. Trends disturb nobody's order. */
    private void tell(PortEntry entry, List<PauseChange> changes, List<PortTransition> told) {
        List<PortSign> signs = entry.pauses.drainSigns();
        int next = 0;
        for (PauseChange change : changes) {
            while (next < signs.size() && signs.get(next).atNanos() < change.atNanos()) {
                told.add(Transitions.sign(entry, signs.get(next++), partition()));
            }
            told.add(Transitions.storm(entry, change, partition()));
        }
        while (next < signs.size()) {
            told.add(Transitions.sign(entry, signs.get(next++), partition()));
        }
        entry.pauses.drainTrends().forEach(trend -> told.add(Transitions.trend(entry, trend, partition())));
    }

    private void keep(PortEntry entry) {
        String key = entry.port.text();
        stores().pauses.put(key, entry.store());
        mark(key, entry);
    }

    private void mark(String key, PortEntry entry) {
        changed.add(key);
        if (entry.pauses.quiet()) {
            active.remove(key);
        } else {
            active.add(key);
        }
    }

    private void restore(String key) {
        StoredPort stored = stores().pauses.get(key);
        if (stored == null) {
            ports.remove(key);
        } else {
            ports.put(key, configured(new PortEntry(stored, inputs.limits().pause())));
        }
    }

    @Override
    void advanced(long watermarkNanos) {
        advance(watermarkNanos);
        telemetry().advance(watermarkNanos).forEach(transition -> forward(transition, transition.getFabric()));
        if (watermarkNanos / PUBLISH_NANOS != publishedNanos / PUBLISH_NANOS) {
            fallenSilent(publishedNanos, watermarkNanos);
            publishedNanos = watermarkNanos;
            telemetry().turned(watermarkNanos).forEach(port -> changed.add(port.text()));
            publish(watermarkNanos);
        }
        progress(PortTransitionKind.WATERMARK, watermarkNanos);
        forwardMeasures(loads().advance(ports.values(), watermarkNanos));
        Record<byte[], byte[]> come = news.progress(partition(), watermarkNanos);
        if (come != null) {
            context().forward(come, Nodes.QUEUE_SIGNS);
        }
    }

    private void advance(long watermarkNanos) {
        for (String key : List.copyOf(active)) {
            PortEntry entry = ports.get(key);
            if (entry == null) {
                continue;
            }
            List<PortTransition> told = new ArrayList<>();
            tell(entry, entry.pauses.advanceTo(watermarkNanos), told);
            // Time that told nothing can pass again after a restart.
            if (told.isEmpty()) {
                mark(key, entry);
            } else {
                keep(entry);
            }
            told.forEach(transition -> forward(transition, transition.getFabric()));
        }
    }

    /** Counters that are refreshed no more decide nothing more, and no event says so. */
    private void fallenSilent(long fromNanos, long toNanos) {
        ports.forEach((key, entry) -> {
            if (entry.congestion.wentStale(fromNanos, toNanos)) {
                signs(entry, toNanos).forEach(sign -> context().forward(sign, Nodes.QUEUE_SIGNS));
                keep(entry);
            }
        });
    }

    @Override
    void ended(long watermarkNanos) {
        advance(watermarkNanos);
        telemetry().end(watermarkNanos).forEach(transition -> forward(transition, transition.getFabric()));
        changed.addAll(ports.keySet());
        publish(watermarkNanos);
        progress(PortTransitionKind.END, watermarkNanos);
        context().forward(news.end(partition(), watermarkNanos), Nodes.QUEUE_SIGNS);
        forwardMeasures(loads().end(ports.values(), watermarkNanos));
        String input = Topic.PORT_EVENTS.shortName();
        forwardEnd(input, watermarkNanos, Nodes.PORT_STATES);
        forwardEnd(input, watermarkNanos, Nodes.FABRIC_LINKS);
        forwardEnd(input, watermarkNanos, Nodes.PORTS_DEAD_LETTERS);
    }

    private void publish(long watermarkNanos) {
        for (String key : changed) {
            PortEntry entry = ports.get(key);
            if (entry == null) {
                continue;
            }
            // A quiet port is brought up to the same moment: nothing can open in its silence.
            entry.pauses.advanceTo(watermarkNanos);
            PortState state = entry.publish(
                    inputs.limits().pause().windowNanos(), telemetry().of(entry.port, watermarkNanos));
            context()
                    .forward(
                            new Record<>(
                                    bytes(key),
                                    states.serialize(inputs.naming().topic(Topic.PORT_STATES), state),
                                    state.getAtNanos() / NANOS_PER_MILLI),
                            Nodes.PORT_STATES);
        }
        changed.clear();
    }

    private void progress(PortTransitionKind kind, long atNanos) {
        PortTransition transition = Transitions.progress(kind, inputs.naming().runId(), partition(), atNanos);
        context().forward(Marks.progress(record(transition, "watermark|" + partition())), Nodes.PORT_TRANSITIONS);
    }

    private void forward(PortTransition transition, String fabric) {
        context().forward(record(transition, fabric), Nodes.PORT_TRANSITIONS);
    }

    private Record<byte[], byte[]> record(PortTransition transition, String key) {
        return new Record<>(
                bytes(key),
                transitions.serialize(inputs.naming().topic(Topic.PORT_TRANSITIONS), transition),
                transition.getAtNanos() / NANOS_PER_MILLI);
    }

    private PortLoads loads() {
        PortLoads opened = loads;
        if (opened == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return opened;
    }

    private PortTelemetry telemetry() {
        PortTelemetry started = telemetry;
        if (started == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return started;
    }

    private Stores stores() {
        Stores opened = stores;
        if (opened == null) {
            throw new IllegalStateException("the processor was not initialised");
        }
        return opened;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
