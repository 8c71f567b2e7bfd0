package io.stormglass.publisher;

import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.FlowAttributes;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Batches events per key and writes them to the input topics of a run.
 *
 * <p>For one thread. {@link #end()} closes the run; {@link #close()} alone leaves it without its end marks.
 */
public final class EventPublisher implements EventSink, AutoCloseable {
    private final Slicer slicer;
    private final RecordWriter writer;
    private final PublishCounts counts = new PublishCounts();

    /**
     * Where records go and who reads them.
     *
     * @param naming names of the run's topics
     * @param mostUnreadBytes unread bytes of a partition above which the publisher waits
     * @param progress how far the readers have come
     * @param pace when a slice may leave
     */
    public record Target(TopicNaming naming, long mostUnreadBytes, ReaderProgress progress, Pace pace) {}

    EventPublisher(
            PublisherSettings settings, Target target, Producer<byte[], byte[]> producer, RecordEncoder encoder) {
        Backpressure backpressure =
                new Backpressure(target.mostUnreadBytes(), target.progress(), LockSupport::parkNanos);
        this.writer = new RecordWriter(producer, encoder, target.naming(), backpressure, target.pace(), counts);
        this.slicer = new Slicer(settings, writer, counts);
    }

    /**
     * Connects a publisher.
     *
     * @param clientSettings Kafka client settings, {@code bootstrap.servers} at least
     * @param ids ids under which the schemas are registered
     */
    public static EventPublisher connect(
            PublisherSettings settings, Target target, Map<String, Object> clientSettings, SchemaIds ids) {
        Producer<byte[], byte[]> producer = producer(settings.agentId(), clientSettings);
        return new EventPublisher(settings, target, producer, new AvroRecordEncoder(ids, target.naming()));
    }

    /** A producer with the settings of every publisher. */
    static Producer<byte[], byte[]> producer(String agentId, Map<String, Object> clientSettings) {
        Map<String, Object> producerSettings = new HashMap<>(Map.of(
                "client.id",
                "stormglass-publisher-" + agentId,
                "enable.idempotence",
                true,
                "acks",
                "all",
                "compression.type",
                "lz4",
                "linger.ms",
                5,
                "batch.size",
                64 * 1024,
                "buffer.memory",
                64L << 20));
        producerSettings.putAll(clientSettings);
        return new KafkaProducer<>(producerSettings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void flowEvent(FlowKey flow, FlowAttributes attributes, FlowEvent event) {
        slicer.flowEvent(flow, attributes, event);
    }

    @Override
    public void portEvent(PortKey port, PortEvent event) {
        slicer.portEvent(port, event);
    }

    @Override
    public void linkFacts(PortKey port, LinkFacts facts, long atNanos) {
        slicer.linkFacts(port, facts);
    }

    @Override
    public void refused(String key, String reason, String detail) {
        counts.refused++;
        writer.deadLetter(key, reason, detail);
    }

    /**
     * Sends what is held, closes every partition with an end mark and waits until the broker has it all.
     *
     * @throws PublishException if something could not be written
     */
    public void end() {
        slicer.end();
        writer.flush();
    }

    /** What has been counted so far. */
    public PublishCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        writer.close();
    }
}
