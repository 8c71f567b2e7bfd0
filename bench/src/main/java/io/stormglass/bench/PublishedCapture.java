package io.stormglass.bench;

import io.stormglass.capture.Inspection;
import io.stormglass.embedded.EmbeddedStack;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.publisher.BatchLimits;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.publisher.PublisherSettings;
import io.stormglass.replay.Captures;
import io.stormglass.replay.LinksFile;
import io.stormglass.replay.Replay;
import io.stormglass.schemas.registry.HttpSchemaRegistryClient;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.SchemaIds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A capture whose events were published into the embedded broker as fast as it goes; the topics exist.
 *
 * @param records with events, ticks not counted
 * @param seconds second pass of the decoder and publishing, the end mark included
 */
record PublishedCapture(long events, long records, double seconds) {
    static PublishedCapture publish(
            EmbeddedStack stack, Path capture, TopicNaming naming, HttpSchemaRegistryClient registry, int partitions)
            throws Exception {
        Replay replay = new Replay(
                Captures.keeping(List.of(capture.toString()), System.in),
                LinksFile.none(null),
                Replay.DEFAULT_REORDER_NANOS);
        Inspection inspection = replay.inspect();
        PublisherSettings settings = new PublisherSettings(
                "default",
                naming.runId(),
                "bench",
                0,
                ObserverRole.CAPTURE,
                Scope.FLOW,
                partitions,
                partitions,
                0,
                BatchLimits.DEFAULT);
        EventPublisher.Target target =
                new EventPublisher.Target(naming, Long.MAX_VALUE, unread -> Map.of(), Pace.unlimited());
        Map<String, Object> client = Map.of("bootstrap.servers", stack.bootstrapServers());
        try (EventPublisher publisher =
                EventPublisher.connect(settings, target, client, SchemaIds.register(registry, naming))) {
            long begin = System.nanoTime();
            replay.emit(inspection, publisher, timeNanos -> {});
            publisher.end();
            double seconds = (System.nanoTime() - begin) / 1e9;
            return new PublishedCapture(
                    publisher.counts().events(),
                    publisher.counts().flowRecords() + publisher.counts().portRecords(),
                    seconds);
        }
    }
}
