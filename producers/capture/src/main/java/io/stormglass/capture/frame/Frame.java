package io.stormglass.capture.frame;

/**
 * What {@link FrameDecoder} read from one frame. Reused: values hold until the next decode.
 *
 * <p>Where a frame carries another one (mirror, tunnel), addresses, ECN and everything above belong to the innermost.
 */
public final class Frame {
    FrameKind kind = FrameKind.OTHER;
    boolean truncated;
    boolean malformed;
    boolean mirrored;
    boolean laterFragment;

    long dstMac;
    long srcMac;
    int tagPriority;
    int cookedPacketType;

    int ipVersion;
    long srcHigh;
    long srcLow;
    long dstHigh;
    long dstLow;
    int trafficClass;
    int udpSourcePort;

    boolean bth;
    int opcode;
    boolean becn;
    int destQp;
    int psn;
    boolean ackRequest;
    int syndrome;

    int enabledClasses;
    int readableClasses;
    final int[] classQuanta = new int[8];
    int pauseQuanta;

    int cmAttribute;
    int cmLocalId;
    int cmRemoteId;
    int cmLocalQp;

    void clear() {
        kind = FrameKind.OTHER;
        truncated = false;
        malformed = false;
        mirrored = false;
        cookedPacketType = -1;
        dstMac = -1;
        srcMac = -1;
        clearInner();
    }

    /** Forgets what an outer header said before an inner frame is read. */
    void clearInner() {
        laterFragment = false;
        tagPriority = -1;
        ipVersion = 0;
        srcHigh = 0;
        srcLow = 0;
        dstHigh = 0;
        dstLow = 0;
        trafficClass = 0;
        udpSourcePort = -1;
        bth = false;
        opcode = -1;
        becn = false;
        destQp = -1;
        psn = -1;
        ackRequest = false;
        syndrome = -1;
        enabledClasses = 0;
        readableClasses = 0;
        pauseQuanta = -1;
        cmAttribute = 0;
    }

    /** What the innermost headers are. */
    public FrameKind kind() {
        return kind;
    }

    /** Fewer bytes were captured than the frame had. */
    public boolean truncated() {
        return truncated;
    }

    /** Headers contradict each other or the captured length. */
    public boolean malformed() {
        return malformed;
    }

    /** The frame was inside a mirror or tunnel header. */
    public boolean mirrored() {
        return mirrored;
    }

    /** An IP fragment that holds no transport header. */
    public boolean laterFragment() {
        return laterFragment;
    }

    /** Destination MAC address in the lower 48 bits, -1 without Ethernet header. */
    public long dstMac() {
        return dstMac;
    }

    /** Source MAC address in the lower 48 bits, -1 without Ethernet header. */
    public long srcMac() {
        return srcMac;
    }

    /** Priority of the outermost VLAN tag, -1 without one. */
    public int tagPriority() {
        return tagPriority;
    }

    /** 802.1p priority: that of the tag, else DSCP / 8, else 0. */
    public int priority() {
        return tagPriority >= 0 ? tagPriority : trafficClass >>> 5;
    }

    /** Packet type of a Linux cooked header (0..3 received by or passing the host, 4 sent by it), -1 without one. */
    public int cookedPacketType() {
        return cookedPacketType;
    }

    /** 4, 6, or 0 where there is no IP header; a RoCEv1 GRH counts as 6. */
    public int ipVersion() {
        return ipVersion;
    }

    /** Upper half of the source address; IPv4 is mapped into IPv6. */
    public long srcHigh() {
        return srcHigh;
    }

    /** Lower half of the source address. */
    public long srcLow() {
        return srcLow;
    }

    /** Upper half of the destination address; IPv4 is mapped into IPv6. */
    public long dstHigh() {
        return dstHigh;
    }

    /** Lower half of the destination address. */
    public long dstLow() {
        return dstLow;
    }

    /** ECN says congestion experienced. */
    public boolean ce() {
        return (trafficClass & 3) == 3;
    }

    /** DSCP, 0..63; 0 without IP header. */
    public int dscp() {
        return trafficClass >>> 2;
    }

    /** UDP source port, -1 without UDP. */
    public int udpSourcePort() {
        return udpSourcePort;
    }

    /** All 12 bytes of the BTH were there; else opcode, queue pair and PSN are -1. */
    public boolean hasBth() {
        return bth;
    }

    /** BTH opcode, see {@link BthOpcode}. */
    public int opcode() {
        return opcode;
    }

    /** Backward congestion bit of the BTH. */
    public boolean becn() {
        return becn;
    }

    /** Destination queue pair, 24 bits. */
    public int destQp() {
        return destQp;
    }

    /** Packet sequence number, 24 bits. */
    public int psn() {
        return psn;
    }

    /** The sender asks for an acknowledgement. */
    public boolean ackRequest() {
        return ackRequest;
    }

    /** AETH syndrome, 0..255, -1 without AETH. */
    public int syndrome() {
        return syndrome;
    }

    /** An acknowledge whose AETH says ACK. */
    public boolean isAck() {
        return bth && BthOpcode.isAcknowledge(opcode) && syndrome >= 0 && syndrome >>> 5 == 0;
    }

    /** An acknowledge whose AETH says receiver not ready; the timer code is {@code syndrome() & 31}. */
    public boolean isRnr() {
        return bth && BthOpcode.isAcknowledge(opcode) && syndrome >>> 5 == 1;
    }

    /** An acknowledge whose AETH says NAK; the reason is {@code syndrome() & 31}, 0 a sequence error. */
    public boolean isNak() {
        return bth && BthOpcode.isAcknowledge(opcode) && syndrome >>> 5 == 3;
    }

    /** A congestion notification packet. */
    public boolean isCnp() {
        return bth && opcode == BthOpcode.CNP;
    }

    /** Bit p is set where the class-enable vector of a PFC frame enables priority p. */
    public int enabledClasses() {
        return enabledClasses;
    }

    /** Those of {@link #enabledClasses()} whose time was captured. */
    public int readableClasses() {
        return readableClasses;
    }

    /** Pause time of a readable class in quanta of 512 bit times, 0..65535; 0 is XON. */
    public int classQuanta(int priority) {
        return classQuanta[priority];
    }

    /** Time of an 802.3x pause frame in quanta, 0..65535, -1 where it was not captured. */
    public int pauseQuanta() {
        return pauseQuanta;
    }

    /** The frame is an RDMA-CM ConnectRequest. */
    public boolean isConnectRequest() {
        return cmAttribute == FrameDecoder.CM_CONNECT_REQUEST;
    }

    /** The frame is an RDMA-CM ConnectReply. */
    public boolean isConnectReply() {
        return cmAttribute == FrameDecoder.CM_CONNECT_REPLY;
    }

    /** Communication id of the sender of a CM message. */
    public int cmLocalId() {
        return cmLocalId;
    }

    /** Communication id of the receiver, in a ConnectReply. */
    public int cmRemoteId() {
        return cmRemoteId;
    }

    /** Queue pair that the sender of a CM message will use, 24 bits. */
    public int cmLocalQp() {
        return cmLocalQp;
    }
}
