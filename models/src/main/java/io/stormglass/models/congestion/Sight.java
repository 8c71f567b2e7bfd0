package io.stormglass.models.congestion;

/** Whether a counter can be believed when it does not move. */
enum Sight {
    /** Not read. */
    ABSENT,
    /** 0 since it was first read or since its source started anew: a driver may list a counter that it does not count. */
    NEVER_COUNTED,
    /** Was above 0: it counts. */
    COUNTS
}
