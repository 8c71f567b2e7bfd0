/** Publishes what the agents of an emulated fabric say, or writes it as lines. */
@NullMarked
package io.stormglass.fabric.publish;

import org.jspecify.annotations.NullMarked;
