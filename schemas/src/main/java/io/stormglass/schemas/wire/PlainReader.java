package io.stormglass.schemas.wire;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record whose writer had the reader's own schema, which is nearly every record. Avro's reader resolves the two
 * schemas anew at every field of every record; of a port event, whose forty fields are mostly null, that is most of the work.
 */
final class PlainReader {
    private final Constructor<?> constructor;
    private final Step[] steps;

    /** What a step reads. */
    private enum Kind {
        STRING,
        INT,
        LONG,
        DOUBLE,
        BOOLEAN,
        ENUM,
        RECORD,
        ARRAY
    }

    /**
     * How to read one value.
     *
     * @param nullable a union with null comes before it; {@code nullBranch} is null's place in the union
     */
    private record Step(
            Kind kind,
            boolean nullable,
            int nullBranch,
            List<Object> constants,
            @Nullable PlainReader record,
            @Nullable Step items) {}

    private PlainReader(Constructor<?> constructor, Step[] steps) {
        this.constructor = constructor;
        this.steps = steps;
    }

    /**
     * A reader of a generated class.
     *
     * @throws IllegalArgumentException if the schema has a type that no schema of ours uses
     */
    static PlainReader of(Schema schema, SpecificData model) {
        try {
            Class<?> type = model.getClass(schema);
            Step[] steps = new Step[schema.getFields().size()];
            for (Schema.Field field : schema.getFields()) {
                steps[field.pos()] = step(field.schema(), model);
            }
            return new PlainReader(type.getDeclaredConstructor(), steps);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("there is no generated class for " + schema.getFullName(), e);
        }
    }

    private static Step step(Schema schema, SpecificData model) {
        if (schema.getType() == Schema.Type.UNION) {
            int nullBranch = schema.getTypes().getFirst().getType() == Schema.Type.NULL ? 0 : 1;
            Step inner = step(schema.getTypes().get(1 - nullBranch), model);
            return new Step(inner.kind(), true, nullBranch, inner.constants(), inner.record(), inner.items());
        }
        return switch (schema.getType()) {
            case STRING -> primitive(Kind.STRING);
            case INT -> primitive(Kind.INT);
            case LONG -> primitive(Kind.LONG);
            case DOUBLE -> primitive(Kind.DOUBLE);
            case BOOLEAN -> primitive(Kind.BOOLEAN);
            case ENUM -> {
                List<Object> constants = schema.getEnumSymbols().stream()
                        .map(symbol -> model.createEnum(symbol, schema))
                        .toList();
                yield new Step(Kind.ENUM, false, -1, constants, null, null);
            }
            case RECORD -> new Step(Kind.RECORD, false, -1, List.of(), of(schema, model), null);
            case ARRAY -> new Step(Kind.ARRAY, false, -1, List.of(), null, step(schema.getElementType(), model));
            case UNION, MAP, FIXED, BYTES, FLOAT, NULL ->
                throw new IllegalArgumentException("no schema of ours has a " + schema.getType());
        };
    }

    private static Step primitive(Kind kind) {
        return new Step(kind, false, -1, List.of(), null, null);
    }

    SpecificRecord read(BoundedDecoder in) throws IOException {
        SpecificRecord record;
        try {
            record = (SpecificRecord) constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AvroRuntimeException("cannot make a " + constructor.getDeclaringClass(), e);
        }
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            // A new record's nullable fields are null already.
            if (!step.nullable() || !isNull(step, in)) {
                record.put(i, value(step, in));
            }
        }
        return record;
    }

    private static boolean isNull(Step step, BoundedDecoder in) throws IOException {
        int branch = in.readIndex();
        if (branch < 0 || branch > 1) {
            throw new IOException("a union of two claims branch " + branch);
        }
        return branch == step.nullBranch();
    }

    private static Object value(Step step, BoundedDecoder in) throws IOException {
        return switch (step.kind()) {
            case STRING -> in.readString();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case DOUBLE -> in.readDouble();
            case BOOLEAN -> in.readBoolean();
            case ENUM -> constant(step.constants(), in.readEnum());
            case RECORD -> record(step.record(), in);
            case ARRAY -> array(step.items(), in);
        };
    }

    private static Object constant(List<Object> constants, int index) throws IOException {
        if (index < 0 || index >= constants.size()) {
            throw new IOException("an enum of " + constants.size() + " symbols claims number " + index);
        }
        return constants.get(index);
    }

    private static Object record(@Nullable PlainReader reader, BoundedDecoder in) throws IOException {
        if (reader == null) {
            throw new IllegalStateException("a step for a record has no reader");
        }
        return reader.read(in);
    }

    private static List<Object> array(@Nullable Step items, BoundedDecoder in) throws IOException {
        if (items == null || items.nullable()) {
            throw new IllegalStateException("a step for an array has no items, or nullable ones");
        }
        long count = in.readArrayStart();
        List<Object> values = new ArrayList<>((int) count);
        while (count > 0) {
            for (long i = 0; i < count; i++) {
                values.add(value(items, in));
            }
            count = in.arrayNext();
        }
        return values;
    }
}
