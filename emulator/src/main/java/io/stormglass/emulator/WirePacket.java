package io.stormglass.emulator;

/** What a {@link WireTap} is told of a packet: a copy, overwritten by the next one. */
public final class WirePacket {
    private PacketKind kind = PacketKind.DATA;
    private int flow;
    private int number;
    private int priority;
    private int wireBytes;
    private int payloadBytes;
    private boolean ecnCapable;
    private boolean marked;
    private boolean notifies;

    WirePacket() {}

    WirePacket copy(Packet packet) {
        Flow of = packet.flow;
        kind = packet.kind;
        flow = of == null ? -1 : of.id;
        number = packet.number;
        priority = packet.priority;
        wireBytes = packet.wireBytes;
        payloadBytes = of == null || kind != PacketKind.DATA ? 0 : of.payloadBytes(packet);
        ecnCapable = packet.ecnCapable;
        marked = packet.marked;
        notifies = packet.notifies;
        return this;
    }

    /** What it is. */
    public PacketKind kind() {
        return kind;
    }

    /** Its flow; -1 for pause frames. */
    public int flow() {
        return flow;
    }

    /** DATA: its number in the flow, from 0. ACK and NAK: the first number that is missing. CNP: the same. PFC: quanta. */
    public int number() {
        return number;
    }

    /** 0 to 7. */
    public int priority() {
        return priority;
    }

    /** Bytes that it takes on the wire. */
    public int wireBytes() {
        return wireBytes;
    }

    /** Bytes of its flow in it: 0 for everything but data. */
    public int payloadBytes() {
        return payloadBytes;
    }

    /** Switches may mark it. */
    public boolean ecnCapable() {
        return ecnCapable;
    }

    /** It bears a mark. */
    public boolean marked() {
        return marked;
    }

    /** An ACK that stands for a CNP as well. */
    public boolean notifies() {
        return notifies;
    }
}
