/** The emulated fabric as a producer. */
@NullMarked
package io.stormglass.fabric;

import org.jspecify.annotations.NullMarked;
