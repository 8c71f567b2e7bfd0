/** The streams application: settings, runtime and counters around the topologies. */
@NullMarked
package io.stormglass.streams;

import org.jspecify.annotations.NullMarked;
