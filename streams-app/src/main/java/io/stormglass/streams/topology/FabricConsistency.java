package io.stormglass.streams.topology;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.Finding;
import io.stormglass.avro.Severity;
import io.stormglass.models.consistency.Consistency;
import io.stormglass.models.consistency.ConsistencyFinding;
import io.stormglass.models.consistency.ConsistencyKind;
import io.stormglass.models.event.PortKey;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.streams.state.StoredFinding;
import io.stormglass.streams.state.StoredPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Whether the settings of each fabric's devices fit together: publishes what becomes of their link facts. */
final class FabricConsistency {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final TopologyInputs inputs;
    private final ProcessorContext<byte[], byte[]> context;
    private final KeyValueStore<String, StoredFinding> stored;
    private final AvroSerializer<Finding> values;
    private final Map<String, Consistency> fabrics = new TreeMap<>();

    FabricConsistency(TopologyInputs inputs, ProcessorContext<byte[], byte[]> context) {
        this.inputs = inputs;
        this.context = context;
        stored = context.getStateStore(Nodes.FABRIC_CONSISTENCY_STORE);
        values = new AvroSerializer<>(Finding.class, inputs.ids().id(Topic.FINDINGS));
    }

    /** Continues from the stores. */
    void restore(KeyValueStore<String, FabricLink> links) {
        try (KeyValueIterator<String, FabricLink> all = links.all()) {
            all.forEachRemaining(entry -> {
                FabricLink link = entry.value;
                if (link.getFacts() != null) {
                    of(link.getFabric()).restore(port(link), Transitions.facts(link.getFacts()), link.getSinceNanos());
                }
            });
        }
        try (KeyValueIterator<String, StoredFinding> all = stored.all()) {
            all.forEachRemaining(entry -> of(entry.value.getFabric()).restore(neutral(entry.value)));
        }
    }

    /** The settings of a fabric. */
    Consistency of(String fabric) {
        return fabrics.computeIfAbsent(
                fabric, name -> new Consistency(name, inputs.limits().consistency()));
    }

    /** What is set wrong at either end of a port's link so that pauses do not work, in words; null where nothing is. */
    @Nullable
    String breaksPauses(String fabric, PortKey port, long atNanos) {
        return of(fabric).standingAt(port, atNanos).stream()
                .filter(finding -> finding.kind().breaksPauses())
                .map(finding ->
                        finding.kind().text() + " " + finding.entity() + ": " + String.join("; ", finding.evidence()))
                .findFirst()
                .orElse(null);
    }

    private static PortKey port(FabricLink link) {
        return new PortKey(link.getFabric(), link.getDevice(), link.getPort());
    }

    void accept(FabricLink link) {
        if (link.getFacts() != null) {
            publish(of(link.getFabric()).accept(port(link), Transitions.facts(link.getFacts()), link.getSinceNanos()));
        }
    }

    void advanceTo(long boundaryNanos) {
        fabrics.values().forEach(fabric -> publish(fabric.advanceTo(boundaryNanos)));
    }

    private void publish(List<ConsistencyFinding> changes) {
        for (ConsistencyFinding finding : changes) {
            if (finding.isOver()) {
                stored.delete(finding.id());
            } else {
                stored.put(finding.id(), stored(finding));
            }
            if (finding.isTold()) {
                context.forward(
                        new Record<>(
                                finding.id().getBytes(StandardCharsets.UTF_8),
                                values.serialize(inputs.naming().topic(Topic.FINDINGS), avro(finding)),
                                finding.changedNanos() / NANOS_PER_MILLI),
                        Nodes.FINDINGS);
            }
        }
    }

    private Finding avro(ConsistencyFinding finding) {
        return new Finding(
                finding.id(),
                finding.fabric(),
                inputs.naming().runId(),
                finding.kind().text(),
                finding.entity(),
                Severity.TICKET,
                finding.sinceNanos(),
                clearedNanos(finding),
                finding.evidence());
    }

    private static @Nullable Long clearedNanos(ConsistencyFinding finding) {
        return finding.phase() == ConsistencyFinding.Phase.CLEARED ? (Long) finding.phaseNanos() : null;
    }

    private static StoredFinding stored(ConsistencyFinding finding) {
        return new StoredFinding(
                finding.fabric(),
                finding.kind().text(),
                finding.entity(),
                finding.ports().stream()
                        .map(port -> new StoredPlace(port.device(), port.port()))
                        .toList(),
                finding.sinceNanos(),
                finding.phase().name(),
                finding.phaseNanos(),
                finding.changedNanos(),
                finding.evidence());
    }

    private static ConsistencyFinding neutral(StoredFinding finding) {
        return new ConsistencyFinding(
                finding.getFabric(),
                ConsistencyKind.of(finding.getKindName()),
                finding.getEntity(),
                finding.getPorts().stream()
                        .map(place -> new PortKey(finding.getFabric(), place.getDevice(), place.getPort()))
                        .toList(),
                finding.getSinceNanos(),
                ConsistencyFinding.Phase.valueOf(finding.getPhase()),
                finding.getPhaseNanos(),
                finding.getChangedNanos(),
                finding.getEvidence());
    }
}
