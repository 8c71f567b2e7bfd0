package io.stormglass.fabric.pcap;

import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.WirePacket;
import java.util.Map;
import java.util.TreeMap;

/** The emulator's own counts of what crossed a port, taken from its packets and not from the bytes that were made of them. */
public final class CaptureTally {
    private final Map<Integer, FlowTally> flows = new TreeMap<>();
    private long packets;
    private long ce;
    private long cnp;
    private long ack;
    private long nak;
    private long pfcXoff;
    private long pfcXon;
    private long tcpSegments;

    /** Counts of a flow: packets, bytes and marks of its data, and what came back. */
    public static final class FlowTally {
        private final int flow;
        private long packets;
        private long bytes;
        private long ce;
        private long cnp;
        private long ack;
        private long nak;

        private FlowTally(int flow) {
            this.flow = flow;
        }

        /** Its number. */
        public int flow() {
            return flow;
        }

        /** Data packets. */
        public long packets() {
            return packets;
        }

        /** Bytes of their frames, without preamble and FCS. */
        public long bytes() {
            return bytes;
        }

        /** Data packets with a mark. */
        public long ce() {
            return ce;
        }

        /** CNPs. */
        public long cnp() {
            return cnp;
        }

        /** ACKs. */
        public long ack() {
            return ack;
        }

        /** NAKs. */
        public long nak() {
            return nak;
        }
    }

    CaptureTally() {}

    void count(WirePacket packet, int frameBytes, boolean tcp) {
        packets++;
        if (packet.kind() == PacketKind.PFC) {
            pfcXoff += packet.number() > 0 ? 1 : 0;
            pfcXon += packet.number() > 0 ? 0 : 1;
            return;
        }
        if (tcp) {
            tcpSegments++;
            return;
        }
        FlowTally flow = flows.computeIfAbsent(packet.flow(), FlowTally::new);
        ce += packet.marked() ? 1 : 0;
        switch (packet.kind()) {
            case DATA -> {
                flow.packets++;
                flow.bytes += frameBytes;
                flow.ce += packet.marked() ? 1 : 0;
            }
            case ACK -> {
                flow.ack++;
                ack++;
            }
            case NAK -> {
                flow.nak++;
                nak++;
            }
            case CNP -> {
                flow.cnp++;
                cnp++;
            }
            case PFC -> throw new IllegalStateException("counted before");
        }
    }

    /** Frames. */
    public long packets() {
        return packets;
    }

    /** RoCE packets of any kind with a mark. */
    public long ce() {
        return ce;
    }

    /** CNPs. */
    public long cnp() {
        return cnp;
    }

    /** ACKs. */
    public long ack() {
        return ack;
    }

    /** NAKs. */
    public long nak() {
        return nak;
    }

    /** Pause frames with a time. */
    public long pfcXoff() {
        return pfcXoff;
    }

    /** Pause frames with time 0. */
    public long pfcXon() {
        return pfcXon;
    }

    /** TCP segments; they are in {@link #packets} and in nothing else. */
    public long tcpSegments() {
        return tcpSegments;
    }

    /** RoCE flows by number. */
    public Map<Integer, FlowTally> flows() {
        return Map.copyOf(flows);
    }
}
