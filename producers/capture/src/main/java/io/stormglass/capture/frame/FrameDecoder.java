package io.stormglass.capture.frame;

import io.stormglass.capture.file.LinkType;
import java.nio.ByteBuffer;

/**
 * Reads the headers of one frame into a {@link Frame}: link layer and its tags, mirrors and tunnels, IP, UDP, RoCE, MAC
 * control. Nothing is allocated. Not for use by two threads.
 *
 * <p>Where bytes are missing the reason decides: a frame that was cut by the capture or by a mirror is only incomplete;
 * one whose headers promise more than the wire held, or contradict each other, is {@link Frame#malformed()}. What could
 * be read before that stays.
 *
 * <p>Only destination ports name a protocol. A sender of RoCEv2 chooses its source port for load balancing, so that it may
 * well be that of VXLAN, TFTP or DNS.
 */
public final class FrameDecoder {
    static final int CM_CONNECT_REQUEST = 0x0010;
    static final int CM_CONNECT_REPLY = 0x0013;

    private static final int MAX_LAYERS = 24;

    private static final int ETHERTYPE_IPV4 = 0x0800;
    private static final int ETHERTYPE_IPV6 = 0x86dd;
    private static final int ETHERTYPE_MAC_CONTROL = 0x8808;
    private static final int ETHERTYPE_ROCEV1 = 0x8915;
    private static final int ETHERTYPE_MPLS = 0x8847;
    private static final int ETHERTYPE_MPLS_UPSTREAM = 0x8848;
    private static final int ETHERTYPE_TRANSPARENT_BRIDGING = 0x6558;
    private static final int GRE_ERSPAN_I_OR_II = 0x88be;
    private static final int GRE_ERSPAN_III = 0x22eb;
    private static final int FIRST_ETHERTYPE = 0x0600;

    private static final int PORT_ROCEV2 = 4791;
    private static final int PORT_VXLAN = 4789;
    private static final int PORT_GENEVE = 6081;

    private static final int IPV4_IN_IP = 4;
    private static final int UDP = 17;
    private static final int IPV6_IN_IP = 41;
    private static final int GRE = 47;

    private static final int BTH_BYTES = 12;
    private static final int GRH_BYTES = 40;
    private static final int NEXT_HEADER_BTH = 0x1b;

    /** What stands at the read position, for headers that may come again; the others are read on the way. */
    private enum Layer {
        DONE,
        ETHERNET,
        ETHERTYPE,
        MPLS,
        IPV4,
        IPV6
    }

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private Frame frame = new Frame();
    /** Read position. */
    private int at;
    /** End of the captured bytes that belong to the current layer. */
    private int end;
    /** End of the current layer on the wire; beyond {@link #end} where the frame was cut. */
    private long wireEnd;
    /** Ethertype, or IP protocol, of what stands at the read position. */
    private int type;
    /** Lengths do not bind: an offload engine had not filled them in yet. */
    private boolean unsized;

    private boolean firstFragment;

    /** A decoder; keeps no state from frame to frame. */
    public FrameDecoder() {}

    /**
     * Decodes one frame.
     *
     * @param bytes big-endian; only absolute reads are done
     * @param offset index of the frame's first byte
     * @param capturedLength bytes that are there, 0 and up
     * @param originalLength bytes that the frame had on the wire; smaller than captured counts as equal
     * @param into is overwritten
     */
    public void decode(
            ByteBuffer bytes, int offset, int capturedLength, int originalLength, LinkType linkType, Frame into) {
        buffer = bytes;
        frame = into;
        into.clear();
        into.truncated = capturedLength < originalLength;
        at = offset;
        end = offset + capturedLength;
        wireEnd = (long) offset + Math.max(capturedLength, originalLength);
        unsized = false;
        firstFragment = false;
        Layer layer = start(linkType);
        for (int i = 0; i < MAX_LAYERS && layer != Layer.DONE; i++) {
            layer = step(layer);
        }
    }

    private Layer step(Layer layer) {
        return switch (layer) {
            case DONE -> Layer.DONE;
            case ETHERNET -> ethernet();
            case ETHERTYPE -> ethertype();
            case MPLS -> mpls();
            case IPV4 -> ipv4();
            case IPV6 -> ipv6();
        };
    }

