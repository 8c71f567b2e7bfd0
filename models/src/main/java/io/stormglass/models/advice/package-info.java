/**
 * From what queues went through to ECN advice: workload and how well it is known, reasons not to advise, thresholds with evidence and prediction, what came of the last
 * change. Pure: the past is handed in as the newest advice.
 */
@NullMarked
package io.stormglass.models.advice;

import org.jspecify.annotations.NullMarked;
