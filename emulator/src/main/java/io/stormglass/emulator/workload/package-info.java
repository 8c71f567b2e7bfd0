/** What hosts send to each other: bursts, collectives, storage, background. */
@NullMarked
package io.stormglass.emulator.workload;

import org.jspecify.annotations.NullMarked;
