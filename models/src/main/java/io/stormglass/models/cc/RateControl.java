package io.stormglass.models.cc;

/**
 * A control law whose limit is a sending rate.
 *
 * @param <S> its state
 */
public sealed interface RateControl<S extends ControlState> permits Hpcc, Timely {
    /** The state of a flow that has sent nothing: it starts at line rate. */
    S start(long nowNanos);

    /**
     * Takes a signal. Signals of a flow come in order of time; nothing is allocated.
     *
     * @return the branch that fired
     */
    ControlStep step(S state, ControlSignal signal);

    /** The rate, between the smallest rate and line rate. */
    double rateBitsPerSecond(S state);
}
