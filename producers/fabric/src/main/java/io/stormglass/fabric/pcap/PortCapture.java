package io.stormglass.fabric.pcap;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.WirePacket;
import io.stormglass.emulator.WireTap;
import io.stormglass.emulator.measure.PortName;
import io.stormglass.fabric.publish.FabricSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes everything that crosses one port into a pcapng file, both directions, pause frames among them. It is an observer, which learns the flows, and the port's
 * tap: {@link #attach}. Flows under CUBIC and NewReno are TCP segments, all others RoCEv2. A packet that leaves has the time of its first bit, one that comes that of its last; picoseconds are cut off.
 */
public final class PortCapture implements FabricObserver, WireTap, AutoCloseable {
    /** When an emulation's clock starts in captures: when it starts in telemetry. */
    public static final long EPOCH_NANOS = FabricSource.DEFAULT_START_NANOS;
    /** Frames are kept whole. */
    public static final int WHOLE = Integer.MAX_VALUE;

    private final PortName port;
    private final int payloadBytes;
    private final FabricAddresses addresses;
    private final PcapngWriter writer;
    private final long ownMac;
    private final long peerMac;
    private final FrameBuilder frames = new FrameBuilder();
    private final Map<Integer, FlowFrames> flows = new HashMap<>();
    private final CaptureTally tally = new CaptureTally();

    /**
     * What is captured and how.
     *
     * @param port which
     * @param interfaceName its name in the file
     * @param snapLength at most so many bytes of a frame are kept; {@link #WHOLE} for all
     */
    public record Settings(PortName port, String interfaceName, int snapLength) {
        public Settings {
            if (snapLength < 1) {
                throw new IllegalArgumentException("frames cut to " + snapLength + " bytes, 1 and up is possible");
            }
        }
    }

    /**
     * Starts a file.
     *
     * @param payloadBytes of a full data packet
     * @param out is closed with this
     */
    public PortCapture(
            Topology topology, int payloadBytes, Settings settings, FabricAddresses addresses, OutputStream out)
            throws IOException {
        this.port = settings.port;
        this.payloadBytes = payloadBytes;
        this.addresses = addresses;
        int[] used = new int[topology.nodes()];
        Cable mine = null;
        PortName peer = port;
        for (Cable cable : topology.cables()) {
            PortName a = new PortName(cable.a(), used[cable.a()]++);
            PortName b = new PortName(cable.b(), used[cable.b()]++);
            if (a.equals(port) || b.equals(port)) {
                mine = cable;
                peer = a.equals(port) ? b : a;
            }
        }
        if (mine == null) {
            throw new IllegalArgumentException("the topology has no port " + port);
        }
        ownMac = addresses.mac(port.node(), port.port());
        peerMac = addresses.mac(peer.node(), peer.port());
        writer = new PcapngWriter(out, settings.interfaceName, mine.bitsPerSecond(), settings.snapLength);
    }

    /** Taps the port; this must be among the emulation's observers. */
    public void attach(Emulation emulation) {
        emulation.tap(port.node(), port.port(), this);
    }

    @Override
    public void added(int flow, FlowSpec spec) {
        flows.computeIfAbsent(flow, number -> new FlowFrames(number, spec, payloadBytes, addresses))
                .message(spec.bytes());
    }

    @Override
    public void crossed(Direction direction, WirePacket packet, long nowPicos) {
        boolean out = direction == Direction.OUT;
        long from = out ? ownMac : peerMac;
        long to = out ? peerMac : ownMac;
        int length;
        boolean tcp = false;
        if (packet.kind() == PacketKind.PFC) {
            length = frames.pause(packet, from);
        } else {
            FlowFrames flow = flows.get(packet.flow());
            if (flow == null) {
                throw new IllegalStateException("flow " + packet.flow() + " was never added");
            }
            tcp = flow.isTcp();
            length = frames.packet(packet, flow, to, from);
        }
        tally.count(packet, length, tcp);
        try {
            writer.packet(
                    EPOCH_NANOS + nowPicos / Picos.PER_NANO,
                    frames.bytes(),
                    length,
                    out ? PcapngWriter.OUTBOUND : PcapngWriter.INBOUND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What crossed so far. */
    public CaptureTally tally() {
        return tally;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
