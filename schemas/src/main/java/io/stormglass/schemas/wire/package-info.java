/** The Confluent wire format: magic byte 0, four-byte schema id, Avro binary. */
@NullMarked
package io.stormglass.schemas.wire;

import org.jspecify.annotations.NullMarked;
