package io.stormglass.capture.synthetic;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds a frame from the outside in: {@code ethernet().vlan(3, 100).ipv4("10.0.0.1", "10.0.0.2").udp(49152, 4791)
 * .bth(0x04, 0x11, 7).payload(64).icrc().build()}. Lengths and types follow from what comes next. Checksums stay 0.
 */
public final class FrameBuilder {
    private static final String MAC_A = "020000000001";
    private static final String MAC_B = "020000000002";
    private static final int NO_PROTOCOL = -1;

    /** One header; {@code body} is everything behind it, {@code next} the header that follows, null where bytes do. */
    private interface Header {
        byte[] bytes(byte[] body, @Nullable Layer next);
    }

    private record Layer(int etherType, int ipProtocol, Header header) {}

    private final List<Layer> layers = new ArrayList<>();
    private int trafficClass;

    /** An Ethernet frame between two made-up stations. */
    public static FrameBuilder ethernet() {
        return ethernet(MAC_A, MAC_B);
    }

    /** An Ethernet frame; addresses as 12 hexadecimal digits. */
    public static FrameBuilder ethernet(String source, String destination) {
        return new FrameBuilder().andEthernet(source, destination);
    }

    /** A frame without link layer. */
    public static FrameBuilder raw() {
        return new FrameBuilder();
    }

    /** A Linux cooked header; packet type 0 is received, 4 sent. */
    public static FrameBuilder cooked(int packetType) {
        return new FrameBuilder()
                .add(
                        0,
                        NO_PROTOCOL,
                        (body, next) ->
                                out(u16(packetType), u16(1), u16(6), hex(MAC_A), u16(0), u16(etherType(next)), body));
    }

    /** A Linux cooked header of version 2. */
    public static FrameBuilder cooked2(int packetType) {
        return new FrameBuilder()
                .add(
                        0,
                        NO_PROTOCOL,
                        (body, next) -> out(
                                u16(etherType(next)),
                                u16(0),
                                u32(1),
                                u16(1),
                                new byte[] {(byte) packetType, 6},
                                hex(MAC_A),
                                u16(0),
                                body));
    }

    /** A whole RoCEv2 packet over Ethernet and IPv4. */
    public static FrameBuilder rocev2(String source, String destination, int opcode, int destQp, int psn) {
        return ethernet().ipv4(source, destination).udp(49_152, 4791).bth(opcode, destQp, psn);
    }

    /** A PFC frame, padded to 60 bytes; {@code quanta} holds the time of class 0, 1, ... */
    public static byte[] pfc(String sourceMac, int enabledClasses, int... quanta) {
        byte[][] times = new byte[8][];
        for (int i = 0; i < 8; i++) {
            times[i] = u16(i < quanta.length ? quanta[i] : 0);
        }
        byte[] vector = out(u16(0x0101), u16(enabledClasses), out(times));
        return out(hex("0180c2000001"), hex(sourceMac), u16(0x8808), vector, new byte[26]);
    }

    /** An 802.3x pause frame, padded to 60 bytes. */
    public static byte[] pause(String sourceMac, int quanta) {
        return out(hex("0180c2000001"), hex(sourceMac), u16(0x8808), u16(1), u16(quanta), new byte[42]);
    }

    private FrameBuilder add(int etherType, int ipProtocol, Header header) {
        layers.add(new Layer(etherType, ipProtocol, header));
        return this;
    }

    /** An Ethernet header, inside a tunnel as well. */
    public FrameBuilder andEthernet(String source, String destination) {
        return add(0x6558, NO_PROTOCOL, (body, next) -> out(hex(destination), hex(source), u16(etherType(next)), body));
    }

    /** An inner Ethernet header between the made-up stations. */
    public FrameBuilder andEthernet() {
        return andEthernet(MAC_A, MAC_B);
    }

    /** An 802.1Q tag. */
    public FrameBuilder vlan(int priority, int id) {
        return tag(0x8100, u16(priority << 13 | id));
    }

    /** A tag of any kind: its ethertype, its bytes, then the next ethertype. */
    public FrameBuilder tag(int etherType, byte[] bytes) {
        return add(etherType, NO_PROTOCOL, (body, next) -> out(bytes, u16(etherType(next)), body));
    }

    /** An MPLS label; the last one has the bottom bit. */
    public FrameBuilder mpls(int label, boolean bottom) {
        return add(0x8847, 137, (body, next) -> out(u32(label << 12 | (bottom ? 0x100 : 0) | 64), body));
    }

    /** The TOS byte or traffic class of all IP headers added from here on. */
    public FrameBuilder trafficClass(int value) {
        trafficClass = value;
        return this;
    }

    /** ECN 0..3 with DSCP 26. */
    public FrameBuilder ecn(int value) {
        return trafficClass(26 << 2 | value);
    }

    /** An IPv4 header. */
    public FrameBuilder ipv4(String source, String destination) {
        return ipv4(source, destination, 0, new byte[0]);
    }

    /** An IPv4 header with the fragment field and options, which must fill whole words. */
    public FrameBuilder ipv4(String source, String destination, int fragmentField, byte[] options) {
        int tos = trafficClass;
        return add(
                0x0800,
                4,
                (body, next) -> out(
                        new byte[] {(byte) (0x45 + options.length / 4), (byte) tos},
                        u16(20 + options.length + body.length),
                        u16(1),
                        u16(fragmentField),
                        new byte[] {64, (byte) ipProtocol(next)},
                        u16(0),
                        address(source),
                        address(destination),
                        options,
                        body));
    }

