package io.stormglass.fabric.scenario;

/**
 * How long a run is.
 *
 * @param durationMicros as the file says
 * @param shorten all times of the file are divided by it
 */
record RunTime(double durationMicros, int shorten) {
    long scaled(long picos) {
        return picos / shorten;
    }
}
