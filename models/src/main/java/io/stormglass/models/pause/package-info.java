/** How long a port was paused, seen in frames or in counters, and when that is a storm state. */
@NullMarked
package io.stormglass.models.pause;

import org.jspecify.annotations.NullMarked;
