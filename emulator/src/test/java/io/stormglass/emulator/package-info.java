/** Tests of the emulator. */
@NullMarked
package io.stormglass.emulator;

import org.jspecify.annotations.NullMarked;
