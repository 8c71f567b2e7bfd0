package io.stormglass.emulator;

/**
 * What packets take on the wire.
 *
 * @param payloadBytes payload of a full data packet, 1 to 65,536
 * @param overheadBytes what a data packet has besides
 * @param ackBytes an ACK or NAK
 * @param cnpBytes a CNP
 * @param pauseBytes a PFC frame
 */
public record WireFormat(int payloadBytes, int overheadBytes, int ackBytes, int cnpBytes, int pauseBytes) {
    public WireFormat {
        range("payload", payloadBytes, 1);
        range("overhead", overheadBytes, 0);
        range("ACK", ackBytes, 1);
        range("CNP", cnpBytes, 1);
        range("pause frame", pauseBytes, 1);
    }

    private static void range(String what, int bytes, int least) {
        if (bytes < least || bytes > 65_536) {
            throw new IllegalArgumentException(what + " of " + bytes + " bytes, " + least + " to 65536 is possible");
        }
    }

    /**
     * RoCEv2 on Ethernet as it is timed: preamble and gap (20), Ethernet with FCS (18), IPv4 (20), UDP (8), BTH (12), ICRC (4): 82 bytes around the payload,
     * 86 bytes an ACK (AETH), 98 a CNP (16 bytes of zeros), 84 a pause frame.
     */
    public static WireFormat roce(int payloadBytes) {
        return new WireFormat(payloadBytes, 82, 86, 98, 84);
    }

    /** The HPCC simulator: 48 bytes around 4000, 64 for everything else. */
    public static WireFormat ns3() {
        return new WireFormat(4000, 48, 64, 64, 64);
    }

    /** The HPCC simulator with the 42 bytes of in-band telemetry. */
    public static WireFormat ns3Telemetry() {
        return new WireFormat(4000, 90, 64, 64, 64);
    }

    /** Bytes on the wire of a full data packet. */
    public int fullBytes() {
        return payloadBytes + overheadBytes;
    }
}
