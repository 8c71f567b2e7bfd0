package io.stormglass.schemas;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/** A record of any schema with every field set to something that is not its default; the same each time. */
final class SampleRecords {
    private int counter;

    Object of(Schema schema) {
        counter++;
        return switch (schema.getType()) {
            case RECORD -> {
                GenericData.Record record = new GenericData.Record(schema);
                for (Schema.Field field : schema.getFields()) {
                    record.put(field.name(), of(field.schema()));
                }
                yield record;
            }
            case ARRAY -> {
                List<Object> items = new ArrayList<>();
                items.add(of(schema.getElementType()));
                items.add(of(schema.getElementType()));
                yield items;
            }
            case UNION -> of(schema.getTypes().getLast());
            case ENUM ->
                new GenericData.EnumSymbol(
                        schema,
                        schema.getEnumSymbols()
                                .get(1 + counter % (schema.getEnumSymbols().size() - 1)));
            case STRING -> "text-" + counter;
            case INT -> counter;
            case LONG -> 1_000_000_007L * counter;
            case DOUBLE -> counter / 8.0;
            case BOOLEAN -> true;
            case MAP, FIXED, BYTES, FLOAT, NULL ->
                throw new IllegalArgumentException("no schema of ours has a " + schema.getType());
        };
    }
}
