package io.stormglass.models.dcqcn;

/**
 * When a cut sets the target rate to the rate before the cut. Without it the target of the previous cut stays, and the
 * way back up is faster.
 */
public enum ClampTarget {
    /** At every cut: the paper's law, {@code CLAMP_TGT_RATE}. */
    ALWAYS,
    /** Where any increase happened since the last cut: {@code CLAMP_TGT_RATE_AFTER_TIME_INC}. */
    AFTER_ANY_INCREASE,
    /** Where the byte counter increased the rate since the last cut. */
    AFTER_BYTE_INCREASE
}
