package io.stormglass.emulator.telemetry;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowCompletion;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.NicCounters;
import io.stormglass.emulator.Picos;
import io.stormglass.emulator.PortCounters;
import java.util.HashMap;
import java.util.Map;

/** Registers of an emulation. Peaks and retransmissions are counted here, as the emulation tells of them. */
final class EmulationReadings implements Readings, FabricObserver {
    private static final int PRIORITIES = 8;

    private final Emulation emulation;
    private final long[][] peaks;
    private final long[] sentAgain;
    private final Map<Integer, Sender> senders = new HashMap<>();

    EmulationReadings(Emulation emulation, FabricMap map) {
        this.emulation = emulation;
        peaks = new long[map.nodes()][];
        for (int node = 0; node < map.nodes(); node++) {
            peaks[node] = new long[map.ports(node) * PRIORITIES];
        }
        sentAgain = new long[map.hosts()];
    }

    /** Host of a flow, and its messages that are not complete. */
    private static final class Sender {
        private final int host;
        private int messages = 1;

        Sender(int host) {
            this.host = host;
        }
    }

    @Override
    public void added(int flow, FlowSpec spec) {
        Sender known = senders.putIfAbsent(flow, new Sender(spec.source()));
        if (known != null) {
            known.messages++;
        }
    }

    @Override
    public void completed(FlowCompletion completion) {
        Sender sender = senders.get(completion.flow());
        if (sender != null && --sender.messages == 0) {
            senders.remove(completion.flow());
        }
    }

    @Override
    public void sentAgain(int flow, int wireBytes, long nowPicos) {
        Sender sender = senders.get(flow);
        if (sender != null) {
            sentAgain[sender.host]++;
        }
    }

    @Override
    public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
        int at = port * PRIORITIES + priority;
        if (queueBytes > peaks[device][at]) {
            peaks[device][at] = queueBytes;
        }
    }

    @Override
    public long total(int node, int port, int priority, Total which) {
        PortCounters counters = emulation.counters(node, port);
        return switch (which) {
            case SENT_PACKETS -> counters.sentPackets(priority);
            case SENT_BYTES -> counters.sentBytes(priority);
            case RECEIVED_PACKETS -> counters.receivedPackets(priority);
            case RECEIVED_BYTES -> counters.receivedBytes(priority);
            case MARKED -> counters.marked(priority);
            case DROPPED -> counters.dropped(priority);
            case WRED_DROPPED -> counters.wredDropped(priority);
            case PAUSE_FRAMES_RECEIVED -> counters.xoffReceived(priority) + counters.xonReceived(priority);
            case PAUSE_FRAMES_SENT ->
                counters.xoffSent(priority) + counters.xoffRefreshed(priority) + counters.xonSent(priority);
            case PAUSED_NANOS -> emulation.pausedPicos(node, port, priority) / Picos.PER_NANO;
            case PAUSING_NANOS -> emulation.pausingPicos(node, port, priority) / Picos.PER_NANO;
            case RESUMED -> counters.resumed(priority);
        };
    }

    @Override
    public long link(int node, int port, LinkTotal which) {
        PortCounters counters = emulation.counters(node, port);
        return switch (which) {
            case FEC_CORRECTED -> counters.repairedFrames();
            case FEC_UNCORRECTED -> counters.brokenFrames();
            case SYMBOL_ERRORS -> counters.symbolErrors();
            case LINK_DOWNED -> counters.linkDowns();
        };
    }

    @Override
    public long nic(int host, NicTotal which) {
        NicCounters counters = emulation.nicCounters(host);
        return switch (which) {
            case CE_RECEIVED -> counters.markedReceived();
            case CNP_SENT -> counters.cnpSent();
            case CNP_HANDLED -> counters.cnpHandled();
            case CNP_IGNORED -> counters.cnpIgnored();
            case OUT_OF_SEQUENCE -> counters.outOfSequence();
            case NAK_RECEIVED -> counters.naksReceived();
            case TIMEOUTS -> counters.timeouts();
            case RETRANSMITTED -> sentAgain[host];
            case PCIE_STALLS -> counters.pcieStalls();
            case PCIE_STALLED_NANOS -> counters.pcieStalledPicos() / Picos.PER_NANO;
            case BUFFER_OVER_THRESHOLD -> counters.receiveBufferOverThreshold();
        };
    }

    @Override
    public long depthBytes(int node, int port, int priority) {
        return emulation.queueBytes(node, port, priority);
    }

    @Override
    public long peakBytes(int node, int port, int priority) {
        return peaks[node][port * PRIORITIES + priority];
    }

    @Override
    public void clearPeak(int node, int port, int priority) {
        peaks[node][port * PRIORITIES + priority] = depthBytes(node, port, priority);
    }

    @Override
    public boolean isPaused(int node, int port, int priority) {
        return (emulation.paused(node, port) >>> priority & 1) != 0;
    }
}
