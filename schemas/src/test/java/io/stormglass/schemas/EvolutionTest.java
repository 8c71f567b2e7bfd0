package io.stormglass.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.schemas.registry.Compatibility;
import io.stormglass.schemas.registry.CompatibilityLevel;
import io.stormglass.schemas.registry.CompatibilityVerdict;
import io.stormglass.schemas.registry.MemorySchemaRegistry;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.schemas.topics.TopicNaming;
import io.stormglass.schemas.wire.AvroDeserializer;
import io.stormglass.schemas.wire.AvroSerializer;
import io.stormglass.testkit.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every version ever released is kept, stays compatible with all others, and its bytes stay readable. */
final class EvolutionTest {
    private static final Path VERSIONS = Golden.moduleDirectory().resolve("src/main/schema-versions");
    private static final Path WIRE = Golden.moduleDirectory().resolve("src/test/resources/wire");

    @ParameterizedTest
    @MethodSource("io.stormglass.schemas.topics.Topic#withSchema")
    void theNewestKeptVersionIsTheOneInUse(Topic topic) throws Exception {
        int newest = Math.max(1, kept(topic).size());
        Path file = versionFile(topic, newest);
        String text = SchemaFormatter.format("json/pretty", schema(topic)) + "\n";
        if (Files.exists(file)
                && isReleased(topic, newest)
                && !Files.readString(file).equals(text)) {
            throw new AssertionError("the schema of " + topic.shortName() + " has changed since its version " + newest
                    + " was released; keep the new one as "
                    + versionFile(topic, newest + 1).getFileName()
                    + " in the same folder and run with -Dgolden.update=true, which writes its golden bytes");
        }
        Golden.checkFile(file, text);
    }

    @ParameterizedTest
    @MethodSource("io.stormglass.schemas.topics.Topic#withSchema")
    void allVersionsReadEachOther(Topic topic) throws Exception {
        List<Schema> versions = kept(topic);
        assertThat(versions).isNotEmpty();
        for (int i = 1; i < versions.size(); i++) {
            assertThat(Compatibility.check(versions.subList(0, i), versions.get(i), CompatibilityLevel.FULL_TRANSITIVE))
                    .as("version " + (i + 1) + " of " + topic.shortName())
                    .isEqualTo(new CompatibilityVerdict(true, List.of()));
        }
    }

    @ParameterizedTest
    @MethodSource("io.stormglass.schemas.topics.Topic#withSchema")
    void everyFieldHasADefaultAndEveryEnumDefaultsToUnknown(Topic topic) {
        assertGrowable(schema(topic), topic.shortName());
    }

    private static void assertGrowable(Schema schema, String where) {
        switch (schema.getType()) {
            case RECORD -> {
                for (Schema.Field field : schema.getFields()) {
                    assertThat(field.hasDefaultValue())
                            .as(where + "." + field.name() + " has a default")
                            .isTrue();
                    assertThat(field.doc())
                            .as(where + "." + field.name() + " has a doc")
                            .isNotBlank();
                    assertGrowable(field.schema(), where + "." + field.name());
                }
            }
            case ARRAY -> assertGrowable(schema.getElementType(), where + "[]");
            case ENUM -> assertThat(schema.getEnumDefault()).as(where).isEqualTo("UNKNOWN");
            case UNION -> {
                assertThat(schema.getTypes())
                        .as(where + " is null or one thing")
                        .hasSize(2);
                assertThat(schema.getTypes().getFirst().getType()).as(where).isEqualTo(Schema.Type.NULL);
                assertGrowable(schema.getTypes().getLast(), where);
            }
            case STRING, INT, LONG, DOUBLE, BOOLEAN -> {}
            case MAP, FIXED, BYTES, FLOAT, NULL -> throw new AssertionError(where + " is a " + schema.getType());
        }
    }

