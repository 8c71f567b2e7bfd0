package io.stormglass.streams.remotewrite;

import java.util.List;

/** Takes samples. */
interface SampleTarget {
    /**
     * One sample.
     *
     * @param labels values of {@code fabric}, {@code run_id}, then of the metric's own labels
     * @param atNanos event time
     */
    void add(SampleMetric metric, List<String> labels, long atNanos, double value);
}
