package io.stormglass.cli.scoreboard;

import io.stormglass.avro.StormIncident;
import io.stormglass.fabric.publish.FabricPublisher;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.storm.StormSettings;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.topology.RegistryPatience;
import io.stormglass.streams.topology.StormglassTopology;
import io.stormglass.streams.topology.TopologyInputs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** Runs cases through the topologies as they are deployed, record by record in this thread: no broker, one partition. */
public final class DriverRunner implements CaseRunner {
    private static final long MILLI = 1_000_000L;
    private static final long LOSS_SALT = 0x4c6f_7373_5061_7468L;
    /** Results are taken out so often, else the driver keeps them all. */
    private static final int DRAIN_EVERY = 256;

    private final Perturbation perturbation;

    /** What happens to records between agents and topologies. */
    public DriverRunner(Perturbation perturbation) {
        this.perturbation = perturbation;
    }

    @Override
    public List<StormIncident> run(Case each) {
        TopicNaming naming = TopicNaming.replay(each.runId());
        MemorySchemaRegistry registry = new MemorySchemaRegistry();
        SchemaIds ids = SchemaIds.register(registry, naming);
        Properties properties = properties(naming);
        try (TopologyTestDriver driver = new TopologyTestDriver(
                StormglassTopology.build(inputs(naming, registry, ids), new StreamsConfig(properties)),
                properties,
                Instant.ofEpochMilli(FabricSource.DEFAULT_START_NANOS / MILLI))) {
            Through through = new Through(driver, naming.topic(Topic.STORM_INCIDENTS), registry);
            RecordPipe pipe =
                    new RecordPipe(perturbation, new SplittableRandom(each.seed() ^ LOSS_SALT), through::pipe);
            try (FabricPublisher publisher = publisher(each, naming, pipe, ids)) {
                publisher.run();
            }
            return through.incidents();
        }
    }

    private static FabricPublisher publisher(Case each, TopicNaming naming, RecordPipe pipe, SchemaIds ids) {
        BatchPublisher records = BatchPublisher.over(
                new BatchPublisher.Settings(each.scenario().telemetry().fabric(), naming.runId(), "fabric", 1, 1, 1),
                new EventPublisher.Target(naming, Long.MAX_VALUE, partitions -> Map.of(), Pace.unlimited()),
                pipe,
                ids);
        return new FabricPublisher(
                FabricPublisher.Plan.of(each.scenario(), each.seed()), FabricPublisher.Timing.unlimited(), records);
    }

    private static Properties properties(TopicNaming naming) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, naming.applicationId());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        return properties;
    }

    private static TopologyInputs inputs(TopicNaming naming, MemorySchemaRegistry registry, SchemaIds ids) {
        return new TopologyInputs(
                naming,
                StreamsMode.REPLAY,
                1,
                1,
                ids,
                registry,
                RegistryPatience.of(Duration.ofSeconds(1)),
                new StreamsCounters(),
                FlowSettings.defaults(),
                PauseSettings.defaults(),
                StormSettings.defaults(),
                100 * MILLI,
                true);
    }

    /** Puts records in and takes results out. */
    private static final class Through {
        private final TopologyTestDriver driver;
        private final String incidentTopic;
        private final AvroDeserializer<StormIncident> reader;
        private final Map<String, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
        private final List<StormIncident> incidents = new ArrayList<>();
        private int since;

        Through(TopologyTestDriver driver, String incidentTopic, MemorySchemaRegistry registry) {
            this.driver = driver;
            this.incidentTopic = incidentTopic;
            this.reader = new AvroDeserializer<>(StormIncident.class, registry);
        }

        void pipe(ProducerRecord<byte[], byte[]> record) {
            inputs.computeIfAbsent(
                            record.topic(),
                            topic -> driver.createInputTopic(
                                    topic, new ByteArraySerializer(), new ByteArraySerializer()))
                    .pipeInput(new TestRecord<>(
                            record.key(), record.value(), record.headers(), Instant.ofEpochMilli(record.timestamp())));
            if (++since >= DRAIN_EVERY) {
                drain();
            }
        }

        List<StormIncident> incidents() {
            drain();
            return List.copyOf(incidents);
        }

        private void drain() {
            since = 0;
            for (String topic : driver.producedTopicNames()) {
                List<TestRecord<byte[], byte[]>> records = driver.createOutputTopic(
                                topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList();
                if (topic.equals(incidentTopic)) {
                    records.forEach(this::take);
                }
            }
        }

        private void take(TestRecord<byte[], byte[]> record) {
            StormIncident incident = reader.deserialize(incidentTopic, record.value());
            if (incident != null) {
                incidents.add(incident);
            }
        }
    }
}
