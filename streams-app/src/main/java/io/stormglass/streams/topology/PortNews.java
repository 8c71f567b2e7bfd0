package io.stormglass.streams.topology;

import io.stormglass.avro.LinkFacts;
import io.stormglass.avro.QueueNews;
import io.stormglass.avro.QueueNewsKind;
import io.stormglass.avro.QueueSign;
import io.stormglass.models.congestion.QueueSpell;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroSerializer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** What the ports stage tells every task of the flows stage: signs of queues, links, and how far it has come. */
final class PortNews {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    /** Each step costs a message to every partition of flows. */
    private static final long STEP_NANOS = 250_000_000L;

    private final AvroSerializer<QueueNews> serializer;
    private final String topic;
    private final String runId;
    private final ProgressSteps steps = new ProgressSteps(STEP_NANOS);

    PortNews(TopologyInputs inputs) {
        serializer = new AvroSerializer<>(QueueNews.class, inputs.ids().id(Topic.QUEUE_SIGNS));
        topic = inputs.naming().topic(Topic.QUEUE_SIGNS);
        runId = inputs.naming().runId();
    }

    /** A queue has another sign, or the same of a newer time. */
    Record<byte[], byte[]> sign(PortEntry entry, QueueSpell spell, long atNanos) {
        QueueNews news = of(QueueNewsKind.SIGN, entry, atNanos);
        news.setPriority(spell.priority());
        news.setQueue(spell.queue());
        news.setSign(QueueSign.valueOf(spell.sign().name()));
        news.setFromNanos(spell.fromNanos());
        news.setUntilNanos(spell.untilNanos());
        news.setSinceNanos(spell.sinceNanos());
        return record(entry.port.text(), news);
    }

    /** Facts of a link have changed. */
    Record<byte[], byte[]> link(PortEntry entry, LinkFacts facts, long atNanos) {
        QueueNews news = of(QueueNewsKind.LINK, entry, atNanos);
        news.setLink(facts);
        return record(entry.port.text(), news);
    }

    /** Everything before the watermark has been told; null where that was said less than a step ago. */
    @Nullable
    Record<byte[], byte[]> progress(int partition, long watermarkNanos) {
        return steps.isNext(watermarkNanos) ? mark(QueueNewsKind.WATERMARK, partition, watermarkNanos) : null;
    }

    /** Everything has been told. */
    Record<byte[], byte[]> end(int partition, long atNanos) {
        return mark(QueueNewsKind.END, partition, atNanos);
    }

    private Record<byte[], byte[]> mark(QueueNewsKind kind, int partition, long atNanos) {
        QueueNews news = of(kind, atNanos);
        news.setPartition(partition);
        return record("watermark|" + partition, news);
    }

    private QueueNews of(QueueNewsKind kind, PortEntry entry, long atNanos) {
        QueueNews news = of(kind, atNanos);
        news.setFabric(entry.port.fabric());
        news.setDevice(entry.port.device());
        news.setPort(entry.port.port());
        news.setOrder(entry.nextOrder());
        return news;
    }

    private QueueNews of(QueueNewsKind kind, long atNanos) {
        QueueNews news = QueueNews.newBuilder().build();
        news.setKind(kind);
        news.setRunId(runId);
        news.setAtNanos(atNanos);
        return news;
    }

    private Record<byte[], byte[]> record(String key, QueueNews news) {
        return Marks.progress(new Record<>(
                key.getBytes(StandardCharsets.UTF_8),
                serializer.serialize(topic, news),
                Math.max(0, news.getAtNanos() / NANOS_PER_MILLI)));
    }
}
