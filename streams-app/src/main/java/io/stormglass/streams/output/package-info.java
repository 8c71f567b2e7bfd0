/** Reads the output topics of a run for whoever keeps them elsewhere. */
@NullMarked
package io.stormglass.streams.output;

import org.jspecify.annotations.NullMarked;
