package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.Outcome;

/**
 * What one run showed, over its measured span.
 *
 * @param outcome what the cost is made of
 * @param meanQueueBytes over time
 * @param maxQueueBytes at most
 * @param carriedBytes that left the queue, on the wire
 * @param xoff times that a port was paused
 * @param marks packets marked
 * @param cnps CNPs that reached a sender
 * @param messages that were finished
 * @param meanCompletionNanos of those, start to last acknowledgement
 * @param maxCompletionNanos of those
 */
public record QueueRun(
        Outcome outcome,
        double meanQueueBytes,
        long maxQueueBytes,
        long carriedBytes,
        long xoff,
        long marks,
        long cnps,
        long messages,
        double meanCompletionNanos,
        double maxCompletionNanos) {}
