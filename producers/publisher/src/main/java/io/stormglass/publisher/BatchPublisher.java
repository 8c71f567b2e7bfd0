package io.stormglass.publisher;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.Names;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Pairing;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.schemas.wire.SchemaIds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Producer;

/**
 * Writes batches that others have made, of several agents, to the input topics of a run. It owns the order of each partition: what is handed over first stands first.
 * Ticks and end marks are its own and name its own agent; batches keep theirs.
 *
 * <p>A batch is {@linkplain #numbered numbered} in the order in which its agent sent it and then {@linkplain #write written} as often and as late as it gets through: not
 * at all leaves a hole in the sequence, twice is a repeat. Every batch has at least one event. For one thread.
 */
public final class BatchPublisher implements AutoCloseable {
    private final Settings settings;
    private final RecordWriter writer;
    private final PublishCounts counts = new PublishCounts();
    private final Map<Place, long[]> sequences = new HashMap<>();

    /** Whose sequence. */
    private record Place(String agentId, long epoch, boolean flows) {}

    /**
     * Who ticks, and into how many partitions.
     *
     * @param fabric fabric that ticks and end marks name
     * @param runId {@code live} or the id of a run
     * @param agentId agent of ticks and end marks
     * @param flowPartitions partitions of the flow events topic, at least 1
     * @param portPartitions partitions of the port events topic, at least 1
     * @param eventTimePerWallTime how fast event time runs, as every record says; above 0
     */
    public record Settings(
            String fabric,
            String runId,
            String agentId,
            int flowPartitions,
            int portPartitions,
            double eventTimePerWallTime) {
        public Settings {
            Names.requireName("fabric", fabric);
            Names.requireName("run id", runId);
            Names.requireName("agent id", agentId);
            if (flowPartitions < 1 || portPartitions < 1) {
                throw new IllegalArgumentException(flowPartitions + " partitions of flow events and " + portPartitions
                        + " of port events: at least 1 of each is needed");
            }
            if (!(eventTimePerWallTime > 0) || Double.isInfinite(eventTimePerWallTime)) {
                throw new IllegalArgumentException(
                        "event time per wall time is " + eventTimePerWallTime + ", above 0 is possible");
            }
        }
    }

    private BatchPublisher(
            Settings settings, EventPublisher.Target target, Producer<byte[], byte[]> producer, RecordEncoder encoder) {
        this.settings = settings;
        Backpressure backpressure =
                new Backpressure(target.mostUnreadBytes(), target.progress(), LockSupport::parkNanos);
        writer = new RecordWriter(producer, encoder, target.naming(), backpressure, target.pace(), counts);
    }

    /**
     * Connects a publisher.
     *
     * @param target its pace waits before each {@link #tick}
     * @param clientSettings Kafka client settings, {@code bootstrap.servers} at least
     * @param ids ids under which the schemas are registered
     */
    public static BatchPublisher connect(
            Settings settings, EventPublisher.Target target, Map<String, Object> clientSettings, SchemaIds ids) {
        return over(settings, target, EventPublisher.producer(settings.agentId(), clientSettings), ids);
    }

    /**
     * A publisher over a producer that is there; it is closed with this.
     *
     * @param ids ids under which the schemas are registered
     */
    public static BatchPublisher over(
            Settings settings, EventPublisher.Target target, Producer<byte[], byte[]> producer, SchemaIds ids) {
        return new BatchPublisher(settings, target, producer, new AvroRecordEncoder(ids, target.naming()));
    }

    /** The batch with the run and the next sequence of its agent, epoch and partition. */
    public FlowBatch numbered(FlowBatch batch) {
        FlowKey flow = Objects.requireNonNull(batch.flow(), "flow");
        int partition = Partitions.of(flow.text(), settings.flowPartitions);
        return new FlowBatch(
                numbered(batch.header(), partition, true),
                flow,
                batch.pairedQp(),
                batch.priority(),
                batch.dscp(),
                batch.senderBitsPerSecond(),
                batch.vantage(),
                batch.pairing(),
                batch.mergesProvisionalKey(),
                batch.path(),
                batch.events());
    }