    private Layer start(LinkType linkType) {
        return switch (linkType) {
            case ETHERNET -> Layer.ETHERNET;
            case RAW_IP -> rawIp();
            case LINUX_SLL -> cooked();
            case LINUX_SLL2 -> cookedVersion2();
            case UNSUPPORTED -> Layer.DONE;
        };
    }

    private int u8(int index) {
        return buffer.get(index) & 0xff;
    }

    private int u16(int index) {
        return buffer.getShort(index) & 0xffff;
    }

    private int u24(int index) {
        return (u16(index) << 8) | u8(index + 2);
    }

    /** Whether the next bytes are there. If the layer cannot hold them, and no mirror has cut it, that is malformed. */
    private boolean has(int bytes) {
        if (at + bytes <= end) {
            return true;
        }
        if (at + bytes > wireEnd) {
            contradiction();
        }
        return false;
    }

    /** A mirror may cut the frame that it copies without a word, so lengths inside one prove nothing. */
    private void contradiction() {
        if (!frame.mirrored) {
            frame.malformed = true;
        }
    }

    private Layer malformed() {
        frame.malformed = true;
        return Layer.DONE;
    }

    /** Ends the layer after so many bytes from the read position; the caller has compared with {@link #wireEnd}. */
    private void limit(long bytes) {
        wireEnd = Math.min(wireEnd, at + bytes);
        end = (int) Math.min(end, wireEnd);
    }

    private Layer inner(Layer layer) {
        frame.mirrored = true;
        frame.clearInner();
        unsized = false;
        firstFragment = false;
        return layer;
    }

    private Layer rawIp() {
        if (!has(1)) {
            return Layer.DONE;
        }
        return switch (u8(at) >>> 4) {
            case 4 -> Layer.IPV4;
            case 6 -> Layer.IPV6;
            default -> malformed();
        };
    }

    private Layer cooked() {
        if (!has(16)) {
            return Layer.DONE;
        }
        frame.cookedPacketType = u16(at);
        int hardware = u16(at + 2);
        type = u16(at + 14);
        at += 16;
        return cookedPayload(hardware);
    }

    private Layer cookedVersion2() {
        if (!has(20)) {
            return Layer.DONE;
        }
        type = u16(at);
        int hardware = u16(at + 8);
        frame.cookedPacketType = u8(at + 10);
        at += 20;
        return cookedPayload(hardware);
    }

    private Layer cookedPayload(int hardware) {
        boolean netlink = hardware == 824;
        return netlink || type < FIRST_ETHERTYPE ? Layer.DONE : Layer.ETHERTYPE;
    }

    private Layer ethernet() {
        if (!has(14)) {
            return Layer.DONE;
        }
        frame.dstMac = ((long) u16(at) << 32) | (buffer.getInt(at + 2) & 0xffffffffL);
        frame.srcMac = ((long) u16(at + 6) << 32) | (buffer.getInt(at + 8) & 0xffffffffL);
        type = u16(at + 12);
        at += 14;
        return ethertype();
    }

    private Layer ethertype() {
        return switch (type) {
            case ETHERTYPE_IPV4 -> ipv4();
            case ETHERTYPE_IPV6 -> ipv6();
            case ETHERTYPE_MAC_CONTROL -> macControl();
            case ETHERTYPE_ROCEV1 -> globalRoute();
            case ETHERTYPE_MPLS, ETHERTYPE_MPLS_UPSTREAM -> Layer.MPLS;
            case 0x8100, 0x88a8, 0x9100, 0x9200, 0x9300 -> vlan();
            // VN-Tag and the tag of Broadcom switches: four bytes, then the next type.
            case 0x8926, 0x8874 -> skipTag(4);
            case 0x893f -> skipTag(6);
            case 0xd28b -> aristaTimestamp();
            default -> type < FIRST_ETHERTYPE ? lengthField() : Layer.DONE;
        };
    }

    private Layer vlan() {
        if (!has(4)) {
            return Layer.DONE;
        }
        if (frame.tagPriority < 0) {
            frame.tagPriority = u8(at) >>> 5;
        }
        return skipTag(2);
    }

    private Layer skipTag(int bytes) {
        if (!has(bytes + 2)) {
            return Layer.DONE;
        }
        type = u16(at + bytes);
        at += bytes + 2;
        return Layer.ETHERTYPE;
    }

