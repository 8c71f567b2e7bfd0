package io.stormglass.models.dcqcn;

/** What a step of a reaction point did. A step returns a set of these as bits, so that it needs no object. */
public enum Branch {
    /** The first CNP: limits and timers start. */
    FIRST_CNP(0x1),
    /** A later CNP: noted, or (paper, MSR) acted upon at once. */
    CNP(0x2),
    /** The rate was cut. */
    CUT(0x4),
    /** An alpha period passed in which a CNP had been seen. */
    ALPHA_RAISED(0x8),
    /** An alpha period passed without a CNP. */
    ALPHA_DECAYED(0x10),
    /** The increase timer ran out. */
    TIMER(0x20),
    /** The byte counter ran out. */
    BYTE_COUNTER(0x40),
    /** The rate moved half way to an unchanged target. */
    FAST_RECOVERY(0x80),
    /** The target rose by R_AI. */
    ADDITIVE_INCREASE(0x100),
    /** The target rose by R_HAI or a multiple of it. */
    HYPER_INCREASE(0x200),
    /** The target was far above the rate and fell to an eighth (MSR). */
    TARGET_REDUCED(0x400);

    private final int bit;

    Branch(int bit) {
        this.bit = bit;
    }

    /** This branch as a bit. */
    public int bit() {
        return bit;
    }

    /** True where the set of a step holds this branch. */
    public boolean in(int branches) {
        return (branches & bit) != 0;
    }
}
