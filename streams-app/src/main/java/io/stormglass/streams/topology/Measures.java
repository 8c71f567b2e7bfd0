package io.stormglass.streams.topology;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.load.FlowLoad;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.state.StoredMeasure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the records of {@code queue-measures}, by which {@link PortLoads} and {@link FlowLoads} tell {@link LoadProcessor} what they measured. */
final class Measures {
    static final Serde<StoredMeasure> SERDE = StoreSerde.of(StoredMeasure.getEncoder(), StoredMeasure.getDecoder());

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final String topic;

    /** What a record says. */
    enum Kind {
        /** Counters and pauses of a port. */
        PORT,
        /** Pauses that a port received, for the other end of its link. */
        PEER,
        /** Facts of a port's link. */
        LINK,
        /** Flows through a queue. */
        FLOWS,
        /** A partition of ports has told every window that ends at a time or before. */
        PORTS_PROGRESS,
        /** A partition of ports has told everything. */
        PORTS_END,
        /** A partition of flows has told every window that ends at a time or before. */
        FLOWS_PROGRESS,
        /** A partition of flows has told everything. */
        FLOWS_END
    }

    Measures(TopologyInputs inputs) {
        topic = inputs.naming().topic(Topic.QUEUE_MEASURES);
    }

    /** Start of the window that a time is in. */
    static long windowOf(long nanos) {
        return Math.floorDiv(nanos, FlowLoad.WINDOW_NANOS) * FlowLoad.WINDOW_NANOS;
    }

    /** A measure of a port, to be filled. */
    static StoredMeasure of(Kind kind, PortKey port, long atNanos, long order) {
        StoredMeasure measure = of(kind, atNanos);
        measure.setFabric(port.fabric());
        measure.setDevice(port.device());
        measure.setPort(port.port());
        measure.setOrder(order);
        return measure;
    }

    private static StoredMeasure of(Kind kind, long atNanos) {
        StoredMeasure measure = new StoredMeasure();
        measure.setKind(kind.name());
        measure.setPartition(-1);
        measure.setAtNanos(atNanos);
        measure.setFabric("");
        measure.setDevice("");
        measure.setPort("");
        measure.setPriority(-1);
        measure.setPeerDevice("");
        measure.setPeerPort("");
        measure.setMac("");
        measure.setGrowth(List.of());
        measure.setPauses(List.of());
        measure.setFlows(List.of());
        return measure;
    }

    static StoredMeasure link(PortKey port, LinkFacts facts, long atNanos, long order) {
        StoredMeasure measure = of(Kind.LINK, port, atNanos, order);
        try {
            measure.setLink(EventCodec.toAvro(facts).toByteBuffer());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return measure;
    }

    static LinkFacts link(StoredMeasure measure) {
        try {
            ByteBuffer link = measure.getLink();
            return Transitions.facts(io.stormglass.avro.LinkFacts.fromByteBuffer(link.duplicate()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static PortKey port(StoredMeasure measure) {
        return new PortKey(measure.getFabric(), measure.getDevice(), measure.getPort());
    }

    Record<byte[], byte[]> record(StoredMeasure measure) {
        return record(measure.getFabric() + "/" + measure.getDevice(), measure);
    }

    /** For the device at the other end; where the port does not know it, for every partition of the topic. */
    Record<byte[], byte[]> peerRecord(StoredMeasure measure) {
        return measure.getPeerDevice().isEmpty()
                ? Marks.progress(record(measure))
                : record(measure.getFabric() + "/" + measure.getPeerDevice(), measure);
    }

    /** How far a partition has come, for every partition of the topic. */
    Record<byte[], byte[]> mark(Kind kind, int partition, long atNanos) {
        StoredMeasure measure = of(kind, atNanos);
        measure.setPartition(partition);
        return Marks.progress(record("watermark|" + partition, measure));
    }

    private Record<byte[], byte[]> record(String key, StoredMeasure measure) {
        return new Record<>(
                key.getBytes(StandardCharsets.UTF_8),
                SERDE.serializer().serialize(topic, measure),
                Math.max(0, measure.getAtNanos() / NANOS_PER_MILLI));
    }
}