    /** An IPv6 header. */
    public FrameBuilder ipv6(String source, String destination) {
        int tos = trafficClass;
        return add(
                0x86dd,
                41,
                (body, next) -> out(
                        u32(6 << 28 | tos << 20),
                        u16(body.length),
                        new byte[] {(byte) ipProtocol(next), 64},
                        address(source),
                        address(destination),
                        body));
    }

    /** An IPv6 extension header of 8 bytes or a multiple; {@code bytes} follow its two length bytes. */
    public FrameBuilder extension(int type, byte[] bytes) {
        return add(
                0,
                type,
                (body, next) ->
                        out(new byte[] {(byte) ipProtocol(next), (byte) ((bytes.length + 2) / 8 - 1)}, bytes, body));
    }

    /** An IPv6 fragment header. */
    public FrameBuilder fragment(int offsetAndFlags) {
        return add(
                0, 44, (body, next) -> out(new byte[] {(byte) ipProtocol(next), 0}, u16(offsetAndFlags), u32(1), body));
    }

    /** A RoCEv1 global route header. */
    public FrameBuilder globalRoute(String source, String destination) {
        int tos = trafficClass;
        return add(
                0x8915,
                NO_PROTOCOL,
                (body, next) -> out(
                        u32(6 << 28 | tos << 20),
                        u16(body.length),
                        new byte[] {0x1b, 64},
                        address(source),
                        address(destination),
                        body));
    }

    /** A UDP header. */
    public FrameBuilder udp(int source, int destination) {
        return add(0, 17, (body, next) -> out(u16(source), u16(destination), u16(8 + body.length), u16(0), body));
    }

    /** A VXLAN header; Ethernet follows. */
    public FrameBuilder vxlan() {
        return add(0, NO_PROTOCOL, (body, next) -> out(u32(0x08000000), u32(42 << 8), body));
    }

    /** A Geneve header with options, which must fill whole words. */
    public FrameBuilder geneve(byte[] options) {
        return add(
                0,
                NO_PROTOCOL,
                (body, next) -> out(
                        new byte[] {(byte) (options.length / 4), 0},
                        u16(etherType(next)),
                        u32(42 << 8),
                        options,
                        body));
    }

    /** A GRE header whose protocol follows from the next header; {@code extra} are the words that the flags announce. */
    public FrameBuilder gre(int flags, byte[] extra) {
        return add(0, 47, (body, next) -> out(u16(flags), u16(etherType(next)), extra, body));
    }

    /** A GRE header with a protocol, for example 0x88be without more for ERSPAN I. */
    public FrameBuilder gre(int flags, int protocol, byte[] extra) {
        return add(0, 47, (body, next) -> out(u16(flags), u16(protocol), extra, body));
    }

    /** A base transport header with AckReq off. */
    public FrameBuilder bth(int opcode, int destQp, int psn) {
        return bth(opcode, 0, destQp, psn);
    }

    /** A base transport header; {@code flags} is the byte with FECN and BECN, bit 8 of it asks for an ACK. */
    public FrameBuilder bth(int opcode, int flags, int destQp, int psn) {
        int ackRequest = flags >>> 8 & 1;
        return add(
                0,
                NO_PROTOCOL,
                (body, next) -> out(
                        new byte[] {(byte) opcode, 0x40},
                        u16(0xffff),
                        u32((flags & 255) << 24 | destQp),
                        u32(ackRequest << 31 | psn),
                        body));
    }

    /** An ACK extended transport header. */
    public FrameBuilder aeth(int syndrome) {
        return bytes(u32(syndrome << 24 | 1));
    }

    /** A connection manager's datagram behind the BTH of a UD send: attribute, ids, queue pair. */
    public FrameBuilder connectionManager(int attribute, int localId, int remoteId, int localQp) {
        byte[] mad = new byte[256];
        ByteBuffer at = ByteBuffer.wrap(mad);
        at.put(0, new byte[] {1, 7, 2, 3}).putShort(16, (short) attribute).putInt(24, localId);
        if (attribute == 0x0010) {
            at.putInt(24 + 32, localQp << 8);
        } else {
            at.putInt(24 + 4, remoteId).putInt(24 + 12, localQp << 8);
        }
        return bytes(out(u32(0x80010000), u32(1), mad));
    }

    /** So many bytes of payload. */
    public FrameBuilder payload(int length) {
        return bytes(new byte[length]);
    }

    /** The four bytes of an invariant CRC. */
    public FrameBuilder icrc() {
        return payload(4);
    }

    /** Bytes as they are. */
    public FrameBuilder bytes(byte[] bytes) {
        return add(0, NO_PROTOCOL, (body, next) -> out(bytes, body));
    }

    /** The frame. */
    public byte[] build() {
        byte[] body = new byte[0];
        Layer next = null;
        for (int i = layers.size() - 1; i >= 0; i--) {
            body = layers.get(i).header.bytes(body, next);
            next = layers.get(i);
        }
        return body;
    }

    private static int etherType(@Nullable Layer next) {
        return next == null || next.etherType == 0 ? 0x88b5 : next.etherType;
    }

    private static int ipProtocol(@Nullable Layer next) {
        return next == null || next.ipProtocol < 0 ? 253 : next.ipProtocol;
    }

    /** Bytes from hexadecimal digits, blanks left out. */
    public static byte[] hex(String digits) {
        String dense = digits.replace(" ", "");
        byte[] bytes = new byte[dense.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(dense.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private static byte[] u16(int value) {
        return new byte[] {(byte) (value >>> 8), (byte) value};
    }

    private static byte[] u32(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private static byte[] address(String text) {
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + text + "' is not an address", e);
        }
    }

    private static byte[] out(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
