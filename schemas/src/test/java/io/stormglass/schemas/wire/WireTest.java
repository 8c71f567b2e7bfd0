package io.stormglass.schemas.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.FlowEvents;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.PortEvents;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.codec.EventCodec;
import io.stormglass.schemas.codec.RandomBatches;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.testkit.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class WireTest {
    private final MemorySchemaRegistry registry = new MemorySchemaRegistry();
    private final SchemaIds ids = SchemaIds.register(registry, TopicNaming.live());
    private final AvroSerializer<FlowEvents> flowSerializer =
            new AvroSerializer<>(FlowEvents.class, ids.id(Topic.FLOW_EVENTS));
    private final AvroDeserializer<FlowEvents> flowDeserializer = new AvroDeserializer<>(FlowEvents.class, registry);

    @Test
    void aValueStartsWithZeroAndTheSchemaId() {
        byte[] bytes =
                bytes(flowSerializer.serialize("t", FlowEvents.newBuilder().build()));
        assertThat(HexFormat.of().formatHex(bytes, 0, 5)).isEqualTo("000000000" + ids.id(Topic.FLOW_EVENTS));
        assertThat(WireFormat.schemaId(new byte[] {0, 0x01, 0x02, 0x03, (byte) 0xff}))
                .isEqualTo(0x010203ff);
    }

    @Test
    void flowAndPortRecordsComeBackAsTheyWere() {
        AvroSerializer<PortEvents> serializer = new AvroSerializer<>(PortEvents.class, ids.id(Topic.PORT_EVENTS));
        AvroDeserializer<PortEvents> deserializer = new AvroDeserializer<>(PortEvents.class, registry);
        Property.check("records survive the wire", 1_000, random -> {
            FlowEvents flow = EventCodec.toAvro(new RandomBatches(random).flowBatch(random.nextInt(20)));
            assertThat(flowDeserializer.deserialize("t", flowSerializer.serialize("t", flow)))
                    .isEqualTo(flow);
            PortEvents port = EventCodec.toAvro(new RandomBatches(random).portBatch(random.nextInt(20)));
            assertThat(deserializer.deserialize("t", serializer.serialize("t", port)))
                    .isEqualTo(port);
        });
    }

    @Test
    void theBytesAreWhatAvrosOwnGenericWriterWritesAndReads() {
        Property.check("our bytes are plain Avro", 300, random -> {
            FlowEvents flow = EventCodec.toAvro(new RandomBatches(random).flowBatch(random.nextInt(20)));
            byte[] ours = bytes(flowSerializer.serialize("t", flow));
            Schema schema = registry.byId(ids.id(Topic.FLOW_EVENTS));
            GenericRecord generic = new GenericDatumReader<GenericRecord>(schema)
                    .read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(
                                            ours,
                                            WireFormat.HEADER_BYTES,
                                            ours.length - WireFormat.HEADER_BYTES,
                                            null));
            assertThat(withHeader(ids.id(Topic.FLOW_EVENTS), encode(generic))).isEqualTo(ours);
        });
    }

    @Test
    void theShortWayAndAvrosResolvingReaderReadTheSame() {
        Schema current = registry.byId(ids.id(Topic.PORT_EVENTS));
        Schema grown = new Schema.Parser()
                .parse(
                        current.toString()
                                .replace(
                                        "\"name\":\"fabric\"",
                                        "\"name\":\"added\",\"type\":[\"null\",\"int\"],\"default\":null},{\"name\":\"fabric\""));
        int grownId = registry.register("grown", grown);
        AvroDeserializer<PortEvents> deserializer = new AvroDeserializer<>(PortEvents.class, registry);
        Property.check("both readers read the same", 500, random -> {
            PortEvents port = EventCodec.toAvro(new RandomBatches(random).portBatch(random.nextInt(20)));
            byte[] bytes =
                    bytes(new AvroSerializer<>(PortEvents.class, ids.id(Topic.PORT_EVENTS)).serialize("t", port));
            GenericRecord generic = new GenericDatumReader<GenericRecord>(current, grown)
                    .read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(
                                            bytes,
                                            WireFormat.HEADER_BYTES,
                                            bytes.length - WireFormat.HEADER_BYTES,
                                            null));
            assertThat(deserializer.read(withHeader(grownId, encode(generic))))
                    .isEqualTo(deserializer.read(bytes))
                    .isEqualTo(new Decoded.Value<>(port));
        });
    }

    @Test
    void nullIsATombstoneBothWays() {
        assertThat(flowSerializer.serialize("t", null)).isNull();
        assertThat(flowDeserializer.deserialize("t", null)).isNull();
    }

    @Test
    void bytesOfAnotherFormatAreMalformed() {
        assertMalformed(new byte[0], Reason.NOT_CONFLUENT_FORMAT);
        assertMalformed(new byte[] {0, 0, 0, 1}, Reason.NOT_CONFLUENT_FORMAT);
        assertMalformed(new byte[] {1, 0, 0, 0, 1, 0}, Reason.NOT_CONFLUENT_FORMAT);
        assertMalformed(new byte[] {0, (byte) 0x80, 0, 0, 1, 0}, Reason.NOT_CONFLUENT_FORMAT);
    }

    @Test
    void anUnknownSchemaIdIsMalformedAndThrownAsBadRecord() {
        byte[] bytes = {0, 0, 0, 0x30, 0x39, 0};
        assertMalformed(bytes, Reason.UNKNOWN_SCHEMA_ID);
        assertThatThrownBy(() -> flowDeserializer.deserialize("topic-x", bytes))
                .isInstanceOfSatisfying(WireException.BadRecord.class, bad -> {
                    assertThat(bad.reason()).isEqualTo(Reason.UNKNOWN_SCHEMA_ID);
                    assertThat(bad).hasMessageContaining("12345").hasMessageContaining("topic-x");
                });
    }

    @Test
    void bytesOfAnotherRecordAndLeftOverBytesAreMalformed() {
        byte[] state = bytes(new AvroSerializer<>(FlowState.class, ids.id(Topic.FLOW_STATES))
                .serialize("t", FlowState.newBuilder().build()));
        assertMalformed(state, Reason.NOT_DECODABLE);
        byte[] good =
                bytes(flowSerializer.serialize("t", FlowEvents.newBuilder().build()));
        assertMalformed(Arrays.copyOf(good, good.length + 1), Reason.NOT_DECODABLE);
        assertMalformed(Arrays.copyOf(good, good.length - 1), Reason.NOT_DECODABLE);
    }

    @Test
    void aRegistryThatCannotBeAskedSaysNothingAboutTheBytes() {
        SchemaRegistryClient away = (SchemaRegistryClient) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SchemaRegistryClient.class},
                (proxy, method, arguments) -> {
                    throw new RegistryException.Unavailable("gone", 0, null);
                });
        byte[] good =
                bytes(flowSerializer.serialize("t", FlowEvents.newBuilder().build()));
        AvroDeserializer<FlowEvents> deserializer = new AvroDeserializer<>(FlowEvents.class, away);
        assertThatThrownBy(() -> deserializer.read(good)).isInstanceOf(WireException.RegistryUnavailable.class);
        assertThatThrownBy(() -> deserializer.deserialize("t", good))
                .isInstanceOf(WireException.RegistryUnavailable.class);
    }

    @Test
    void noDamagedValueThrowsOrAllocatesWhatItClaims() {
        byte[] good = bytes(flowSerializer.serialize(
                "t", EventCodec.toAvro(new RandomBatches(new SplittableRandom(1)).flowBatch(10))));
        Property.check("damaged values are refused or read", 20_000, random -> {
            byte[] bytes = good.clone();
            if (random.nextBoolean()) {
                bytes = new byte[6 + random.nextInt(60)];
                random.nextBytes(bytes);
                WireFormat.putHeader(bytes, ids.id(Topic.FLOW_EVENTS));
            }
            for (int i = 0; i < 1 + random.nextInt(4); i++) {
                bytes[random.nextInt(WireFormat.HEADER_BYTES, bytes.length)] = (byte) random.nextInt(256);
            }
            assertThat(flowDeserializer.read(bytes)).isNotNull();
        });
    }

    @Test
    void anArrayThatClaimsMoreItemsThanBytesIsRefusedBeforeAllocation() throws Exception {
        // path: a block of 2^40 items
        BoundedDecoder decoder = new BoundedDecoder();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        encoder.writeLong(1L << 40);
        encoder.flush();
        decoder.reset(out.toByteArray(), 0);
        assertThatThrownBy(decoder::readArrayStart)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("1099511627776 items");
    }

    @Test
    void dataOfAnOlderAndOfANewerSchemaIsRead() throws Exception {
        Schema current = registry.byId(ids.id(Topic.FLOW_EVENTS));
        Schema older = new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"FlowEvents\",\"namespace\":\"io.stormglass.avro\",\"fields\":["
                        + "{\"name\":\"dstIp\",\"type\":\"string\",\"default\":\"\"},"
                        + "{\"name\":\"srcIp\",\"type\":\"string\",\"default\":\"\"}]}");
        GenericRecord old = new GenericData.Record(older);
        old.put("srcIp", "10.0.0.1");
        old.put("dstIp", "10.0.0.2");
        int oldId = registry.register("older", older);
        assertThat(flowDeserializer.read(withHeader(oldId, encode(old))))
                .isEqualTo(new Decoded.Value<>(FlowEvents.newBuilder()
                        .setSrcIp("10.0.0.1")
                        .setDstIp("10.0.0.2")
                        .build()));

        Schema newer = new Schema.Parser()
                .parse(current.toString()
                        .replace("\"PAUSED\"]", "\"PAUSED\",\"NEWEST\"]")
                        .replace(
                                "\"name\":\"fabric\"",
                                "\"name\":\"added\",\"type\":\"string\",\"default\":\"\"},{\"name\":\"fabric\""));
        GenericRecord event =
                new GenericData.Record(newer.getField("events").schema().getElementType());
        event.getSchema()
                .getFields()
                .forEach(f -> event.put(f.name(), GenericData.get().getDefaultValue(f)));
        event.put(
                "kind",
                new GenericData.EnumSymbol(event.getSchema().getField("kind").schema(), "NEWEST"));
        GenericRecord record = new GenericData.Record(newer);
        newer.getFields().forEach(f -> record.put(f.name(), GenericData.get().getDefaultValue(f)));
        record.put("added", "something new");
        record.put("agentId", "a");
        record.put("events", List.of(event));
        int newId = registry.register("newer", newer);
        assertThat(flowDeserializer.read(withHeader(newId, encode(record))))
                .isEqualTo(new Decoded.Value<>(FlowEvents.newBuilder()
                        .setAgentId("a")
                        .setEvents(List.of(
                                io.stormglass.avro.FlowEvent.newBuilder().build()))
                        .build()));
    }

    private void assertMalformed(byte[] bytes, Reason reason) {
        assertThat(flowDeserializer.read(bytes))
                .isInstanceOfSatisfying(
                        Decoded.Malformed.class, bad -> assertThat(bad.reason()).isEqualTo(reason));
    }

    private static byte[] encode(GenericRecord record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static byte[] withHeader(int id, byte[] avro) {
        byte[] bytes = new byte[WireFormat.HEADER_BYTES + avro.length];
        WireFormat.putHeader(bytes, id);
        System.arraycopy(avro, 0, bytes, WireFormat.HEADER_BYTES, avro.length);
        return bytes;
    }

    private static byte[] bytes(byte @Nullable [] bytes) {
        if (bytes == null) {
            throw new AssertionError("no bytes");
        }
        return bytes;
    }
}
