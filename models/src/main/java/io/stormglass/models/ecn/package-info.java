/** ECN advice: what thresholds a queue should have, why, within which bounds, and how to get there. */
@NullMarked
package io.stormglass.models.ecn;

import org.jspecify.annotations.NullMarked;
