/** Sequences, watermarks and the one order in which decisions are made. */
@NullMarked
package io.stormglass.models.time;

import org.jspecify.annotations.NullMarked;
