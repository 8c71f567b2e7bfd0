package io.stormglass.streams.topology;

import io.stormglass.avro.LinkFacts;
import io.stormglass.models.facts.PortKnowledge;
import io.stormglass.models.facts.ToldFacts;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.streams.state.StoredAgentFacts;
import io.stormglass.streams.state.StoredFacts;
import io.stormglass.streams.state.StoredFieldChange;
import java.nio.ByteBuffer;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/** What agents tell of a port as the store holds it. */
final class StoredKnowledge {
    private static final Serde<LinkFacts> FACTS = StoreSerde.of(LinkFacts.getEncoder(), LinkFacts.getDecoder());

    private StoredKnowledge() {}

    static PortKnowledge of(@Nullable StoredFacts stored) {
        return stored == null
                ? PortKnowledge.NOTHING
                : new PortKnowledge(
                        stored.getAgents().stream().map(StoredKnowledge::told).toList(), stored.getNotTakenNanos());
    }

    static StoredFacts store(PortKnowledge knowledge) {
        return new StoredFacts(
                knowledge.told().stream().map(StoredKnowledge::store).toList(), knowledge.notTakenNanos());
    }

    private static ToldFacts told(StoredAgentFacts stored) {
        TreeMap<String, Long> changed = new TreeMap<>();
        stored.getChanged().forEach(each -> changed.put(each.getField(), each.getSinceNanos()));
        return new ToldFacts(
                stored.getAgentId(),
                stored.getEpoch(),
                stored.getSequence(),
                stored.getToldNanos(),
                Transitions.facts(facts(stored.getFacts())),
                stored.getSinceNanos(),
                changed);
    }

    private static LinkFacts facts(ByteBuffer stored) {
        byte[] bytes = new byte[stored.remaining()];
        stored.duplicate().get(bytes);
        return FACTS.deserializer().deserialize(Nodes.PORT_FACTS_STORE, bytes);
    }

    private static StoredAgentFacts store(ToldFacts told) {
        byte[] facts = FACTS.serializer().serialize(Nodes.PORT_FACTS_STORE, EventCodec.toAvro(told.facts()));
        return new StoredAgentFacts(
                told.agentId(),
                told.epoch(),
                told.sequence(),
                told.toldNanos(),
                told.sinceNanos(),
                told.changedNanos().entrySet().stream()
                        .map(each -> new StoredFieldChange(each.getKey(), each.getValue()))
                        .toList(),
                ByteBuffer.wrap(facts));
    }
}
