/** Measures of a run: completion, delay, probes, queues, pauses, fairness, each with and without the start. */
@NullMarked
package io.stormglass.emulator.measure;

import org.jspecify.annotations.NullMarked;
