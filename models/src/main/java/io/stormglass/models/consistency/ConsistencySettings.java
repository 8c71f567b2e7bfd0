package io.stormglass.models.consistency;

/**
 * When settings that do not fit are a finding.
 *
 * @param stepNanos settings are compared at multiples of this event time, above 0
 * @param settleNanos so long they must have stood before they are told, and be mended before that is told: a change is rolled out port by port, 0 and up
 * @param majority so many must agree, at least 1, and two thirds of those that are known
 * @param hostMtuSlackBytes a host's MTU may be so much smaller than its switch's, which needs room for headers, 0 and up
 * @param listed ports that evidence names one by one, above 0
 */
public record ConsistencySettings(long stepNanos, long settleNanos, int majority, int hostMtuSlackBytes, int listed) {
    private static final long SECOND = 1_000_000_000L;

    public ConsistencySettings {
        if (stepNanos < 1 || settleNanos < 0) {
            throw new IllegalArgumentException("step of " + stepNanos + " ns must be above 0, settle time of "
                    + settleNanos + " ns must not be negative");
        }
        if (majority < 1 || listed < 1 || hostMtuSlackBytes < 0) {
            throw new IllegalArgumentException("majority of " + majority + " and " + listed
                    + " listed ports must be above 0, slack of the MTU of " + hostMtuSlackBytes
                    + " bytes must not be negative");
        }
    }

    /** Steps of 1 s, 60 s, majorities of 3 and more, 256 bytes, 3 ports. */
    public static ConsistencySettings defaults() {
        return new ConsistencySettings(SECOND, 60 * SECOND, 3, 256, 3);
    }

    /** With another settle time. */
    public ConsistencySettings withSettleNanos(long nanos) {
        return new ConsistencySettings(stepNanos, nanos, majority, hostMtuSlackBytes, listed);
    }
}
