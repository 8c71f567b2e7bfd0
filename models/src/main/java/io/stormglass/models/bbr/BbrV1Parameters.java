package io.stormglass.models.bbr;

import java.util.Objects;

/**
 * Parameters of {@link BbrV1}. Gains are in 1/256, as Linux keeps them.
 *
 * @param name what the preset is called
 * @param segmentBytes payload of one unit on the wire, 1 to 65,536
 * @param startupGain256 pacing and window gain of STARTUP
 * @param drainGain256 pacing gain of DRAIN
 * @param upGain256 pacing gain of the probing phase
 * @param downGain256 pacing gain of the phase after it
 * @param windowGain256 window gain of PROBE_BW
 * @param bandwidthWindowRounds length of the maximum filter
 * @param minRttWindowNanos age at which the propagation delay has to be measured again
 * @param probeRttNanos how long PROBE_RTT stays at its window
 * @param minWindowSegments floor of the window, and the window of PROBE_RTT
 * @param initialWindowSegments window of a new flow
 * @param initialRttNanos round trip that the first pacing rate assumes where none was measured
 * @param pacingMarginPercent how far pacing stays below the estimate, 0 to 50
 * @param quantumNanos a burst handed to the wire at once lasts this long; 0: single segments
 * @param minQuantumSegments a burst has at least so many segments
 * @param aggregationCapNanos most extra window for aggregated acknowledgements, as time at the estimate
 * @param policerMinRounds shortest interval of the policer detector in rounds; 0 switches it off
 */
public record BbrV1Parameters(
        String name,
        int segmentBytes,
        int startupGain256,
        int drainGain256,
        int upGain256,
        int downGain256,
        int windowGain256,
        int bandwidthWindowRounds,
        long minRttWindowNanos,
        long probeRttNanos,
        int minWindowSegments,
        int initialWindowSegments,
        long initialRttNanos,
        int pacingMarginPercent,
        long quantumNanos,
        int minQuantumSegments,
        long aggregationCapNanos,
        int policerMinRounds) {
    private static final int LINUX_QUANTUM_NANOS = 1_000_000_000 / 1024;

    public BbrV1Parameters {
        Objects.requireNonNull(name, "name");
        inRange("segmentBytes", segmentBytes, 1, 65_536);
        inRange("startupGain256", startupGain256, 257, 2560);
        inRange("drainGain256", drainGain256, 1, 255);
        inRange("upGain256", upGain256, 257, 2560);
        inRange("downGain256", downGain256, 1, 255);
        inRange("windowGain256", windowGain256, 256, 2560);
        inRange("bandwidthWindowRounds", bandwidthWindowRounds, 1, 1000);
        inRange("minRttWindowNanos", minRttWindowNanos, 1, Long.MAX_VALUE / 4);
        inRange("probeRttNanos", probeRttNanos, 0, minRttWindowNanos);
        inRange("minWindowSegments", minWindowSegments, 1, 1000);
        inRange("initialWindowSegments", initialWindowSegments, minWindowSegments, 100_000);
        inRange("initialRttNanos", initialRttNanos, 1, 10_000_000_000L);
        inRange("pacingMarginPercent", pacingMarginPercent, 0, 50);
        inRange("quantumNanos", quantumNanos, 0, 1_000_000_000L);
        inRange("minQuantumSegments", minQuantumSegments, 1, 127);
        inRange("aggregationCapNanos", aggregationCapNanos, 0, 1_000_000_000L);
        inRange("policerMinRounds", policerMinRounds, 0, 30);
    }

    /**
     * Linux {@code tcp_bbr.c} with its defaults (gains 739, 88, 320, 192, 512; 10 rounds; 10 s; 200 ms; 4 segments).
     *
     * @param segmentBytes the connection's MSS
     */
    public static BbrV1Parameters linux(int segmentBytes) {
        return new BbrV1Parameters(
                "linux",
                segmentBytes,
                739,
                88,
                320,
                192,
                512,
                10,
                10_000_000_000L,
                200_000_000L,
                4,
                10,
                1_000_000L,
                1,
                LINUX_QUANTUM_NANOS,
                2,
                100_000_000L,
                4);
    }

    /**
     * For a NIC in a datacenter: 100 to 800 Gb/s, round trips of 2 to 50 us, no delayed acknowledgements. Gains, margin and
     * the filter of 10 rounds count in rounds or ratios and carry over; what Linux states in seconds or in packets does not:
     *
     * <ul>
     *   <li>Min-RTT window 10 ms, PROBE_RTT 200 us. 10 s are a million round trips of 10 us: a path that moved (ECMP,
     *       failover, some ms) would be judged by the old one for all that time, and 200 ms of near silence would stall every
     *       collective. 10 ms hold 25 probing cycles even at 50 us (8 x 50 us), so a quiet phase is seen before it expires;
     *       200 us are four round trips of 50 us. The cost stays what it is on the Internet: 2 % of the time.
     *   <li>Window floor 2 segments. Four exist for receivers that acknowledge every second packet; RoCE acknowledges on
     *       request. At 4,096 bytes and 2 us four segments are 65 Gb/s, a floor at which seven senders overfill a 400 Gb/s
     *       link whatever they measure. Two keep one on the wire while the other is acknowledged.
     *   <li>Bursts of one segment. Linux hands over a millisecond at once, which at 400 Gb/s and 10 us is 100 x BDP; a NIC
     *       paces packets.
     *   <li>Aggregation allowance at most 100 us (two of the longest round trips) instead of 100 ms, 5 GB at 400 Gb/s.
     *   <li>First pacing rate from 10 us instead of 1 ms: 10 segments of 4,096 bytes give 94 Gb/s.
     *   <li>No policer detection: a fabric has none, and its losses are faults.
     * </ul>
     *
     * @param segmentBytes payload of a packet: 1,024, 2,048 or 4,096
     */
    public static BbrV1Parameters hardware(int segmentBytes) {
        return new BbrV1Parameters(
                "hardware",
                segmentBytes,
                739,
                88,
                320,
                192,
                512,
                10,
                10_000_000L,
                200_000L,
                2,
                10,
                10_000L,
                1,
                0,
                1,
                100_000L,
                0);
    }

    /** The same with another length of the maximum filter. */
    public BbrV1Parameters withBandwidthWindow(int rounds) {
        return new BbrV1Parameters(
                name,
                segmentBytes,
                startupGain256,
                drainGain256,
                upGain256,
                downGain256,
                windowGain256,
                rounds,
                minRttWindowNanos,
                probeRttNanos,
                minWindowSegments,
                initialWindowSegments,
                initialRttNanos,
                pacingMarginPercent,
                quantumNanos,
                minQuantumSegments,
                aggregationCapNanos,
                policerMinRounds);
    }

    static void inRange(String what, long value, long low, long high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(what + " is " + value + ", " + low + " to " + high + " is possible");
        }
    }
}
