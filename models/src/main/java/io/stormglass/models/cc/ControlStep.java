package io.stormglass.models.cc;

/** Which branch of a control law a signal fired. */
public enum ControlStep {
    /** Nothing that this law listens to: the state is as before. */
    IGNORED,
    /** Remembered, the limit did not move. */
    HELD,
    /** The limit may have grown. */
    INCREASED,
    /** The limit was cut. */
    DECREASED
}
