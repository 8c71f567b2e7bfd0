package io.stormglass.models.dcqcn;

/** What the next increase event of a reaction point will do. */
public enum Phase {
    /** No CNP yet: no limit but the line. */
    UNLIMITED(0),
    /** Half way back to the target. */
    FAST_RECOVERY(1),
    /** The target rises by R_AI. */
    ADDITIVE_INCREASE(2),
    /** The target rises by R_HAI or a multiple of it. */
    HYPER_INCREASE(3);

    private static final Phase[] BY_CODE = values();

    private final int code;

    Phase(int code) {
        this.code = code;
    }

    /** Number of this phase in traces and saved states: 0..3 in the order above. */
    public int code() {
        return code;
    }

    /**
     * The phase of a number.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Phase of(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("phase is " + code + ", 0.." + (BY_CODE.length - 1) + " is expected");
        }
        return BY_CODE[code];
    }
}
