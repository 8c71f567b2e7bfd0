package io.stormglass.models.event;

/** What a record is. */
public enum RecordKind {
    /** Not known. */
    UNKNOWN,
    /** Events of one key. */
    EVENTS,
    /** Progress: every event before the watermark has been sent. */
    TICK,
    /** The last record of a run in its partition. */
    END,
    /** A live agent is there, with its clock offset. */
    HEARTBEAT,
    /** An agent stops in good order: its silence is no riddle until a newer epoch speaks. */
    GOODBYE
}