    @ParameterizedTest
    @MethodSource("io.stormglass.schemas.topics.Topic#withSchema")
    void goldenBytesOfEveryVersionAreReadable(Topic topic) throws Exception {
        List<Schema> versions = kept(topic);
        for (int version = 1; version <= versions.size(); version++) {
            Schema writer = versions.get(version - 1);
            MemorySchemaRegistry registry = new MemorySchemaRegistry();
            int id = registry.register(TopicNaming.live().subject(topic), writer);
            Path file = WIRE.resolve(topic.shortName()).resolve("v" + version + ".hex");
            byte[] sample = withId(id, encode(writer));
            if (version == versions.size() && !isReleased(topic, version)) {
                Golden.checkFile(file, lines(sample));
            }
            byte[] golden = HexFormat.of().parseHex(Files.readString(file).replace("\n", ""));
            SpecificRecord read = read(topic, registry, golden);
            if (version == versions.size()) {
                assertThat(write(read, id)).as("written again").isEqualTo(golden);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.stormglass.schemas.topics.Topic#withSchema")
    void releasedVersionsAreAsTheyWereReleased(Topic topic) throws Exception {
        int version = 1;
        for (Schema schema : kept(topic)) {
            if (isReleased(topic, version)) {
                String line = name(topic, version) + " " + hash(schema);
                assertThat(Files.readAllLines(VERSIONS.resolve("released.txt"))).contains(line);
            }
            version++;
        }
    }

    private static boolean isReleased(Topic topic, int version) throws IOException {
        return Files.readAllLines(VERSIONS.resolve("released.txt")).stream()
                .anyMatch(line -> line.startsWith(name(topic, version) + " "));
    }

    private static String name(Topic topic, int version) {
        return TopicNaming.live().subject(topic) + "/v" + version;
    }

    private static String hash(Schema schema) throws Exception {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(schema.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }

    private static Path versionFile(Topic topic, int version) {
        return VERSIONS.resolve(TopicNaming.live().subject(topic)).resolve("v" + version + ".avsc");
    }

    private static List<Schema> kept(Topic topic) throws IOException {
        List<Schema> schemas = new ArrayList<>();
        while (Files.exists(versionFile(topic, schemas.size() + 1))) {
            String text = Files.readString(versionFile(topic, schemas.size() + 1));
            schemas.add(new Schema.Parser().parse(text));
        }
        return schemas;
    }

    private static Schema schema(Topic topic) {
        Schema schema = topic.schema();
        if (schema == null) {
            throw new IllegalArgumentException(topic + " has no schema");
        }
        return schema;
    }

    private static byte[] encode(Schema schema) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(new SampleRecords().of(schema), encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static byte[] withId(int id, byte[] avro) {
        byte[] bytes = new byte[avro.length + 5];
        bytes[4] = (byte) id;
        System.arraycopy(avro, 0, bytes, 5, avro.length);
        return bytes;
    }

    private static String lines(byte[] bytes) {
        return HexFormat.of().formatHex(bytes).replaceAll("(.{96})", "$1\n").strip() + "\n";
    }

    private static SpecificRecord read(Topic topic, MemorySchemaRegistry registry, byte[] bytes) throws Exception {
        Decoded<? extends SpecificRecord> read = new AvroDeserializer<>(type(topic), registry).read(bytes);
        return switch (read) {
            case Decoded.Value<? extends SpecificRecord> good -> good.value();
            case Decoded.Malformed<? extends SpecificRecord> bad -> throw new AssertionError(bad.detail());
        };
    }

    private static byte[] write(SpecificRecord record, int id) {
        return write(record.getClass(), record, id);
    }

    private static <T extends SpecificRecord> byte[] write(Class<T> type, SpecificRecord record, int id) {
        byte[] bytes = new AvroSerializer<>(type, id).serialize("t", type.cast(record));
        if (bytes == null) {
            throw new AssertionError("nothing written");
        }
        return bytes;
    }

    private static Class<? extends SpecificRecord> type(Topic topic) throws ClassNotFoundException {
        return Class.forName(schema(topic).getFullName()).asSubclass(SpecificRecord.class);
    }
}
