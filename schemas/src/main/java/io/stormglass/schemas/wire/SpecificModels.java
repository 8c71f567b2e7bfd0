package io.stormglass.schemas.wire;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** Data models of generated classes with their own coders switched on. */
final class SpecificModels {
    private SpecificModels() {}

    static <T extends SpecificRecord> Schema schema(Class<T> type) {
        return SpecificData.get().getSchema(type);
    }

    static <T extends SpecificRecord> SpecificData of(Class<T> type) {
        SpecificData data = new SpecificData(type.getClassLoader());
        data.setCustomCoders(true);
        return data;
    }
}
