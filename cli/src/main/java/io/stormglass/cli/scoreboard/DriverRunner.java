package io.stormglass.cli.scoreboard;

import io.stormglass.avro.Finding;
import io.stormglass.avro.QueueLoad;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.TelemetryQuality;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricProgress;
import io.stormglass.fabric.publish.FabricPublisher;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.SchemaIds;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.Limits;
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
import org.apache.avro.specific.SpecificRecord;
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
    private final Limits limits;

    /** What happens to records between agents and topologies. */
    public DriverRunner(Perturbation perturbation) {
        this(perturbation, Limits.defaults());
    }

    /** The same with other limits. */
    public DriverRunner(Perturbation perturbation, Limits limits) {
        this.perturbation = perturbation;
        this.limits = limits;
    }

    /**
     * What came of a run.
     *
     * @param published how much was published
     * @param incidents every version of every incident, in the order in which they were published
     * @param telemetry likewise
     * @param findings likewise
     * @param loads likewise, of queues
     */
    public record Results(
            FabricProgress published,
            List<StormIncident> incidents,
            List<TelemetryQuality> telemetry,
            List<Finding> findings,
            List<QueueLoad> loads) {
        public Results {
            incidents = List.copyOf(incidents);
            telemetry = List.copyOf(telemetry);
            findings = List.copyOf(findings);
            loads = List.copyOf(loads);
        }
    }

    @Override
    public List<StormIncident> run(Case each) {
        return run(each.scenario(), each.seed(), each.runId()).incidents();
    }

    /** Runs a scenario as it is, with the telemetry that it has. */
    public Results run(Scenario scenario, long seed, String runId) {
        return run(FabricPublisher.Plan.of(scenario, seed), runId);
    }

    /** Runs a plan, with the telemetry that its scenario has. */
    public Results run(FabricPublisher.Plan plan, String runId) {
        TopicNaming naming = TopicNaming.replay(runId);
        MemorySchemaRegistry registry = new MemorySchemaRegistry();
        SchemaIds ids = SchemaIds.register(registry, naming);
        Properties properties = properties(naming);
        try (TopologyTestDriver driver = new TopologyTestDriver(
                StormglassTopology.inOneProcess(inputs(naming, registry, ids), new StreamsConfig(properties)),
                properties,
                Instant.ofEpochMilli(FabricSource.DEFAULT_START_NANOS / MILLI))) {
            Through through = new Through(driver);
            Kept<StormIncident> incidents =
                    through.keep(naming.topic(Topic.STORM_INCIDENTS), StormIncident.class, registry);
            Kept<TelemetryQuality> telemetry =
                    through.keep(naming.topic(Topic.TELEMETRY_QUALITY), TelemetryQuality.class, registry);
            Kept<Finding> findings = through.keep(naming.topic(Topic.FINDINGS), Finding.class, registry);
            Kept<QueueLoad> loads = through.keep(naming.topic(Topic.QUEUE_LOADS), QueueLoad.class, registry);
            RecordPipe pipe =
                    new RecordPipe(perturbation, new SplittableRandom(plan.seed() ^ LOSS_SALT), through::pipe);
            FabricProgress published;
            try (FabricPublisher publisher = publisher(plan, naming, pipe, ids)) {
                published = publisher.run();
            }
            through.drain();
            return new Results(published, incidents.values, telemetry.values, findings.values, loads.values);
        }
    }

    private static FabricPublisher publisher(
            FabricPublisher.Plan plan, TopicNaming naming, RecordPipe pipe, SchemaIds ids) {
        BatchPublisher records = BatchPublisher.over(
                new BatchPublisher.Settings(plan.scenario().telemetry().fabric(), naming.runId(), "fabric", 1, 1, 1),
                new EventPublisher.Target(naming, Long.MAX_VALUE, partitions -> Map.of(), Pace.unlimited()),
                pipe,
                ids);
        return new FabricPublisher(plan, FabricPublisher.Timing.unlimited(), records);
    }

    private static Properties properties(TopicNaming naming) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, naming.applicationId());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        return properties;
    }

    private TopologyInputs inputs(TopicNaming naming, MemorySchemaRegistry registry, SchemaIds ids) {
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
                limits,
                100 * MILLI,
                true);
    }

    /** Values of an output topic. */
    private static final class Kept<T extends SpecificRecord> {
        private final String topic;
        private final AvroDeserializer<T> reader;
        private final List<T> values = new ArrayList<>();

        Kept(String topic, AvroDeserializer<T> reader) {
            this.topic = topic;
            this.reader = reader;
        }

        void take(TestRecord<byte[], byte[]> record) {
            T value = reader.deserialize(topic, record.value());
            if (value != null) {
                values.add(value);
            }
        }
    }

    /** Puts records in and takes results out. */
    private static final class Through {
        private final TopologyTestDriver driver;
        private final Map<String, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
        private final Map<String, Kept<?>> kept = new HashMap<>();
        private int since;

        Through(TopologyTestDriver driver) {
            this.driver = driver;
        }

        <T extends SpecificRecord> Kept<T> keep(String topic, Class<T> type, MemorySchemaRegistry registry) {
            Kept<T> values = new Kept<>(topic, new AvroDeserializer<>(type, registry));
            kept.put(topic, values);
            return values;
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

        void drain() {
            since = 0;
            for (String topic : driver.producedTopicNames()) {
                List<TestRecord<byte[], byte[]>> records = driver.createOutputTopic(
                                topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                        .readRecordsToList();
                Kept<?> values = kept.get(topic);
                if (values != null) {
                    records.forEach(values::take);
                }
            }
        }
    }
}