    /** The batch with the run and the next sequence of its agent, epoch and partition. */
    public PortBatch numbered(PortBatch batch) {
        PortKey port = Objects.requireNonNull(batch.port(), "port");
        int partition = Partitions.of(port.text(), settings.portPartitions);
        return new PortBatch(
                numbered(batch.header(), partition, false),
                port,
                batch.linkBitsPerSecond(),
                batch.link(),
                batch.path(),
                batch.events());
    }

    private BatchHeader numbered(BatchHeader header, int partition, boolean flows) {
        long[] next = sequences.computeIfAbsent(
                new Place(header.agentId(), header.epoch(), flows),
                place -> new long[flows ? settings.flowPartitions : settings.portPartitions]);
        return new BatchHeader(
                header.kind(),
                header.fabric(),
                settings.runId,
                header.agentId(),
                header.epoch(),
                next[partition]++,
                header.observerRole(),
                header.scope(),
                header.samplingRate(),
                header.mirrored(),
                header.watermarkNanos(),
                header.clockOffsetNanos(),
                settings.eventTimePerWallTime);
    }

    /** Writes a numbered batch. */
    public void write(FlowBatch batch) {
        String key = Objects.requireNonNull(batch.flow(), "flow").text();
        long newest =
                batch.events().stream().mapToLong(FlowEvent::timeNanos).max().orElseThrow();
        counts.flowRecords++;
        counts.events += batch.events().size();
        writer.flow(Partitions.of(key, settings.flowPartitions), key, batch, newest);
    }

    /** Writes a numbered batch. */
    public void write(PortBatch batch) {
        String key = Objects.requireNonNull(batch.port(), "port").text();
        long newest =
                batch.events().stream().mapToLong(PortEvent::timeNanos).max().orElseThrow();
        counts.portRecords++;
        counts.events += batch.events().size();
        writer.port(Partitions.of(key, settings.portPartitions), key, batch, newest);
    }

    /** Writes an agent's goodbye into every partition of port events that it has written to in its epoch. */
    public void goodbye(BatchHeader header) {
        long[] next = sequences.get(new Place(header.agentId(), header.epoch(), false));
        for (int partition = 0; next != null && partition < next.length; partition++) {
            if (next[partition] > 0) {
                BatchHeader numbered = numbered(header, partition, false);
                PortBatch batch = new PortBatch(numbered, null, 0, null, List.of(), List.of());
                writer.port(partition, "goodbye|" + header.agentId(), batch, header.watermarkNanos());
            }
        }
    }

    /** Writes what is known of an entity from a time on. */
    public void inventory(InventoryEntity entity, long atNanos) {
        writer.inventory(entity, atNanos);
    }

    /** Tells every partition that everything before a time has been written. */
    public void tick(long watermarkNanos) {
        writer.sliceLeaves(watermarkNanos);
        counts.ticks++;
        mark(RecordKind.TICK, "tick|" + settings.agentId, watermarkNanos);
    }

    /** Closes every partition with an end mark and waits until the broker has it all. */
    public void end(long watermarkNanos) {
        writer.eventsEnd();
        mark(RecordKind.END, "end|" + settings.agentId, watermarkNanos);
        writer.flush();
    }

    private void mark(RecordKind kind, String key, long watermarkNanos) {
        for (int partition = 0; partition < settings.flowPartitions; partition++) {
            BatchHeader header = numbered(header(kind, watermarkNanos), partition, true);
            FlowBatch batch = new FlowBatch(
                    header, null, -1, -1, -1, 0, Vantage.UNKNOWN, Pairing.UNKNOWN, "", List.of(), List.of());
            writer.flow(partition, key, batch, watermarkNanos);
        }
        for (int partition = 0; partition < settings.portPartitions; partition++) {
            BatchHeader header = numbered(header(kind, watermarkNanos), partition, false);
            writer.port(partition, key, new PortBatch(header, null, 0, null, List.of(), List.of()), watermarkNanos);
        }
    }

    private BatchHeader header(RecordKind kind, long watermarkNanos) {
        return new BatchHeader(
                kind,
                settings.fabric,
                settings.runId,
                settings.agentId,
                0,
                0,
                ObserverRole.EMULATOR,
                Scope.UNKNOWN,
                1,
                false,
                watermarkNanos,
                null,
                settings.eventTimePerWallTime);
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
