package io.stormglass.streams.topology;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.FabricLink;
import io.stormglass.avro.FlowClassChange;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.PortTransition;
import io.stormglass.avro.PortTransitionKind;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.modes.Racks;
import io.stormglass.models.time.WatermarkMerge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the rows of racks are made from; links, entities, and watermarks of ports and flows as it hears of them, are the storm graph's own.
 *
 * @param watermarks of each partition of flows, and under {@link #NEWEST_END} the newest time at which one ended
 * @param pending changes that not every partition has passed, by time and offset
 * @param rows what has been published, by key
 */
record ModesStores(
        KeyValueStore<Integer, Long> watermarks,
        KeyValueStore<Bytes, FlowClassChange> pending,
        KeyValueStore<String, FlowClassChange> flows,
        KeyValueStore<String, CcMode> rows,
        KeyValueStore<Integer, Long> portWatermarks,
        KeyValueStore<Integer, Long> flowWatermarks,
        KeyValueStore<String, FabricLink> links,
        KeyValueStore<String, PortTransition> facts) {
    static final int NEWEST_END = -1;

    static ModesStores open(ProcessorContext<byte[], byte[]> context) {
        return new ModesStores(
                context.getStateStore(Nodes.MODES_WATERMARKS_STORE),
                context.getStateStore(Nodes.MODES_PENDING_STORE),
                context.getStateStore(Nodes.MODES_FLOWS_STORE),
                context.getStateStore(Nodes.MODES_ROWS_STORE),
                context.getStateStore(Nodes.FABRIC_WATERMARKS_STORE),
                context.getStateStore(Nodes.FABRIC_FLOW_WATERMARKS_STORE),
                context.getStateStore(Nodes.FABRIC_LINKS_STORE),
                context.getStateStore(Nodes.FABRIC_FACTS_STORE));
    }

    /** How far the fabric stage has come, whose links are known up to there. */
    long fabricNanos(TopologyInputs inputs) {
        long ports = minimumNanos(portWatermarks, inputs.portPartitions());
        return switch (inputs.mode()) {
            case REPLAY -> Math.min(ports, minimumNanos(flowWatermarks, inputs.flowPartitions()));
            case LIVE -> ports;
        };
    }

    private static long minimumNanos(KeyValueStore<Integer, Long> watermarks, int partitions) {
        WatermarkMerge merge = new WatermarkMerge(partitions);
        try (KeyValueIterator<Integer, Long> all = watermarks.all()) {
            all.forEachRemaining(each -> merge.update(each.key, each.value));
        }
        return merge.minimumNanos();
    }

    void ended(long atNanos) {
        watermarks.put(NEWEST_END, Math.max(newestEndNanos(), atNanos));
    }

    long newestEndNanos() {
        Long newest = watermarks.get(NEWEST_END);
        return newest == null ? 0 : newest;
    }

    /** Takes out what is pending up to a place, in order. */
    List<FlowClassChange> release(byte[] before) {
        List<KeyValue<Bytes, FlowClassChange>> released = new ArrayList<>();
        try (KeyValueIterator<Bytes, FlowClassChange> range = pending.range(null, Bytes.wrap(before))) {
            range.forEachRemaining(released::add);
        }
        released.forEach(each -> pending.delete(each.key));
        return released.stream().map(each -> each.value).toList();
    }

    /** Racks that people list devices of a fabric in; a NIC with a name of its own stands where its host does. */
    private Map<String, String> listed(String fabric) {
        Map<String, String> racks = new HashMap<>();
        Map<String, String> hosts = new HashMap<>();
        String first = fabric + "/device/";
        // What follows the slash: no key of a device lies behind it.
        String last = fabric + "/device" + (char) ('/' + 1);
        try (KeyValueIterator<String, PortTransition> range = facts.range(first, last)) {
            range.forEachRemaining(each -> {
                InventoryEntity entity = each.value.getInventory();
                if (each.value.getKind() == PortTransitionKind.INVENTORY && entity != null) {
                    put(racks, entity.getEntity(), entity.getRack());
                    put(hosts, entity.getEntity(), entity.getHost());
                }
            });
        }
        hosts.forEach((nic, host) -> put(racks, nic, racks.getOrDefault(nic, racks.getOrDefault(host, ""))));
        return racks;
    }

    private static void put(Map<String, String> known, String device, String value) {
        if (!value.isEmpty()) {
            known.put(device, value);
        }
    }

    /** Racks of a fabric, as far as people and links tell now. */
    Racks racks(String fabric) {
        Map<PortKey, LinkFacts> known = new HashMap<>();
        try (KeyValueIterator<String, FabricLink> all = links.all()) {
            all.forEachRemaining(each -> {
                FabricLink link = each.value;
                if (link.getFabric().equals(fabric) && link.getFacts() != null) {
                    known.put(
                            new PortKey(fabric, link.getDevice(), link.getPort()), Transitions.facts(link.getFacts()));
                }
            });
        }
        return Racks.of(known, listed(fabric));
    }

    /** Rows of a fabric that have been published, by key. */
    Map<String, CcMode> rows(String fabric) {
        Map<String, CcMode> found = new HashMap<>();
        try (KeyValueIterator<String, CcMode> all = rows.all()) {
            all.forEachRemaining(each -> {
                if (each.value.getFabric().equals(fabric)) {
                    found.put(each.key, each.value);
                }
            });
        }
        return found;
    }
}
