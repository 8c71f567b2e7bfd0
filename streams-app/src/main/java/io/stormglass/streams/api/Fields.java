package io.stormglass.streams.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * Which fields of a record, on its first level, can be asked for and sorted by.
 *
 * @param filters texts, constants and booleans, by name, with their place
 * @param sorts numbers, by name, with their place
 */
record Fields(Map<String, Integer> filters, Map<String, Integer> sorts) {
    static Fields of(Schema schema) {
        Map<String, Integer> filters = new TreeMap<>();
        Map<String, Integer> sorts = new TreeMap<>();
        for (Schema.Field field : schema.getFields()) {
            switch (plain(field.schema()).getType()) {
                case STRING, ENUM, BOOLEAN -> filters.put(field.name(), field.pos());
                case INT, LONG, DOUBLE -> sorts.put(field.name(), field.pos());
                default -> {
                    // What has parts is looked for by a search only.
                }
            }
        }
        return new Fields(filters, sorts);
    }

    private static Schema plain(Schema schema) {
        if (schema.getType() != Schema.Type.UNION) {
            return schema;
        }
        List<Schema> others = new ArrayList<>(schema.getTypes());
        others.removeIf(type -> type.getType() == Schema.Type.NULL);
        return others.getFirst();
    }
}
