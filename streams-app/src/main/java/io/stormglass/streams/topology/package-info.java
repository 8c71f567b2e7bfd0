/** Topologies: thin processors around the kernels of {@code models}, and the one place that wires them. */
@NullMarked
package io.stormglass.streams.topology;

import org.jspecify.annotations.NullMarked;
