package io.stormglass.emulator;

/**
 * How a TCP connection finds out what is lost. It is repaired as RFC 6582 does it: the third duplicate acknowledgement sends the missing packet again, each partial
 * acknowledgement the next one; a timeout goes back to what is not acknowledged.
 *
 * <pre>
 * RTO = max(least, SRTT + 4 RTTVAR), doubled by each timeout in a row (RFC 6298), at most {@value #MOST_DOUBLINGS} times
 * </pre>
 *
 * @param leastTimeoutPicos least RTO; decides how deep an incast collapses
 * @param firstTimeoutPicos RTO before the first round trip is measured
 * @param receivePackets receive window: the receiver holds so many packets from the missing one on and the sender has no more in flight. Up to 65,536
 */
public record TcpSettings(long leastTimeoutPicos, long firstTimeoutPicos, int receivePackets) {
    /** Most doublings of the RTO. */
    static final int MOST_DOUBLINGS = 6;

    public TcpSettings {
        if (leastTimeoutPicos < 1
                || firstTimeoutPicos < leastTimeoutPicos
                || firstTimeoutPicos > 60 * 1_000 * Picos.PER_MILLI) {
            throw new IllegalArgumentException(
                    "least RTO of " + leastTimeoutPicos + " ps, first of " + firstTimeoutPicos
                            + " ps: at least 1 ps, and the first not below the least and up to 60 s are possible");
        }
        if (receivePackets < 1 || receivePackets > 65_536) {
            throw new IllegalArgumentException(
                    "receive window of " + receivePackets + " packets, 1 to 65536 is possible");
        }
    }

    /** Linux: least RTO 200 ms; first RTO 1 s (RFC 6298); 4,096 packets. */
    public static TcpSettings linux() {
        return new TcpSettings(200 * Picos.PER_MILLI, 1_000 * Picos.PER_MILLI, 4_096);
    }

    /** With another least RTO, which is the first one as well. */
    public TcpSettings withTimeout(long picos) {
        return new TcpSettings(picos, picos, receivePackets);
    }
}