    /** Subtype, version, then a time of 8 bytes or, for the 48-bit versions, 6. */
    private Layer aristaTimestamp() {
        if (!has(4)) {
            return Layer.DONE;
        }
        if (u16(at) != 1) {
            return Layer.DONE;
        }
        int version = u16(at + 2) & 0xff;
        return version == 0x10 ? skipTag(12) : version == 0x20 ? skipTag(10) : Layer.DONE;
    }

    /** An 802.3 frame: a length, not a type. None of the protocols that count here travels so. */
    private Layer lengthField() {
        if (type == 0 || at + type > wireEnd) {
            contradiction();
        }
        return Layer.DONE;
    }

    private Layer macControl() {
        frame.kind = FrameKind.MAC_CONTROL;
        if (!has(2)) {
            return Layer.DONE;
        }
        int opcode = u16(at);
        at += 2;
        if (opcode == 0x0001) {
            frame.kind = FrameKind.PAUSE;
            if (has(2)) {
                frame.pauseQuanta = u16(at);
            }
        } else if (opcode == 0x0101) {
            frame.kind = FrameKind.PFC;
            priorityPause();
        }
        return Layer.DONE;
    }

    /** The time of a class that is not enabled has no meaning, and the vector's upper byte is reserved. */
    private void priorityPause() {
        if (!has(2)) {
            return;
        }
        int enabled = u16(at) & 0xff;
        frame.enabledClasses = enabled;
        at += 2;
        for (int priority = 0; priority < 8; priority++) {
            if (!has(2)) {
                return;
            }
            if ((enabled & (1 << priority)) != 0) {
                frame.readableClasses |= 1 << priority;
                frame.classQuanta[priority] = u16(at);
            }
            at += 2;
        }
    }

    /** The InfiniBand header that RoCEv1 uses instead of IP; laid out as IPv6. */
    private Layer globalRoute() {
        frame.kind = FrameKind.ROCEV1;
        if (!has(GRH_BYTES)) {
            return Layer.DONE;
        }
        if (u8(at) >>> 4 != 6 || u8(at + 6) != NEXT_HEADER_BTH) {
            return malformed();
        }
        ipv6Addresses();
        int payload = u16(at + 4);
        at += GRH_BYTES;
        if (at + payload > wireEnd) {
            contradiction();
        }
        limit(payload);
        return bth();
    }

    private Layer mpls() {
        for (int labels = 0; labels < 16; labels++) {
            if (!has(4)) {
                return Layer.DONE;
            }
            boolean bottom = (u8(at + 2) & 1) != 0;
            at += 4;
            if (bottom) {
                return underMpls();
            }
        }
        return Layer.DONE;
    }

    private Layer underMpls() {
        if (!has(1)) {
            return Layer.DONE;
        }
        int nibble = u8(at) >>> 4;
        if (nibble == 4) {
            return Layer.IPV4;
        }
        if (nibble == 6) {
            return Layer.IPV6;
        }
        // Else a pseudo-wire; 0 starts its control word, which Ethernet follows.
        at += nibble == 0 ? 4 : 0;
        return inner(Layer.ETHERNET);
    }

    private Layer ipv4() {
        if (!has(20)) {
            return Layer.DONE;
        }
        int headerBytes = (u8(at) & 15) * 4;
        if (u8(at) >>> 4 != 4 || headerBytes < 20) {
            return malformed();
        }
        frame.ipVersion = 4;
        frame.trafficClass = u8(at + 1);
        frame.srcHigh = 0;
        frame.srcLow = IpText.mapped(buffer.getInt(at + 12));
        frame.dstHigh = 0;
        frame.dstLow = IpText.mapped(buffer.getInt(at + 16));
        if (!ipv4Length(u16(at + 2), headerBytes) || !has(headerBytes)) {
            return Layer.DONE;
        }
        int fragment = u16(at + 6);
        type = u8(at + 9);
        at += headerBytes;
        return fragment((fragment & 0x1fff) * 8, (fragment & 0x2000) != 0);
    }

    /** A total length of 0 is what a sending host captures before its NIC has cut the packet into segments. */
    private boolean ipv4Length(int totalBytes, int headerBytes) {
        if (totalBytes == 0) {
            unsized = true;
            return true;
        }
        if (totalBytes < headerBytes) {
            frame.malformed = true;
            return false;
        }
        if (at + totalBytes > wireEnd) {
            contradiction();
            unsized |= frame.mirrored;
        }
        limit(totalBytes);
        return true;
    }

