/**
 * From what queues went through ({@code models.load.QueueLoad}) to ECN advice: workload and how well it is known, reasons not to advise, thresholds with evidence and
 * prediction, what came of the last change. Computes with {@code models.ecn}, and asks a {@code WhatIf} that is handed in. Pure: the past is handed in as the newest advice. The
 * recommender of the streams application and {@code tune} call it.
 */
@NullMarked
package io.stormglass.models.advice;

import org.jspecify.annotations.NullMarked;
