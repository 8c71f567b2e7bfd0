package io.stormglass.streams.topology;

import io.stormglass.avro.FabricLink;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.storm.Incident;
import io.stormglass.models.storm.StormGraphState;
import io.stormglass.models.storm.StormTransition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** What the fabric stage remembers over a restart. */
record FabricStores(
        KeyValueStore<Integer, Long> watermarks,
        KeyValueStore<Integer, Long> flowWatermarks,
        KeyValueStore<Bytes, PortTransition> pending,
        KeyValueStore<String, FabricLink> links,
        KeyValueStore<String, PortTransition> facts,
        KeyValueStore<String, StormIncident> incidents,
        KeyValueStore<String, Long> clock) {

    static FabricStores open(ProcessorContext<byte[], byte[]> context) {
        return new FabricStores(
                context.getStateStore(Nodes.FABRIC_WATERMARKS_STORE),
                context.getStateStore(Nodes.FABRIC_FLOW_WATERMARKS_STORE),
                context.getStateStore(Nodes.FABRIC_PENDING_STORE),
                context.getStateStore(Nodes.FABRIC_LINKS_STORE),
                context.getStateStore(Nodes.FABRIC_FACTS_STORE),
                context.getStateStore(Nodes.FABRIC_INCIDENTS_STORE),
                context.getStateStore(Nodes.FABRIC_CLOCK_STORE));
    }

    /**
     * State of each fabric that has been met.
     *
     * @param voices which devices are heard
     */
    Map<String, StormGraphState> graphs(List<StormTransition.Silence> voices) {
        Map<String, Map<PortKey, LinkFacts>> linksByFabric = new HashMap<>();
        Map<String, List<StormTransition>> factsByFabric = new HashMap<>();
        Map<String, List<Incident>> incidentsByFabric = new HashMap<>();
        try (KeyValueIterator<String, FabricLink> all = links.all()) {
            all.forEachRemaining(entry -> {
                FabricLink link = entry.value;
                if (link.getFacts() != null) {
                    linksByFabric
                            .computeIfAbsent(link.getFabric(), f -> new HashMap<>())
                            .put(
                                    new PortKey(link.getFabric(), link.getDevice(), link.getPort()),
                                    Transitions.facts(link.getFacts()));
                }
            });
        }
        try (KeyValueIterator<String, PortTransition> all = facts.all()) {
            all.forEachRemaining(entry -> factsByFabric
                    .computeIfAbsent(entry.value.getFabric(), f -> new ArrayList<>())
                    .add(Transitions.toNeutral(entry.value)));
        }
        voices.forEach(each -> factsByFabric
                .computeIfAbsent(each.fabric(), f -> new ArrayList<>())
                .add(each));
        try (KeyValueIterator<String, StormIncident> all = incidents.all()) {
            all.forEachRemaining(entry -> incidentsByFabric
                    .computeIfAbsent(entry.value.getFabric(), f -> new ArrayList<>())
                    .add(Incidents.toNeutral(entry.value)));
        }
        Map<String, StormGraphState> graphs = new TreeMap<>();
        try (KeyValueIterator<String, Long> all = clock.all()) {
            all.forEachRemaining(entry -> graphs.put(
                    entry.key,
                    new StormGraphState(
                            entry.value,
                            linksByFabric.getOrDefault(entry.key, Map.of()),
                            factsByFabric.getOrDefault(entry.key, List.of()),
                            incidentsByFabric.getOrDefault(entry.key, List.of()))));
        }
        return graphs;
    }
}
