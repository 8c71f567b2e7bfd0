package io.stormglass.fabric.pcap;

import java.util.zip.CRC32;

/**
 * The invariant checksum of RoCEv2 (InfiniBand specification, volume 1, annex A17.3.3): the CRC-32 of Ethernet over eight bytes of ones (in place of the local
 * route header), the IP header, the UDP header and everything after it but the checksum, with the fields that change on the way set to ones: of IPv4 the type of
 * service, time to live and header checksum; of IPv6 the traffic class, flow label and hop limit; of UDP the checksum; of the BTH the byte with FECN and BECN. The
 * result is sent lowest byte first.
 */
final class Icrc {
    private static final int LOCAL_ROUTE_HEADER = 8;
    private static final int IPV4 = 20;
    private static final int IPV6 = 40;
    private static final int UDP = 8;
    private static final int BTH_HEAD = 5;

    private final CRC32 crc = new CRC32();
    private final byte[] masked = new byte[LOCAL_ROUTE_HEADER + IPV6 + UDP + BTH_HEAD];

    /**
     * The checksum of an IP packet without options.
     *
     * @param ip index of the IP header
     * @param end index of the checksum
     */
    int of(byte[] frame, int ip, int end) {
        boolean version6 = (frame[ip] & 0xf0) == 0x60;
        int header = version6 ? IPV6 : IPV4;
        int length = header + UDP + BTH_HEAD;
        for (int i = 0; i < LOCAL_ROUTE_HEADER; i++) {
            masked[i] = (byte) 0xff;
        }
        System.arraycopy(frame, ip, masked, LOCAL_ROUTE_HEADER, length);
        if (version6) {
            masked[LOCAL_ROUTE_HEADER] |= 0x0f;
            ones(1, 3);
            ones(7, 1);
        } else {
            ones(1, 1);
            ones(8, 1);
            ones(10, 2);
        }
        ones(header + 6, 2);
        ones(length - 1, 1);
        crc.reset();
        crc.update(masked, 0, LOCAL_ROUTE_HEADER + length);
        crc.update(frame, ip + length, end - ip - length);
        return (int) crc.getValue();
    }

    private void ones(int at, int count) {
        for (int i = 0; i < count; i++) {
            masked[LOCAL_ROUTE_HEADER + at + i] = (byte) 0xff;
        }
    }
}
