/** Tests of faults. */
@NullMarked
package io.stormglass.emulator.fault;

import org.jspecify.annotations.NullMarked;
