package io.stormglass.emulator;

/** How finely transmission and pacing are timed. */
public enum TimeGrid {
    /** Exactly. */
    PICOSECONDS,
    /** As the HPCC simulator does it: 80.96 ns become 80. For comparisons with it only. */
    FLOOR_TO_NANOSECONDS
}
