package io.stormglass.models.congestion;

import org.jspecify.annotations.Nullable;

/**
 * What speaks for or against a queue.
 *
 * @param staleNanos age of the newest refresh where that is too old to decide, else 0
 * @param watermarkSeen a watermark or, where there is none, a depth was read
 * @param looks intervals whose depth is bounded in some way
 * @param marks whether its marks are counted; a queue of the same port whose marks count is enough
 * @param marked packets marked
 * @param peakBytes highest depth known to fall into these intervals, 0 where none is
 * @param highBytes depth that was never exceeded, null where not known
 * @param past intervals in which it passed Kmax
 * @param pausing intervals in which it made the switch pause its peers
 * @param unmarked of both, intervals through which live marks stood still while packets left
 */
record QueueEvidence(
        long staleNanos,
        boolean watermarkSeen,
        int looks,
        Sight marks,
        long marked,
        long peakBytes,
        @Nullable Long highBytes,
        @Nullable QueueThresholds thresholds,
        int past,
        int pausing,
        int unmarked) {}
