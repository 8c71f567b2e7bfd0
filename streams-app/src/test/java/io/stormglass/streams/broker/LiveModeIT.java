package io.stormglass.streams.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowState;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.FlowKey;
import io.stormglass.models.event.Transport;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a live application does: idle partitions follow the wall clock, provisional flows are merged. */
class LiveModeIT {
    private static final long MS = 1_000_000L;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration AHEAD = Duration.ofSeconds(5);
    private static final int PARTITIONS = 4;

    @TempDir
    Path stateDir;

    /** Folds a topic until its newest values are as wanted. */
    private static <T extends SpecificRecord> Map<String, T> await(
            BrokerRun run, Topic topic, Class<T> type, Predicate<Map<String, @Nullable T>> wanted) {
        Map<String, @Nullable T> newest = new HashMap<>();
        AvroDeserializer<T> reader = new AvroDeserializer<>(type, run.registry);
        Map<String, Object> properties =
                Map.of("bootstrap.servers", run.settings.bootstrapServers(), "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            String name = run.naming.topic(topic);
            List<TopicPartition> partitions = consumer.partitionsFor(name).stream()
                    .map(info -> new TopicPartition(name, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!wanted.test(newest) && System.nanoTime() < deadline) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    newest.put(
                            new String(record.key(), StandardCharsets.UTF_8), reader.deserialize(name, record.value()));
                }
            }
        }
        assertThat(wanted.test(newest)).as("newest values %s", newest).isTrue();
        return newest;
    }

    private static FlowKey provisionalAwayFrom(BrokerRun run, FlowKey flow) {
        for (int qp = 100; ; qp++) {
            FlowKey provisional = FlowKey.provisional("f", Transport.ROCEV2, flow.srcIp(), flow.dstIp(), qp);
            if (run.partitionOf(provisional.text()) != run.partitionOf(flow.text())) {
                return provisional;
            }
        }
    }

    @Test
    void aProvisionalFlowOfAnotherPartitionIsMergedAndItsLateEventsFollow() throws InterruptedException {
        try (BrokerRun run = new BrokerRun("merge", PARTITIONS, stateDir)) {
            FlowKey flow = FlowKey.roce("f", Transport.ROCEV2, "10.0.0.1", "10.0.0.2", 17);
            FlowKey provisional = provisionalAwayFrom(run, flow);
            StreamsSettings settings = StreamsSettings.live(run.naming, run.settings.bootstrapServers(), stateDir)
                    .withThreads(2);
            long now = System.currentTimeMillis() * MS;
            try (StreamsRuntime runtime = StreamsRuntime.start(settings, run.registry)) {
                assertThat(runtime.awaitReady(PATIENCE)).isTrue();
                run.publish(provisional, "", List.of(new FlowEvent(FlowEventKind.CNP_SEEN, now, 3, 222, 0, 0)));
                await(run, Topic.FLOW_STATES, FlowState.class, newest -> newest.get(provisional.text()) != null);
                run.publish(
                        flow,
                        provisional.text(),
                        List.of(new FlowEvent(FlowEventKind.SENT, now + MS, 10, 10_000, 0, 0)));
                run.publish(provisional, "", List.of(new FlowEvent(FlowEventKind.CNP_SEEN, now + MS, 4, 296, 0, 0)));
                await(run, Topic.FLOW_STATES, FlowState.class, newest -> {
                    FlowState state = newest.get(flow.text());
                    return newest.containsKey(provisional.text())
                            && newest.get(provisional.text()) == null
                            && state != null
                            && state.getCnp() == 7
                            && state.getPackets() == 10;
                });
                assertThat(runtime.counters().get(Count.MERGED)).isEqualTo(1);
            }
        }
    }

    @Test
    void anIncidentDoesNotWaitForPartitionsThatAreSilent() throws InterruptedException {
        try (BrokerRun run = new BrokerRun("idle", PARTITIONS, stateDir)) {
            StreamsSettings settings = StreamsSettings.live(run.naming, run.settings.bootstrapServers(), stateDir);
            try (StreamsRuntime runtime = StreamsRuntime.start(settings, run.registry)) {
                assertThat(runtime.awaitReady(PATIENCE)).isTrue();
                // What comes behind the clock of a silent partition is late, so these events are still to come.
                run.startAt(System.currentTimeMillis() * MS + AHEAD.toNanos());
                // No tick and no end mark ever reaches the other partitions.
                run.publishPartitionOf(BrokerRun.leaf(), 0, 690);
                Map<String, StormIncident> incidents =
                        await(run, Topic.STORM_INCIDENTS, StormIncident.class, newest -> !newest.isEmpty());
                assertThat(incidents.values())
                        .extracting(StormIncident::getOriginEntity)
                        .containsExactly("host-of-leaf1");
                // Silence is no storm: the pause ends with the time of its last frame.
                await(
                        run,
                        Topic.STORM_INCIDENTS,
                        StormIncident.class,
                        newest -> newest.values().stream()
                                .allMatch(
                                        incident -> incident != null && incident.getState() == IncidentState.RESOLVED));
            }
        }
    }
}