    private Layer fragment(int offsetBytes, boolean more) {
        if (offsetBytes > 0) {
            frame.laterFragment = true;
            return Layer.DONE;
        }
        firstFragment = more;
        return ipProtocol();
    }

    private void ipv6Addresses() {
        frame.ipVersion = 6;
        frame.trafficClass = (u16(at) >>> 4) & 0xff;
        frame.srcHigh = buffer.getLong(at + 8);
        frame.srcLow = buffer.getLong(at + 16);
        frame.dstHigh = buffer.getLong(at + 24);
        frame.dstLow = buffer.getLong(at + 32);
    }

    private Layer ipv6() {
        if (!has(40)) {
            return Layer.DONE;
        }
        if (u8(at) >>> 4 != 6) {
            return malformed();
        }
        ipv6Addresses();
        int payload = u16(at + 4);
        type = u8(at + 6);
        at += 40;
        if (payload > 0) {
            if (at + payload > wireEnd) {
                contradiction();
                unsized |= frame.mirrored;
            }
            limit(payload);
        } else if (type == 0) {
            // A jumbogram: its length is in the hop-by-hop options, the frame's own length serves as well.
            unsized = true;
        } else {
            limit(0);
        }
        return ipv6Extensions();
    }

    private Layer ipv6Extensions() {
        for (int i = 0; i < 16; i++) {
            switch (type) {
                // Hop-by-hop, routing, destination options, mobility, HIP, shim6.
                case 0, 43, 60, 135, 139, 140 -> {
                    if (!has(8) || !skipExtension((u8(at + 1) + 1) * 8)) {
                        return Layer.DONE;
                    }
                }
                case 51 -> {
                    if (!has(8) || !skipExtension((u8(at + 1) + 2) * 4)) {
                        return Layer.DONE;
                    }
                }
                case 44 -> {
                    if (!has(8)) {
                        return Layer.DONE;
                    }
                    int field = u16(at + 2);
                    type = u8(at);
                    at += 8;
                    if ((field & 0xfff8) != 0) {
                        frame.laterFragment = true;
                        return Layer.DONE;
                    }
                    firstFragment |= (field & 1) != 0;
                }
                default -> {
                    return ipProtocol();
                }
            }
        }
        return Layer.DONE;
    }

    private boolean skipExtension(int bytes) {
        if (!has(bytes)) {
            return false;
        }
        type = u8(at);
        at += bytes;
        return true;
    }

    private Layer ipProtocol() {
        return switch (type) {
            case UDP -> udp();
            case GRE -> gre();
            case IPV4_IN_IP -> inner(Layer.IPV4);
            case IPV6_IN_IP -> inner(Layer.IPV6);
            default -> Layer.DONE;
        };
    }

    private Layer gre() {
        if (!has(4)) {
            return Layer.DONE;
        }
        int flags = u16(at);
        int protocol = u16(at + 2);
        boolean routed = (flags & 0x4000) != 0;
        if (routed || (flags & 7) != 0) {
            return Layer.DONE;
        }
        boolean sequenced = (flags & 0x1000) != 0;
        at += 4 + ((flags & 0x8000) != 0 ? 4 : 0) + ((flags & 0x2000) != 0 ? 4 : 0) + (sequenced ? 4 : 0);
        return switch (protocol) {
            case ETHERTYPE_TRANSPARENT_BRIDGING -> inner(Layer.ETHERNET);
            case ETHERTYPE_IPV4 -> inner(Layer.IPV4);
            case ETHERTYPE_IPV6 -> inner(Layer.IPV6);
            case ETHERTYPE_MPLS, ETHERTYPE_MPLS_UPSTREAM -> inner(Layer.MPLS);
            // Type I has no header of its own; type II always has a sequence number.
            case GRE_ERSPAN_I_OR_II -> sequenced ? erspan(8) : inner(Layer.ETHERNET);
            case GRE_ERSPAN_III -> erspanTypeIii();
            default -> Layer.DONE;
        };
    }

    private Layer erspan(int headerBytes) {
        if (!has(headerBytes)) {
            return Layer.DONE;
        }
        at += headerBytes;
        return inner(Layer.ETHERNET);
    }

