package io.stormglass.models.cc;

import java.nio.ByteBuffer;

/** What a control law remembers of a flow: primitives only, changed in place by its law. */
public sealed interface ControlState
        permits Cubic.State, Dctcp.State, Hpcc.State, NewReno.State, Swift.State, Timely.State {
    /** Length of the saved form, the same for all states of a law. */
    int savedBytes();

    /**
     * Saves at the buffer's position: a version byte, then all fields.
     *
     * @throws java.nio.BufferOverflowException if fewer than {@link #savedBytes()} are left
     */
    void write(ByteBuffer out);

    /**
     * Restores what {@link #write} saved.
     *
     * @throws IllegalArgumentException if the version is unknown; the state is then as before
     * @throws java.nio.BufferUnderflowException if the bytes end too early; the state is then undefined
     */
    void readFrom(ByteBuffer in);
}
