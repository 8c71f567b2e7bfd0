/** Neutral event, key and batch types: what every producer emits and every kernel reads. */
@NullMarked
package io.stormglass.models.event;

import org.jspecify.annotations.NullMarked;
