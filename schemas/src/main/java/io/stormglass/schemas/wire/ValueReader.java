package io.stormglass.schemas.wire;

import java.io.IOException;

/** Reads the Avro part of a value. */
@FunctionalInterface
interface ValueReader<T> {
    T read(BoundedDecoder in) throws IOException;
}
