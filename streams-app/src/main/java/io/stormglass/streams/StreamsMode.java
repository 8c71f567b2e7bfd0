package io.stormglass.streams;

/** Where progress comes from. */
public enum StreamsMode {
    /** Many agents: the newest record time minus a wait, and the wall clock for partitions that are idle. */
    LIVE,
    /** One publisher: its ticks and end marks alone; no wall clock takes part. */
    REPLAY
}
