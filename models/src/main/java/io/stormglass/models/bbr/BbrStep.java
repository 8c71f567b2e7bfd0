package io.stormglass.models.bbr;

/** Which branch of the model a sample fired; where several did, the one furthest down. */
public enum BbrStep {
    /** Nothing was delivered and no RTT was measured: the state is as before. */
    IGNORED,
    /** Estimates may have moved, the phase did not. */
    UPDATED,
    /** The pipe was found full: STARTUP ended. */
    FULL_PIPE,
    /** DRAIN ended. */
    DRAINED,
    /** PROBE_BW went on to its next phase. */
    CYCLE_ADVANCED,
    /** PROBE_RTT began. */
    PROBE_RTT_ENTERED,
    /** PROBE_RTT ended. */
    PROBE_RTT_LEFT,
    /** The policer detector replaced the estimate by the long-term average. */
    POLICED
}
