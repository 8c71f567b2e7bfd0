/** Client of a schema registry that speaks the Confluent REST protocol. */
@NullMarked
package io.stormglass.schemas.registry;

import org.jspecify.annotations.NullMarked;
