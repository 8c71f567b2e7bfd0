/** What Prometheus is told: names, and where each number is from. */
@NullMarked
package io.stormglass.streams.metrics;

import org.jspecify.annotations.NullMarked;
