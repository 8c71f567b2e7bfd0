/** How good the telemetry is: who speaks, how often its source refreshes, what was lost, whose clock is off. */
@NullMarked
package io.stormglass.models.quality;

import org.jspecify.annotations.NullMarked;
