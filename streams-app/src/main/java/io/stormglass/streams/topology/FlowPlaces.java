package io.stormglass.streams.topology;

import io.stormglass.avro.QueueNews;
import io.stormglass.models.congestion.ReceiverPorts;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PathHop;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.streams.state.StoredLoadPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Which queues flows go through, and what their senders' NICs are set to, as of the end of a window. It has a copy of the links of its own: {@link FlowQueues} answers as of other
 * times, and neither can go back.
 */
final class FlowPlaces {
    private final KeyValueStore<Bytes, QueueNews> pending;
    private final KeyValueStore<String, QueueNews> newest;
    private final ReceiverPorts ports = new ReceiverPorts();
    /** What is in the store of pending news. */
    private final TreeMap<Bytes, QueueNews> ahead = new TreeMap<>();

    /** A queue. */
    record Place(PortKey port, int priority) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byPort = port.compareTo(other.port);
            return byPort != 0 ? byPort : Integer.compare(priority, other.priority);
        }
    }

    FlowPlaces(ProcessorContext<byte[], byte[]> context) {
        pending = context.getStateStore(Nodes.FLOW_LOAD_NEWS_STORE);
        newest = context.getStateStore(Nodes.FLOW_LOAD_LINKS_STORE);
        try (KeyValueIterator<String, QueueNews> all = newest.all()) {
            all.forEachRemaining(each -> hear(each.value));
        }
        try (KeyValueIterator<Bytes, QueueNews> all = pending.all()) {
            all.forEachRemaining(each -> ahead.put(each.key, each.value));
        }
    }

    /** Takes news of a link. */
    void take(QueueNews link) {
        BoundaryKey place = new BoundaryKey(link.getAtNanos(), port(link).text(), link.getOrder());
        Bytes key = Bytes.wrap(place.toBytes());
        pending.put(key, link);
        ahead.put(key, link);
    }

    /** Answers are as of a time from now on; no question will be about an earlier one. */
    void reach(long nanos) {
        while (!ahead.isEmpty() && ahead.firstEntry().getValue().getAtNanos() < nanos) {
            Map.Entry<Bytes, QueueNews> next = ahead.pollFirstEntry();
            hear(next.getValue());
            newest.put(port(next.getValue()).text(), next.getValue());
            pending.delete(next.getKey());
        }
    }

    private void hear(QueueNews link) {
        ports.link(port(link), Transitions.facts(link.getLink()));
    }

    private static PortKey port(QueueNews news) {
        return new PortKey(news.getFabric(), news.getDevice(), news.getPort());
    }

    /** The queues that a flow went through as far as they are known; empty where none is. Nothing is made up: of a flow without a path only the receiver's port is known. */
    List<Place> of(StoredLoadPart flow) {
        List<PathHop> path = StoredLoads.path(flow.getPath());
        if (!path.isEmpty()) {
            return path.stream()
                    .map(hop -> place(
                            new PortKey(flow.getFabric(), hop.device(), hop.port()), hop.queue(), flow.getPriority()))
                    .flatMap(Optional::stream)
                    .distinct()
                    .toList();
        }
        return ports.of(flow.getFabric(), flow.getDstIp()).flatMap(port -> place(port, -1, flow.getPriority())).stream()
                .toList();
    }

    private static Optional<Place> place(PortKey port, int queue, int priority) {
        int of = queue >= 0 && queue <= 7 ? queue : priority;
        return of < 0 || of > 7 ? Optional.empty() : Optional.of(new Place(port, of));
    }

    /** What is known of a sender's NIC. */
    Optional<LinkFacts> nic(String fabric, String address) {
        return ports.nic(fabric, address);
    }
}
