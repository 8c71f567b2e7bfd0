package io.stormglass.models.cc;

/**
 * A control law whose limit is a congestion window.
 *
 * @param <S> its state
 */
public sealed interface WindowControl<S extends ControlState> permits Cubic, Dctcp, NewReno, Swift {
    /** The state of a flow that has sent nothing. */
    S start(long nowNanos);

    /**
     * Takes a signal. Signals of a flow come in order of time; nothing is allocated.
     *
     * @return the branch that fired
     */
    ControlStep step(S state, ControlSignal signal);

    /** The window in segments, above 0; below 1 a segment is sent every RTT / window. */
    double windowSegments(S state);
}
