/** Tests of publishing an emulated fabric. */
@NullMarked
package io.stormglass.fabric.publish;

import org.jspecify.annotations.NullMarked;
