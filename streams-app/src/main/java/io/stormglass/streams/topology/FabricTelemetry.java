package io.stormglass.streams.topology;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.LinkFacts;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.quality.TelemetryChanges;
import io.stormglass.models.quality.TelemetryEntity;
import io.stormglass.models.quality.TelemetryFinding;
import io.stormglass.models.quality.TelemetryMerge;
import io.stormglass.models.quality.TelemetryNews;
import io.stormglass.models.quality.TelemetryRow;
import io.stormglass.models.quality.TelemetryView;
import io.stormglass.models.storm.StormTransition;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Who is heard in the whole fabric: publishes what becomes of what the partitions tell. */
final class FabricTelemetry {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final TopologyInputs inputs;
    private final ProcessorContext<byte[], byte[]> context;
    private final KeyValueStore<String, FabricLink> links;
    private final KeyValueStore<String, PortTransition> views;
    private final KeyValueStore<String, TelemetryQuality> rows;
    private final KeyValueStore<String, Finding> findings;
    private final AvroSerializer<TelemetryQuality> rowValues;
    private final AvroSerializer<Finding> findingValues;
    private final TelemetryMerge merge;
    private final TreeMap<String, StormTransition.Silence> voices = new TreeMap<>();
    private ArrayDeque<StormTransition.Silence> silences = new ArrayDeque<>();
    private long dataEndNanos;
    private long nowNanos;

    FabricTelemetry(
            TopologyInputs inputs, ProcessorContext<byte[], byte[]> context, KeyValueStore<String, FabricLink> links) {
        this.inputs = inputs;
        this.context = context;
        this.links = links;
        merge = new TelemetryMerge(inputs.limits().quality());
        views = context.getStateStore(Nodes.FABRIC_TELEMETRY_STORE);
        rows = context.getStateStore(Nodes.FABRIC_QUALITY_STORE);
        findings = context.getStateStore(Nodes.FABRIC_FINDINGS_STORE);
        rowValues = new AvroSerializer<>(TelemetryQuality.class, inputs.ids().id(Topic.TELEMETRY_QUALITY));
        findingValues = new AvroSerializer<>(Finding.class, inputs.ids().id(Topic.FINDINGS));
    }

    /** Continues from the stores, where everything before the boundary had been decided. */
    void restore(long boundaryNanos) {
        try (KeyValueIterator<String, PortTransition> all = views.all()) {
            all.forEachRemaining(entry -> {
                TelemetryNews news = Telemetry.news(entry.value);
                merge.restoreView(entry.value.getPartition(), news.entity(), news.view());
            });
        }
        try (KeyValueIterator<String, TelemetryQuality> all = rows.all()) {
            all.forEachRemaining(entry -> {
                TelemetryRow row = Telemetry.row(entry.value);
                merge.restoreRow(row);
                listen(row);
            });
            silences.clear();
        }
        try (KeyValueIterator<String, Finding> all = findings.all()) {
            all.forEachRemaining(entry -> merge.restoreFinding(Telemetry.finding(entry.value)));
        }
        try (KeyValueIterator<String, FabricLink> all = links.all()) {
            all.forEachRemaining(entry -> link(entry.value));
        }
        if (boundaryNanos != WatermarkMerge.NONE && boundaryNanos != WatermarkMerge.END) {
            merge.resume(boundaryNanos);
        }
    }

    /** Which devices are heard. */
    List<StormTransition.Silence> voices() {
        return List.copyOf(voices.values());
    }

    /** Voices that changed since the last call, in order of time. */
    ArrayDeque<StormTransition.Silence> takeSilences() {
        ArrayDeque<StormTransition.Silence> taken = silences;
        silences = new ArrayDeque<>();
        return taken;
    }

    private void listen(TelemetryRow row) {
        TelemetryEntity entity = row.entity();
        if (entity.kind() != TelemetryEntity.Kind.DEVICE) {
            return;
        }
        StormTransition.Silence said = Telemetry.voice(row);
        StormTransition.Silence before = voices.put(entity.key(), said);
        if (!said.equals(before)) {
            silences.add(said);
        }
    }

    /** Who is forgotten is missed no more, from its own time on, whenever that is noticed. */
    private void forgotten(TelemetryEntity entity) {
        StormTransition.Silence was = voices.remove(entity.key());
        Long heard = was == null ? null : was.heardNanos();
        if (heard != null) {
            silences.add(new StormTransition.Silence(
                    entity.fabric(),
                    entity.name(),
                    StormTransition.Silence.Voice.FORGOTTEN,
                    null,
                    heard + inputs.limits().quality().forgetNanos()));
        }
    }

    void link(FabricLink link) {
        PortKey port = new PortKey(link.getFabric(), link.getDevice(), link.getPort());
        LinkFacts facts = link.getFacts();
        merge.link(port, facts == null ? "" : facts.getPeerDevice(), facts == null ? "" : facts.getPeerPort());
    }

    void accept(PortTransition transition) {
        TelemetryNews news = Telemetry.news(transition);
        nowNanos = transition.getAtNanos();
        String key = news.entity().key() + "|" + transition.getPartition();
        if (news.view().voice() == TelemetryView.Voice.GONE) {
            views.delete(key);
        } else {
            views.put(key, transition);
        }
        publish(merge.accept(transition.getPartition(), news));
    }

    /** A partition's data ends there: what lies behind is not known, so no timer runs there. */
    void dataEnds(long atNanos) {
        dataEndNanos = Math.max(dataEndNanos, atNanos);
    }

    void advanceTo(long boundaryNanos) {
        nowNanos = boundaryNanos == WatermarkMerge.END ? dataEndNanos + 1 : boundaryNanos;
        publish(merge.advanceTo(nowNanos));
    }

    private void publish(TelemetryChanges changes) {
        for (TelemetryRow row : changes.rows()) {
            TelemetryQuality avro = Telemetry.avro(row, inputs.naming().runId());
            rows.put(row.entity().key(), avro);
            listen(row);
            forward(
                    row.entity().key(),
                    rowValues.serialize(inputs.naming().topic(Topic.TELEMETRY_QUALITY), avro),
                    row.changedNanos(),
                    Nodes.TELEMETRY_QUALITY);
        }
        for (TelemetryFinding finding : changes.findings()) {
            publish(finding);
        }
        for (TelemetryEntity entity : changes.forgotten()) {
            rows.delete(entity.key());
            forgotten(entity);
            forward(entity.key(), null, nowNanos, Nodes.TELEMETRY_QUALITY);
        }
    }

    private void publish(TelemetryFinding finding) {
        Finding avro = Telemetry.avro(finding, inputs.naming().runId());
        Long cleared = finding.clearedNanos();
        if (cleared == null) {
            findings.put(finding.id(), avro);
        } else {
            findings.delete(finding.id());
        }
        forward(
                finding.id(),
                findingValues.serialize(inputs.naming().topic(Topic.FINDINGS), avro),
                cleared == null ? finding.sinceNanos() : cleared,
                Nodes.FINDINGS);
    }

    private void forward(String key, byte @Nullable [] value, long atNanos, String sink) {
        context.forward(
                new Record<>(key.getBytes(StandardCharsets.UTF_8), value, Math.max(0, atNanos / NANOS_PER_MILLI)),
                sink);
    }
}
