/** Interop with Confluent's own serializers; profile {@code confluent}. */
@NullMarked
package io.stormglass.schemas.confluent;

import org.jspecify.annotations.NullMarked;
