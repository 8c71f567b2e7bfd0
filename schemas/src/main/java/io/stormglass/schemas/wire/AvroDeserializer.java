package io.stormglass.schemas.wire;

import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.registry.RegistryException;
import io.stormglass.schemas.registry.SchemaRegistryClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads generated classes from the Confluent wire format: the writer's schema is looked up by id, the reader's schema is
 * the class's own. May be used by several threads.
 */
public final class AvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {
    private final Class<T> type;
    private final SchemaRegistryClient registry;
    private final ThreadLocal<Scratch<T>> scratch = ThreadLocal.withInitial(Scratch::new);

    /** A deserializer of one generated class. */
    public AvroDeserializer(Class<T> type, SchemaRegistryClient registry) {
        this.type = type;
        this.registry = registry;
    }

    /**
     * Reads a value; bad bytes are {@link Decoded.Malformed}.
     *
     * @throws WireException.RegistryUnavailable if the registry could not be asked
     */
    public Decoded<T> read(byte[] bytes) {
        if (!WireFormat.matches(bytes)) {
            return new Decoded.Malformed<>(
                    Reason.NOT_CONFLUENT_FORMAT,
                    bytes.length + " bytes"
                            + (bytes.length == 0 ? "" : ", the first is " + bytes[0])
                            + "; a value starts with byte 0 and a four-byte schema id");
        }
        int id = WireFormat.schemaId(bytes);
        Scratch<T> mine = scratch.get();
        ValueReader<T> reader = mine.readers.get(id);
        if (reader == null) {
            Decoded<ValueReader<T>> found = lookUp(id);
            switch (found) {
                case Decoded.Malformed<ValueReader<T>> bad -> {
                    return new Decoded.Malformed<>(bad.reason(), bad.detail());
                }
                case Decoded.Value<ValueReader<T>> good -> reader = good.value();
            }
            mine.readers.put(id, reader);
        }
        return decode(bytes, id, reader, mine.decoder);
    }

    /**
     * Reads a value.
     *
     * @throws WireException.BadRecord if the bytes are bad
     * @throws WireException.RegistryUnavailable if the registry could not be asked
     */
    @Override
    public @Nullable T deserialize(String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        return switch (read(bytes)) {
            case Decoded.Value<T> good -> good.value();
            case Decoded.Malformed<T> bad -> throw new WireException.BadRecord(topic, bad.reason(), bad.detail());
        };
    }

    private Decoded<ValueReader<T>> lookUp(int id) {
        try {
            Schema writer = registry.byId(id);
            Schema reader = SpecificModels.schema(type);
            // Avro would read any record as ours, because every field of ours has a default.
            if (writer.getType() != Schema.Type.RECORD || !writer.getName().equals(reader.getName())) {
                return new Decoded.Malformed<>(
                        Reason.NOT_DECODABLE,
                        "schema " + id + " is of " + writer.getFullName() + ", expected is " + reader.getFullName());
            }
            return new Decoded.Value<>(reader(writer, reader));
        } catch (RegistryException.SchemaNotFound e) {
            return new Decoded.Malformed<>(Reason.UNKNOWN_SCHEMA_ID, "the registry has no schema with id " + id);
        } catch (RegistryException.InvalidSchema e) {
            return new Decoded.Malformed<>(
                    Reason.NOT_DECODABLE, "schema " + id + " is not an Avro schema: " + e.getMessage());
        } catch (RegistryException e) {
            throw new WireException.RegistryUnavailable(id, e);
        }
    }

    private ValueReader<T> reader(Schema writer, Schema reader) {
        SpecificData model = SpecificModels.of(type);
        if (SchemaNormalization.toParsingForm(writer).equals(SchemaNormalization.toParsingForm(reader))) {
            PlainReader plain = PlainReader.of(reader, model);
            return in -> type.cast(plain.read(in));
        }
        SpecificDatumReader<T> resolving = new SpecificDatumReader<>(writer, reader, model);
        return in -> resolving.read(null, in);
    }

    private Decoded<T> decode(byte[] bytes, int id, ValueReader<T> reader, BoundedDecoder decoder) {
        decoder.reset(bytes, WireFormat.HEADER_BYTES);
        try {
            T record = reader.read(decoder);
            if (decoder.remaining() > 0) {
                return notDecodable(id, decoder.remaining() + " bytes are left over");
            }
            return new Decoded.Value<>(record);
        } catch (IOException | RuntimeException e) {
            return notDecodable(id, e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private Decoded<T> notDecodable(int id, String why) {
        return new Decoded.Malformed<>(
                Reason.NOT_DECODABLE, "not a " + type.getSimpleName() + " of schema " + id + ": " + why);
    }

    /** What one thread reuses. */
    private static final class Scratch<T> {
        private final Map<Integer, ValueReader<T>> readers = new HashMap<>();
        private final BoundedDecoder decoder = new BoundedDecoder();
    }
}
