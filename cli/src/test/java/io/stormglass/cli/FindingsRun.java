package io.stormglass.cli;

import io.stormglass.avro.Finding;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricPublisher;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import io.stormglass.models.consistency.ConsistencySettings;
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
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** What findings come of a scenario, through the topologies as they are deployed. */
final class FindingsRun {
    private static final long MILLI = 1_000_000L;
    private static final TopicNaming NAMING = TopicNaming.replay("findings");

    private FindingsRun() {}

    /**
     * A scenario of the library for so short a time that every agent has spoken; flows are not told of. One whose faults begin later, and one that is told by a
     * script, in the size of its section {@code smoke}.
     */
    static Scenario shortly(String name) throws ScenarioFileException {
        ScenarioFile file = ScenarioLibrary.load(name);
        Scenario whole = file.scenario();
        if (!whole.script().spans().isEmpty()) {
            return file.smoke().scenario();
        }
        boolean later = whole.faults().stream().anyMatch(each -> each.fromPicos() > 0);
        Map<String, String> values = new TreeMap<>(Map.of(
                "nicPollMillis", "4",
                "portRefreshMillis", "4",
                "portReadMillis", "4",
                "watchdogRefreshMillis", "4",
                "watchdogReadMillis", "4",
                "mirrors", "none"));
        if (!later) {
            values.put("durationMicros", "12000");
        }
        return (later ? file.smoke() : file).with(values).scenario();
    }

    /** Versions of findings, in the order in which they were told. */
    static List<Finding> of(Scenario scenario, ConsistencySettings settings) {
        MemorySchemaRegistry registry = new MemorySchemaRegistry();
        SchemaIds ids = SchemaIds.register(registry, NAMING);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        TopologyInputs inputs = new TopologyInputs(
                NAMING,
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
                settings,
                100 * MILLI,
                true);
        try (TopologyTestDriver driver = new TopologyTestDriver(
                StormglassTopology.build(inputs, new StreamsConfig(properties)),
                properties,
                Instant.ofEpochMilli(FabricSource.DEFAULT_START_NANOS / MILLI))) {
            publish(scenario, ids, driver);
            return findings(driver, registry);
        }
    }

    private static void publish(Scenario scenario, SchemaIds ids, TopologyTestDriver driver) {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        BatchPublisher records = BatchPublisher.over(
                new BatchPublisher.Settings(scenario.telemetry().fabric(), "findings", "fabric", 1, 1, 1),
                new EventPublisher.Target(NAMING, 1 << 30, partitions -> Map.of(), Pace.unlimited()),
                producer,
                ids);
        new FabricPublisher(FabricPublisher.Plan.of(scenario, 1), FabricPublisher.Timing.unlimited(), records).run();
        String topic = NAMING.topic(Topic.PORT_EVENTS);
        TestInputTopic<byte[], byte[]> ports =
                driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
        for (ProducerRecord<byte[], byte[]> record : producer.history()) {
            if (record.topic().equals(topic)) {
                ports.pipeInput(
                        new TestRecord<>(record.key(), record.value(), Instant.ofEpochMilli(record.timestamp())));
            }
        }
    }

    private static List<Finding> findings(TopologyTestDriver driver, MemorySchemaRegistry registry) {
        AvroDeserializer<Finding> reader = new AvroDeserializer<>(Finding.class, registry);
        List<Finding> found = new ArrayList<>();
        driver.createOutputTopic(NAMING.topic(Topic.FINDINGS), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record -> {
                    Finding finding = reader.deserialize("t", record.value());
                    if (finding != null) {
                        found.add(finding);
                    }
                });
        return found;
    }
}
