/** A whole experiment in one value, and one run of it. */
@NullMarked
package io.stormglass.emulator.scenario;

import org.jspecify.annotations.NullMarked;
