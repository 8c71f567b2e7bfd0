/** Faults of a fabric and of its telemetry: what can go wrong, when, and the label that says so. */
@NullMarked
package io.stormglass.emulator.fault;

import org.jspecify.annotations.NullMarked;
