package io.stormglass.fabric.pcap;

import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.WirePacket;

/**
 * Makes the bytes of a packet: Ethernet, IPv4 or IPv6, UDP to port 4791, BTH, what the opcode asks for, payload, ICRC; or a TCP segment; or a PFC frame. Without preamble and FCS, as
 * captures have it. Every cable is a hop between routers, so the MAC addresses are those of its two ends.
 *
 * <p>The DSCP of priority 3 is 26 and that of any other priority p is 8 p, so CNPs in priority 6 have 48, which are the defaults of RoCE NICs.
 */
final class FrameBuilder {
    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86dd;
    private static final int ETHERTYPE_MAC_CONTROL = 0x8808;
    private static final int PFC_OPCODE = 0x0101;
    private static final long PFC_ADDRESS = 0x0180_c200_0001L;
    private static final int LEAST_FRAME = 60;
    private static final int ETHERNET = 14;
    private static final int UDP = 17;
    private static final int TCP = 6;
    private static final int TCP_PORT = 5001;
    private static final int TCP_HEADER = 20;
    private static final int TCP_ACK = 0x10;
    private static final int TCP_PUSH = 0x08;
    private static final int TCP_WINDOW = 0xffff;
    private static final int ROCE_PORT = 4791;
    private static final int HOPS = 64;

    private static final int SEND_FIRST = 0x00;
    private static final int SEND_MIDDLE = 0x01;
    private static final int SEND_LAST = 0x02;
    private static final int SEND_ONLY = 0x04;
    private static final int ACKNOWLEDGE = 0x11;
    private static final int CNP = 0x81;
    private static final int BECN = 0x40;
    private static final int MIGRATED = 0x40;
    private static final int ACK_REQUEST = 0x80;
    private static final int NO_CREDITS = 0x1f;
    private static final int NAK_SEQUENCE = 0x60;
    private static final int CNP_PAYLOAD = 16;

    private final Icrc icrc = new Icrc();
    private byte[] frame = new byte[16_384];
    private int at;

    /** The frame that was made last; overwritten by the next. */
    byte[] bytes() {
        return frame;
    }

    /**
     * Makes a PFC frame.
     *
     * @return its length
     */
    int pause(WirePacket packet, long sourceMac) {
        at = 0;
        ethernet(PFC_ADDRESS, sourceMac, ETHERTYPE_MAC_CONTROL);
        put(PFC_OPCODE, 2);
        put(1 << packet.priority(), 2);
        for (int priority = 0; priority < 8; priority++) {
            put(priority == packet.priority() ? packet.number() : 0, 2);
        }
        zeros(LEAST_FRAME - at);
        return at;
    }

    /**
     * Makes a frame of a flow.
     *
     * @return its length
     */
    int packet(WirePacket packet, FlowFrames flow, long destinationMac, long sourceMac) {
        boolean forward = packet.kind() == PacketKind.DATA;
        byte[] from = forward ? flow.source() : flow.destination();
        byte[] to = forward ? flow.destination() : flow.source();
        int body = bodyBytes(packet);
        if (frame.length < body + 128) {
            frame = new byte[body + 128];
        }
        at = 0;
        ethernet(destinationMac, sourceMac, from.length == 4 ? ETHERTYPE_IPV4 : ETHERTYPE_IPV6);
        if (flow.isTcp()) {
            return segment(packet, flow, from, to);
        }
        int udpBytes = 8 + 12 + body + 4;
        ip(packet, from, to, UDP, udpBytes);
        int udp = at;
        put(flow.sourcePort(), 2);
        put(ROCE_PORT, 2);
        put(udpBytes, 2);
        put(0, 2);
        transport(packet, flow);
        int end = at;
        put(Integer.reverseBytes(icrc.of(frame, ETHERNET, end)), 4);
        if (from.length != 4) {
            transportChecksum(udp, udpBytes, udp + 6, UDP);
        }
        return at;
    }

    /** A TCP segment, without options; those of the receiver carry nothing but the acknowledgement. */
    private int segment(WirePacket packet, FlowFrames flow, byte[] from, byte[] to) {
        boolean forward = packet.kind() == PacketKind.DATA;
        int bytes = TCP_HEADER + packet.payloadBytes();
        ip(packet, from, to, TCP, bytes);
        int tcp = at;
        put(forward ? flow.sourcePort() : TCP_PORT, 2);
        put(forward ? TCP_PORT : flow.sourcePort(), 2);
        put(forward ? flow.tcpSequence(packet.number()) : 1, 4);
        put(forward ? 1 : flow.tcpSequence(packet.number()), 4);
        put(TCP_HEADER << 2, 1);
        put(forward && flow.isLast(packet.number()) ? TCP_ACK | TCP_PUSH : TCP_ACK, 1);
        put(TCP_WINDOW, 2);
        put(0, 4);
        payload(packet.payloadBytes());
        transportChecksum(tcp, bytes, tcp + 16, TCP);
        zeros(Math.max(0, LEAST_FRAME - at));
        return at;
    }

    /** What stands between BTH and ICRC. */
    private static int bodyBytes(WirePacket packet) {
        return switch (packet.kind()) {
            case DATA -> packet.payloadBytes() + padding(packet);
            case ACK, NAK -> 4;
            case CNP -> CNP_PAYLOAD;
            case PFC -> throw new IllegalArgumentException("a pause frame has no transport header");
        };
    }

