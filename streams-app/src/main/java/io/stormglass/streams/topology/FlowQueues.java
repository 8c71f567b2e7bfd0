package io.stormglass.streams.topology;

import io.stormglass.avro.QueueNews;
import io.stormglass.avro.QueueNewsKind;
import io.stormglass.models.congestion.PathQuestion;
import io.stormglass.models.congestion.PathSign;
import io.stormglass.models.congestion.PathSigns;
import io.stormglass.models.congestion.QueueSpell;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.shadow.QueueSign;
import io.stormglass.models.time.BoundaryKey;
import io.stormglass.models.time.WatermarkMerge;
import io.stormglass.schemas.wire.AvroDeserializer;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the ports stage told of links and queues, as of the time that the flows have come to. News wait in the order of time until a question is about a
 * later time: so an answer does not depend on how far the ports were when it was given, once they have all passed its time.
 */
final class FlowQueues {
    /** In the store of progress: the end of this task's flows has been told. */
    private static final int ENDED = -1;
    /** Likewise: the end of what they did in queues has been told. */
    private static final int LOADS_ENDED = -2;

    private final TopologyInputs inputs;
    private final AvroDeserializer<QueueNews> reader;
    private final KeyValueStore<Bytes, QueueNews> pending;
    private final KeyValueStore<String, QueueNews> newest;
    private final KeyValueStore<Integer, Long> progress;
    private final PathSigns signs = new PathSigns();
    private final WatermarkMerge ports;
    private final FlowPlaces places;
    /** What is in the store of pending news. */
    private final TreeMap<Bytes, QueueNews> ahead = new TreeMap<>();

    FlowQueues(TopologyInputs inputs, ProcessorContext<byte[], byte[]> context) {
        this.inputs = inputs;
        reader = new AvroDeserializer<>(QueueNews.class, inputs.registry());
        pending = context.getStateStore(Nodes.FLOW_QUEUE_NEWS_STORE);
        newest = context.getStateStore(Nodes.FLOW_QUEUES_STORE);
        progress = context.getStateStore(Nodes.FLOW_PORT_PROGRESS_STORE);
        ports = new WatermarkMerge(inputs.portPartitions());
        places = new FlowPlaces(context);
        try (KeyValueIterator<Integer, Long> all = progress.all()) {
            all.forEachRemaining(each -> {
                if (each.key >= 0) {
                    ports.update(each.key, each.value);
                }
            });
        }
        try (KeyValueIterator<String, QueueNews> all = newest.all()) {
            all.forEachRemaining(each -> hear(each.value));
        }
        try (KeyValueIterator<Bytes, QueueNews> all = pending.all()) {
            all.forEachRemaining(each -> ahead.put(each.key, each.value));
        }
    }

    /** Takes a record of the ports stage; true where it says how far that has come. */
    boolean take(Record<byte[], byte[]> record) {
        QueueNews news = inputs.patience().ask(() -> reader.deserialize("queue-signs", record.value()));
        if (news == null) {
            throw new IllegalStateException("a record of queue-signs has no value");
        }
        return switch (news.getKind()) {
            case SIGN, LINK -> {
                BoundaryKey place =
                        new BoundaryKey(news.getAtNanos(), port(news).text(), news.getOrder());
                Bytes key = Bytes.wrap(place.toBytes());
                pending.put(key, news);
                ahead.put(key, news);
                if (news.getKind() == QueueNewsKind.LINK) {
                    places.take(news);
                }
                yield false;
            }
            case WATERMARK -> progress(news.getPartition(), news.getAtNanos());
            case END -> progress(news.getPartition(), WatermarkMerge.END);
            case UNKNOWN ->
                throw new IllegalStateException("a record of queue-signs is of a kind that this version does not know");
        };
    }

    private boolean progress(int partition, long watermarkNanos) {
        ports.update(partition, watermarkNanos);
        progress.put(partition, ports.watermarkNanos(partition));
        return true;
    }

    /** Which queues flows go through. */
    FlowPlaces places() {
        return places;
    }

    /** How far all partitions of ports have come. */
    long portsNanos() {
        return ports.minimumNanos();
    }

    /** Every partition of ports has told what was before a time. */
    boolean passed(long nanos) {
        return ports.minimumNanos() >= nanos;
    }

    /** Every partition of ports has said how far it has come. */
    boolean heard() {
        return ports.minimumNanos() != WatermarkMerge.NONE;
    }

    /** True where anything is known of the queue towards a flow's receiver, as of a time. */
    boolean knows(PathQuestion flow, long asOfNanos) {
        hearBefore(asOfNanos);
        return signs.knows(flow);
    }

    /** The answer as of a time; those of later times come later. */
    PathSign answer(PathQuestion flow, long asOfNanos) {
        hearBefore(asOfNanos);
        return signs.of(flow);
    }

    /** No question will be about an earlier time. */
    void reach(long nanos) {
        hearBefore(Math.min(nanos, ports.minimumNanos()));
    }

    private void hearBefore(long nanos) {
        while (!ahead.isEmpty() && ahead.firstEntry().getValue().getAtNanos() < nanos) {
            Map.Entry<Bytes, QueueNews> next = ahead.pollFirstEntry();
            hear(next.getValue());
            newest.put(place(next.getValue()), next.getValue());
            pending.delete(next.getKey());
        }
    }

    private void hear(QueueNews news) {
        if (news.getKind() == QueueNewsKind.LINK) {
            signs.link(port(news), Transitions.facts(news.getLink()));
            return;
        }
        signs.sign(
                port(news),
                new QueueSpell(
                        news.getPriority(),
                        news.getQueue(),
                        QueueSign.valueOf(news.getSign().name()),
                        news.getFromNanos(),
                        news.getUntilNanos(),
                        news.getSinceNanos()));
    }

    private static PortKey port(QueueNews news) {
        return new PortKey(news.getFabric(), news.getDevice(), news.getPort());
    }

    private static String place(QueueNews news) {
        String port = port(news).text();
        return news.getKind() == QueueNewsKind.LINK ? port : port + "\n" + news.getPriority() + "\n" + news.getQueue();
    }

    /** The end of this task's flows has been told. */
    boolean endTold() {
        return progress.get(ENDED) != null;
    }

    /** The end of what this task's flows did in queues has been told. */
    boolean loadsEndTold() {
        return progress.get(LOADS_ENDED) != null;
    }

    void tellLoadsEnd(long nanos) {
        progress.put(LOADS_ENDED, nanos);
    }

    void tellEnd(long nanos) {
        progress.put(ENDED, nanos);
    }
}
