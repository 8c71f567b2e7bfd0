/** Tests of the metrics. */
@NullMarked
package io.stormglass.streams.metrics;

import org.jspecify.annotations.NullMarked;
