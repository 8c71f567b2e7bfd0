package io.stormglass.models.bbr;

import java.util.Objects;

/**
 * Parameters of {@link BbrV3}. Gains are in 1/256, shares in 1/1000.
 *
 * @param name what the preset is called
 * @param segmentBytes payload of one unit on the wire, 1 to 65,536
 * @param startupGain256 pacing gain of STARTUP
 * @param drainGain256 pacing gain of DRAIN
 * @param downGain256 pacing gain of DOWN
 * @param upGain256 pacing gain of UP
 * @param upWindowGain256 window gain of UP
 * @param windowGain256 window gain otherwise
 * @param minRttWindowNanos age at which the propagation delay is replaced
 * @param probeRttIntervalNanos age of the newest low RTT at which PROBE_RTT begins
 * @param probeRttNanos how long PROBE_RTT stays at its window
 * @param minWindowSegments floor of the window
 * @param initialWindowSegments window of a new flow
 * @param initialRttNanos round trip that the first pacing rate assumes where none was measured
 * @param probeWaitNanos shortest time between probes; half as much again is drawn
 * @param lossPermille loss above this share of what is in flight is too much
 * @param keptPermille what one lossy round leaves of the short-term bounds
 * @param headroomPermille what CRUISE and PROBE_RTT leave free below the long-term bound
 * @param ecnMaxRttNanos ECN counts up to this min RTT; 0: never
 */
public record BbrV3Parameters(
        String name,
        int segmentBytes,
        int startupGain256,
        int drainGain256,
        int downGain256,
        int upGain256,
        int upWindowGain256,
        int windowGain256,
        long minRttWindowNanos,
        long probeRttIntervalNanos,
        long probeRttNanos,
        int minWindowSegments,
        int initialWindowSegments,
        long initialRttNanos,
        long probeWaitNanos,
        int lossPermille,
        int keptPermille,
        int headroomPermille,
        long ecnMaxRttNanos) {
    public BbrV3Parameters {
        Objects.requireNonNull(name, "name");
        BbrV1Parameters.inRange("segmentBytes", segmentBytes, 1, 65_536);
        BbrV1Parameters.inRange("startupGain256", startupGain256, 257, 2560);
        BbrV1Parameters.inRange("drainGain256", drainGain256, 1, 255);
        BbrV1Parameters.inRange("downGain256", downGain256, 1, 255);
        BbrV1Parameters.inRange("upGain256", upGain256, 257, 2560);
        BbrV1Parameters.inRange("upWindowGain256", upWindowGain256, 256, 2560);
        BbrV1Parameters.inRange("windowGain256", windowGain256, 256, 2560);
        BbrV1Parameters.inRange("minRttWindowNanos", minRttWindowNanos, 1, Long.MAX_VALUE / 4);
        BbrV1Parameters.inRange("probeRttIntervalNanos", probeRttIntervalNanos, 1, minRttWindowNanos);
        BbrV1Parameters.inRange("probeRttNanos", probeRttNanos, 0, probeRttIntervalNanos);
        BbrV1Parameters.inRange("minWindowSegments", minWindowSegments, 1, 1000);
        BbrV1Parameters.inRange("initialWindowSegments", initialWindowSegments, minWindowSegments, 100_000);
        BbrV1Parameters.inRange("initialRttNanos", initialRttNanos, 1, 10_000_000_000L);
        BbrV1Parameters.inRange("probeWaitNanos", probeWaitNanos, 1000, 1_000_000_000_000L);
        BbrV1Parameters.inRange("lossPermille", lossPermille, 0, 1000);
        BbrV1Parameters.inRange("keptPermille", keptPermille, 1, 1000);
        BbrV1Parameters.inRange("headroomPermille", headroomPermille, 0, 999);
        BbrV1Parameters.inRange("ecnMaxRttNanos", ecnMaxRttNanos, 0, 10_000_000_000L);
    }

    /**
     * draft-ietf-ccwg-bbr of 2026-08: gains 2.77, 0.5, 0.90, 1.25; no reaction to ECN.
     *
     * @param segmentBytes the connection's MSS
     */
    public static BbrV3Parameters draft(int segmentBytes) {
        return internet("draft", segmentBytes, new int[] {709, 128, 230}, 0);
    }

    /**
     * Linux v3 (google/bbr): gains 2.77, 0.344, 0.91, 1.25; ECN up to a min RTT of 5 ms.
     *
     * @param segmentBytes the connection's MSS
     */
    public static BbrV3Parameters linux(int segmentBytes) {
        return internet("linux", segmentBytes, new int[] {709, 88, 233}, 5_000_000);
    }

    private static BbrV3Parameters internet(String name, int segmentBytes, int[] gains, long ecnMaxRttNanos) {
        return new BbrV3Parameters(
                name,
                segmentBytes,
                gains[0],
                gains[1],
                gains[2],
                320,
                576,
                512,
                10_000_000_000L,
                5_000_000_000L,
                200_000_000L,
                4,
                10,
                1_000_000L,
                2_000_000_000L,
                20,
                700,
                150,
                ecnMaxRttNanos);
    }

    /**
     * For a NIC in a datacenter, argued as in {@link BbrV1Parameters#hardware}: all times of the Linux preset divided by 1,000 (min RTT
     * 10 ms, PROBE_RTT every 5 ms for 200 us, probes 2 to 3 ms apart unless 63 rounds come first), window floor 2 segments, and
     * ECN always, since marks are what a lossless fabric has in place of loss.
     *
     * @param segmentBytes payload of a packet: 1,024, 2,048 or 4,096
     */
    public static BbrV3Parameters hardware(int segmentBytes) {
        return new BbrV3Parameters(
                "hardware",
                segmentBytes,
                709,
                88,
                233,
                320,
                576,
                512,
                10_000_000L,
                5_000_000L,
                200_000L,
                2,
                10,
                10_000L,
                2_000_000L,
                20,
                700,
                150,
                5_000_000L);
    }
}
