package io.stormglass.fabric.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.publisher.BatchPublisher;
import io.stormglass.publisher.EventPublisher;
import io.stormglass.publisher.Pace;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.InventoryCodec;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.SchemaIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** What is said of an emulated fabric, and that it is said first. */
final class FabricInventoryTest {
    private static final long MS = 1_000_000L;
    private static final long START = FabricSource.DEFAULT_START_NANOS;

    private static Scenario scenario(String fabric) throws ScenarioFileException {
        return ScenarioFile.parse("""
                        name: jobs
                        about: two tenants and one without a name
                        fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 2%s}
                        workloads:
                          - {kind: incast, tenant: storage, senders: 1, from: host-0/eth0, receiver: host-1/eth0, flowBytes: 4096, fromMicros: 20000, untilMicros: 50000}
                          - {kind: incast, tenant: storage, senders: 1, from: host-1/eth0, receiver: host-0/eth0, flowBytes: 4096, fromMicros: 10000, untilMicros: 40000}
                          - {kind: incast, tenant: training, senders: 1, from: host-0/eth0, receiver: host-1/eth0, flowBytes: 4096}
                          - {kind: incast, senders: 1, from: host-0/eth0, receiver: host-1/eth0, flowBytes: 4096}
                        ending: at-time
                        durationMicros: 100000
                        """.formatted(fabric), "test").scenario();
    }

    private static InventoryEntity of(List<InventoryEntity> all, String key) {
        return all.stream().filter(each -> each.key().equals(key)).findFirst().orElseThrow();
    }

    @Test
    void devicesHaveRoleTierAndRack() throws ScenarioFileException {
        List<InventoryEntity> all = FabricInventory.of(scenario(""), START);
        assertThat(all)
                .filteredOn(each -> each.kind() == InventoryEntity.Kind.DEVICE)
                .extracting(InventoryEntity::name)
                .containsExactly("host-0", "host-1", "host-2", "host-3", "leaf-0", "leaf-1", "spine-0");
        assertThat(of(all, "emulated/device/host-3").role()).isEqualTo(EntityRole.HOST);
        assertThat(of(all, "emulated/device/host-3").place())
                .isEqualTo(new InventoryEntity.Place("0", "leaf-1", "", ""));
        assertThat(of(all, "emulated/device/leaf-1").place())
                .isEqualTo(new InventoryEntity.Place("1", "leaf-1", "", ""));
        assertThat(of(all, "emulated/device/spine-0").place()).isEqualTo(new InventoryEntity.Place("2", "", "", ""));
    }

    @Test
    void aServerWithNicsInSeveralRacksIsInNone() throws ScenarioFileException {
        List<InventoryEntity> all = FabricInventory.of(scenario(", nicsPerServer: 2, nicsOn: racks"), START);
        assertThat(of(all, "emulated/device/host-0").place().rack()).isEmpty();
        assertThat(of(all, "emulated/device/leaf-0").place().rack()).isEqualTo("leaf-0");
    }

    @Test
    void tenantsWithANameAreJobsOnTheHostsOfTheirWorkloads() throws ScenarioFileException {
        List<InventoryEntity> all = FabricInventory.of(scenario(""), START);
        assertThat(all)
                .filteredOn(each -> each.kind() == InventoryEntity.Kind.JOB)
                .extracting(InventoryEntity::name)
                .containsExactly("storage", "training");
        assertThat(of(all, "emulated/job/storage").work())
                .isEqualTo(new InventoryEntity.Work(List.of("host-0", "host-1"), START + 10 * MS, START + 50 * MS));
        assertThat(Objects.requireNonNull(of(all, "emulated/job/training").work())
                        .toNanos())
                .isNull();
        assertThat(of(all, "emulated/job/training").people().tenant()).isEqualTo("training");
    }

    @Test
    void itIsPublishedBeforeAnythingElseAtTheStart() throws ScenarioFileException {
        TopicNaming naming = TopicNaming.replay("emulated");
        MemorySchemaRegistry registry = new MemorySchemaRegistry();
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        BatchPublisher records = BatchPublisher.over(
                new BatchPublisher.Settings("emulated", "emulated", "fabric", 1, 1, 1),
                new EventPublisher.Target(naming, 1 << 30, partitions -> Map.of(), Pace.unlimited()),
                producer,
                SchemaIds.register(registry, naming));
        Scenario scenario = scenario("");
        FabricPublisher.Plan plan = FabricPublisher.Plan.of(scenario, 1).withInventory();
        new FabricPublisher(plan, FabricPublisher.Timing.unlimited(), records).run();

        AvroDeserializer<io.stormglass.avro.InventoryEntity> reader =
                new AvroDeserializer<>(io.stormglass.avro.InventoryEntity.class, registry);
        List<InventoryEntity> read = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> record :
                producer.history().subList(0, plan.inventory().size())) {
            assertThat(record.topic()).isEqualTo(naming.topic(Topic.INVENTORY));
            assertThat(record.timestamp()).isEqualTo(START / MS);
            switch (reader.read(record.value())) {
                case Decoded.Value<io.stormglass.avro.InventoryEntity> good ->
                    read.add(InventoryCodec.toNeutral(good.value()));
                case Decoded.Malformed<io.stormglass.avro.InventoryEntity> bad ->
                    throw new AssertionError(bad.detail());
            }
        }
        assertThat(read).isEqualTo(FabricInventory.of(scenario, START)).hasSize(9);
        assertThat(producer.history().subList(9, producer.history().size()))
                .extracting(ProducerRecord::topic)
                .doesNotContain(naming.topic(Topic.INVENTORY));
    }
}
