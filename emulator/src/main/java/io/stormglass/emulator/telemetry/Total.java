package io.stormglass.emulator.telemetry;

/** What a port counts of a priority, since its counters started. */
enum Total {
    SENT_PACKETS,
    SENT_BYTES,
    RECEIVED_PACKETS,
    RECEIVED_BYTES,
    MARKED,
    DROPPED,
    WRED_DROPPED,
    PAUSE_FRAMES_RECEIVED,
    PAUSE_FRAMES_SENT,
    PAUSED_NANOS,
    PAUSING_NANOS,
    RESUMED
}
