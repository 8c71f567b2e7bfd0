package io.stormglass.models.bbr;

/** What the transport's loss recovery is doing. */
public enum LossState {
    /** No recovery. */
    OPEN(0),
    /** Retransmitting after duplicate acknowledgements, SACK or NAK. */
    RECOVERY(1),
    /** Retransmitting after a timeout. */
    LOSS(2);

    private static final LossState[] VALUES = values();

    private final byte code;

    LossState(int code) {
        this.code = (byte) code;
    }

    /** What stands for it in a saved state. */
    byte code() {
        return code;
    }

    static LossState of(byte code) {
        for (LossState candidate : VALUES) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        throw new IllegalArgumentException("loss state is " + code + ", known are 0 to " + (VALUES.length - 1));
    }
}
