/**
 * Which thresholds a queue should have for a workload, why, within which bounds, and in which steps. Knows nothing of telemetry: {@code models.advice} makes the workload from
 * what was measured, {@code models.ecn.device} makes commands from the answer.
 */
@NullMarked
package io.stormglass.models.ecn;

import org.jspecify.annotations.NullMarked;
