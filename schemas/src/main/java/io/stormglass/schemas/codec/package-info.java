/** The one mapping between neutral events and Avro records. */
@NullMarked
package io.stormglass.schemas.codec;

import org.jspecify.annotations.NullMarked;
