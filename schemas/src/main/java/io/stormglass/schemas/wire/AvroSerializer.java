package io.stormglass.schemas.wire;

import java.io.IOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Writes generated classes in the Confluent wire format. May be used by several threads. */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {
    private final int schemaId;
    private final ThreadLocal<Scratch<T>> scratch;

    /**
     * A serializer of one class.
     *
     * @param type generated class
     * @param schemaId id under which its schema is registered, not negative
     */
    public AvroSerializer(Class<T> type, int schemaId) {
        if (schemaId < 0) {
            throw new IllegalArgumentException("schema id is " + schemaId + ", it cannot be negative");
        }
        this.schemaId = schemaId;
        scratch = ThreadLocal.withInitial(() -> new Scratch<>(type));
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T record) {
        if (record == null) {
            return null;
        }
        Scratch<T> mine = scratch.get();
        try {
            return mine.write(record, schemaId);
        } catch (IOException | RuntimeException e) {
            throw new SerializationException(
                    "cannot write a " + record.getSchema().getName() + " for " + topic + ": " + e.getMessage(), e);
        }
    }

    /** What one thread reuses. */
    private static final class Scratch<T extends SpecificRecord> {
        private final SpecificDatumWriter<T> writer;
        private final ByteSink sink = new ByteSink(1024);
        private @Nullable BinaryEncoder encoder;

        Scratch(Class<T> type) {
            writer = new SpecificDatumWriter<>(SpecificModels.schema(type), SpecificModels.of(type));
        }

        byte[] write(T record, int schemaId) throws IOException {
            sink.reset(WireFormat.HEADER_BYTES);
            encoder = EncoderFactory.get().binaryEncoder(sink, encoder);
            writer.write(record, encoder);
            encoder.flush();
            byte[] bytes = sink.copy();
            WireFormat.putHeader(bytes, schemaId);
            return bytes;
        }
    }
}
