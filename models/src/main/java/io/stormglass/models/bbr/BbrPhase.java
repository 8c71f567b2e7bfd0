package io.stormglass.models.bbr;

/** What a BBR sender is doing. */
public enum BbrPhase {
    /** Doubling each round until the bandwidth stops growing. */
    STARTUP(0),
    /** Emptying the queue that STARTUP built. */
    DRAIN(1),
    /** Probing for more bandwidth (pacing gain above 1). */
    PROBE_BW_UP(2),
    /** Emptying the queue that the probe built (pacing gain below 1). */
    PROBE_BW_DOWN(3),
    /** Sending at the estimate (pacing gain 1). */
    PROBE_BW_CRUISE(4),
    /** BBRv3 only: one round at the estimate that fills the pipe before a probe. */
    PROBE_BW_REFILL(5),
    /** Sending next to nothing so that the propagation delay shows. */
    PROBE_RTT(6);

    private static final BbrPhase[] VALUES = values();

    private final byte code;

    BbrPhase(int code) {
        this.code = (byte) code;
    }

    /** What stands for it in a saved state. */
    byte code() {
        return code;
    }

    static BbrPhase of(byte code) {
        for (BbrPhase candidate : VALUES) {
            if (candidate.code == code) {
                return candidate;
            }
        }
        throw new IllegalArgumentException("phase is " + code + ", known are 0 to " + (VALUES.length - 1));
    }

    /** Whether this is one of the phases of PROBE_BW. */
    public boolean probesBandwidth() {
        return switch (this) {
            case PROBE_BW_UP, PROBE_BW_DOWN, PROBE_BW_CRUISE, PROBE_BW_REFILL -> true;
            case STARTUP, DRAIN, PROBE_RTT -> false;
        };
    }
}
