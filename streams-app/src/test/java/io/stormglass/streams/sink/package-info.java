/** Tests of the sinks. */
@NullMarked
package io.stormglass.streams.sink;

import org.jspecify.annotations.NullMarked;
