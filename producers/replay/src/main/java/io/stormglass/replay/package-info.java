/** Publishes captures as events, in event time, reproducibly. */
@NullMarked
package io.stormglass.replay;

import org.jspecify.annotations.NullMarked;
