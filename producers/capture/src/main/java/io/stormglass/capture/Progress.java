package io.stormglass.capture;

/** Is told how far event time has come. */
@FunctionalInterface
public interface Progress {
    /**
     * Every event of the slices before this time has been emitted, except for what a capture whose time runs backwards
     * may still bring.
     *
     * @param timeNanos start of a 10 ms slice, ns since 1970 UTC; never falls
     */
    void reached(long timeNanos);
}
