package io.stormglass.streams.metrics;

/** Tells numbers when Prometheus asks. */
@FunctionalInterface
public interface MetricSource {
    /** Adds the values of this moment. */
    void collect(Samples samples);
}
