package io.stormglass.models.shadow;

/** What is known of the most congested queue on a flow's path; handed in by whoever reads the switches. */
public enum QueueSign {
    /** No watermark. */
    UNKNOWN(0),
    /** The watermark stayed below Kmin: nothing was to be marked. */
    BELOW_KMIN(1),
    /** Between the thresholds: marks were possible, not certain. */
    BETWEEN(2),
    /** The watermark passed Kmax or the queue paused its peers: marks had to be there. */
    PASSED_KMAX(3);

    private static final QueueSign[] BY_CODE = values();

    private final int code;

    QueueSign(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static QueueSign of(int code) {
        return BY_CODE[code];
    }
}
