/** Tests of what agents say. */
@NullMarked
package io.stormglass.emulator.telemetry;

import org.jspecify.annotations.NullMarked;
