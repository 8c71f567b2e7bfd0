package io.stormglass.streams.topology;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/** Avro single-object encoding for stores: the fingerprint in each value tells the schema, no registry is asked. */
final class StoreSerde {
    private static final String OURS = "io.stormglass.";

    static {
        // Avro instantiates no class that it was not told to trust; our generated classes are, everything else stays as
        // it was.
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> type.getName().startsWith(OURS)));
    }

    private StoreSerde() {}

    static <T extends SpecificRecordBase> Serde<T> of(
            BinaryMessageEncoder<T> encoder, BinaryMessageDecoder<T> decoder) {
        return Serdes.serdeFrom(
                (topic, value) -> write(encoder, topic, value), (topic, bytes) -> read(decoder, topic, bytes));
    }

    private static <T> byte @Nullable [] write(BinaryMessageEncoder<T> encoder, String topic, @Nullable T value) {
        if (value == null) {
            return null;
        }
        try {
            ByteBuffer buffer = encoder.encode(value);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new SerializationException("cannot write a value of the store behind " + topic, e);
        }
    }

    private static <T> @Nullable T read(BinaryMessageDecoder<T> decoder, String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return decoder.decode(bytes);
        } catch (IOException e) {
            throw new SerializationException(
                    "cannot read a value of the store behind " + topic
                            + ": it was written with a schema that this version does not have; reset the application",
                    e);
        }
    }
}