    /** Twelve bytes whose last sixteen bits hold the frame type and say whether eight more bytes follow. */
    private Layer erspanTypeIii() {
        if (!has(12)) {
            return Layer.DONE;
        }
        int flags = u16(at + 10);
        int frameType = (flags >>> 10) & 31;
        int headerBytes = 12 + ((flags & 1) != 0 ? 8 : 0);
        if (frameType == 0) {
            return erspan(headerBytes);
        }
        if (frameType == 2 && has(headerBytes)) {
            at += headerBytes;
            frame.mirrored = true;
            frame.clearInner();
            return rawIp();
        }
        return Layer.DONE;
    }

    private Layer udp() {
        if (at + 4 > end) {
            has(8);
            return Layer.DONE;
        }
        int destination = u16(at + 2);
        frame.udpSourcePort = u16(at);
        if (destination == PORT_ROCEV2) {
            frame.kind = FrameKind.ROCEV2;
        }
        if (!has(8) || !udpLength(u16(at + 4))) {
            return Layer.DONE;
        }
        at += 8;
        return switch (destination) {
            case PORT_ROCEV2 -> bth();
            case PORT_VXLAN -> vxlan();
            case PORT_GENEVE -> geneve();
            default -> Layer.DONE;
        };
    }

    /** The UDP length must fill what IP gave it, except where an offload engine or a fragment explains it. */
    private boolean udpLength(int udpBytes) {
        if (unsized && udpBytes < 8) {
            return true;
        }
        if (udpBytes < 8) {
            frame.malformed = true;
            return false;
        }
        long given = wireEnd - at;
        if (!unsized && ((udpBytes > given && !firstFragment) || udpBytes < given)) {
            contradiction();
        }
        if (!unsized) {
            limit(udpBytes);
        }
        return true;
    }

    private Layer vxlan() {
        if (!has(8) || (u8(at) & 0x08) == 0) {
            return Layer.DONE;
        }
        at += 8;
        return inner(Layer.ETHERNET);
    }

    private Layer geneve() {
        if (!has(8) || u8(at) >>> 6 != 0) {
            return Layer.DONE;
        }
        int headerBytes = 8 + (u8(at) & 0x3f) * 4;
        int protocol = u16(at + 2);
        if (!has(headerBytes)) {
            return Layer.DONE;
        }
        at += headerBytes;
        return switch (protocol) {
            case ETHERTYPE_TRANSPARENT_BRIDGING -> inner(Layer.ETHERNET);
            case ETHERTYPE_IPV4 -> inner(Layer.IPV4);
            case ETHERTYPE_IPV6 -> inner(Layer.IPV6);
            default -> Layer.DONE;
        };
    }

    private Layer bth() {
        if (!has(BTH_BYTES)) {
            return Layer.DONE;
        }
        int opcode = u8(at);
        frame.bth = true;
        frame.opcode = opcode;
        frame.becn = (u8(at + 4) & 0x40) != 0;
        frame.destQp = u24(at + 5);
        frame.ackRequest = (u8(at + 8) & 0x80) != 0;
        frame.psn = u24(at + 9);
        at += BTH_BYTES;
        if (BthOpcode.hasAeth(opcode)) {
            at += BthOpcode.bytesBeforeAeth(opcode);
            if (has(4)) {
                frame.syndrome = u8(at);
            }
        } else if (opcode == BthOpcode.UD_SEND_ONLY && frame.destQp == 1) {
            connectionManager();
        }
        return Layer.DONE;
    }

    /** A management datagram of class 7 behind the DETH: communication ids and queue pairs of a new connection. */
    private void connectionManager() {
        int mad = at + 8;
        int fields = mad + 24;
        if (fields + 36 > end || u8(mad) != 1 || u8(mad + 1) != 7) {
            return;
        }
        int attribute = u16(mad + 16);
        if (attribute == CM_CONNECT_REQUEST) {
            frame.cmLocalQp = u24(fields + 32);
        } else if (attribute == CM_CONNECT_REPLY) {
            frame.cmRemoteId = buffer.getInt(fields + 4);
            frame.cmLocalQp = u24(fields + 12);
        } else {
            return;
        }
        frame.cmAttribute = attribute;
        frame.cmLocalId = buffer.getInt(fields);
    }
}
