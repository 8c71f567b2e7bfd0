package io.stormglass.models.event;

/**
 * What a switch counts a threshold in.
 *
 * <p>Sources do not say whether a kbyte is 1,000 or 1,024 bytes: 1,000 is taken, so what is meant may be 2.4 % less than what the
 * switch does (7 % at megabytes).
 */
public enum ThresholdUnit {
    BYTES("bytes"),
    KBYTES("kbytes"),
    MBYTES("mbytes"),
    /** Pieces of the switch's memory; their size is the switch's. */
    SEGMENTS("segments"),
    /** As {@link #SEGMENTS}, by the name that other switches have for it. */
    CELLS("cells"),
    /** Time at the queue's line rate. */
    MILLISECONDS("milliseconds"),
    /** Share of a pool whose size moves or is not known: no number of bytes. */
    PERCENT("percent"),
    /** The switch computes the threshold from its buffers. */
    DYNAMIC("dynamic");

    private final String word;

    ThresholdUnit(String word) {
        this.word = word;
    }

    /** As switches write it. */
    public String word() {
        return word;
    }
}