    /** Bytes that fill the payload up to a multiple of four. */
    private static int padding(WirePacket packet) {
        return -packet.payloadBytes() & 3;
    }

    private void transport(WirePacket packet, FlowFrames flow) {
        switch (packet.kind()) {
            case DATA -> {
                boolean last = flow.isLast(packet.number());
                bth(sendOpcode(flow.isFirst(packet.number()), last), padding(packet), 0, flow.receiverQp());
                sequence(last ? ACK_REQUEST : 0, flow.psn(packet.number()));
                payload(packet.payloadBytes());
                zeros(padding(packet));
            }
            case ACK -> {
                bth(ACKNOWLEDGE, 0, packet.notifies() ? BECN : 0, flow.senderQp());
                sequence(0, flow.psn(packet.number() - 1));
                aeth(NO_CREDITS, packet, flow);
            }
            case NAK -> {
                bth(ACKNOWLEDGE, 0, packet.notifies() ? BECN : 0, flow.senderQp());
                sequence(0, flow.psn(packet.number()));
                aeth(NAK_SEQUENCE, packet, flow);
            }
            case CNP -> {
                bth(CNP, 0, BECN, flow.senderQp());
                sequence(0, 0);
                zeros(CNP_PAYLOAD);
            }
            case PFC -> throw new IllegalArgumentException("a pause frame has no transport header");
        }
    }

    private static int sendOpcode(boolean first, boolean last) {
        if (first) {
            return last ? SEND_ONLY : SEND_FIRST;
        }
        return last ? SEND_LAST : SEND_MIDDLE;
    }

    private void bth(int opcode, int padding, int congestion, int queuePair) {
        put(opcode, 1);
        put((opcode == CNP ? 0 : MIGRATED) | padding << 4, 1);
        put(0xffff, 2);
        put(congestion, 1);
        put(queuePair, 3);
    }

    private void sequence(int request, int psn) {
        put(request, 1);
        put(psn, 3);
    }

    private void aeth(int syndrome, WirePacket packet, FlowFrames flow) {
        put(syndrome, 1);
        put(flow.completeBefore(packet.number()), 3);
    }

    /** Content is of no account; it differs from byte to byte so that a shifted one shows. */
    private void payload(int bytes) {
        for (int i = 0; i < bytes; i++) {
            frame[at + i] = (byte) i;
        }
        at += bytes;
    }

    private void ethernet(long destination, long source, int type) {
        put(destination, 6);
        put(source, 6);
        put(type, 2);
    }

    private static int trafficClass(WirePacket packet) {
        int dscp = packet.priority() == 3 ? 26 : 8 * packet.priority();
        int unmarked = packet.ecnCapable() ? 2 : 0;
        return dscp << 2 | (packet.marked() ? 3 : unmarked);
    }

    private void ip(WirePacket packet, byte[] from, byte[] to, int protocol, int bytes) {
        if (from.length == 4) {
            ipv4(packet, protocol, bytes);
        } else {
            ipv6(packet, protocol, bytes);
        }
        put(from);
        put(to);
        if (from.length == 4) {
            int sum = checksum(sum(at - 20, at));
            frame[at - 10] = (byte) (sum >>> 8);
            frame[at - 9] = (byte) sum;
        }
    }

    private void ipv4(WirePacket packet, int protocol, int bytes) {
        put(0x45, 1);
        put(trafficClass(packet), 1);
        put(20 + bytes, 2);
        put(0, 2);
        put(0x4000, 2);
        put(HOPS, 1);
        put(protocol, 1);
        put(0, 2);
    }

    private void ipv6(WirePacket packet, int protocol, int bytes) {
        put(0x6000_0000L | (long) trafficClass(packet) << 20, 4);
        put(bytes, 2);
        put(protocol, 1);
        put(HOPS, 1);
    }

    /** Of UDP it may be left out over IPv4, as RoCE does, and not over IPv6. The ICRC does not see it. */
    private void transportChecksum(int header, int bytes, int field, int protocol) {
        int addresses = (frame[ETHERNET] & 0xf0) == 0x60 ? 32 : 8;
        int folded = checksum(sum(header - addresses, header + bytes) + bytes + protocol);
        int sent = folded == 0 && protocol == UDP ? 0xffff : folded;
        frame[field] = (byte) (sent >>> 8);
        frame[field + 1] = (byte) sent;
    }

    private long sum(int from, int until) {
        long sum = 0;
        for (int i = from; i < until; i += 2) {
            int low = i + 1 < until ? frame[i + 1] & 0xff : 0;
            sum += (frame[i] & 0xff) << 8 | low;
        }
        return sum;
    }

    private static int checksum(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) ~folded & 0xffff;
    }

    private void put(long value, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            frame[at++] = (byte) (value >>> shift);
        }
    }

    private void put(byte[] bytes) {
        System.arraycopy(bytes, 0, frame, at, bytes.length);
        at += bytes.length;
    }

    private void zeros(int bytes) {
        for (int i = 0; i < bytes; i++) {
            frame[at++] = 0;
        }
    }
}
