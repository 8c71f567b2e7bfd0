package io.stormglass.emulator.measure;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowCompletion;
import io.stormglass.emulator.FlowCounts;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.PacketKind;
import io.stormglass.emulator.Topology;
import io.stormglass.emulator.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Watches a run and says at its end what it was like ({@link #report}). What each number means is said at {@link RunMeasures}. It allocates per flow, and while
 * its tables grow to their bounds, not per packet.
 */
public final class Measures implements FabricObserver {
    private final Topology topology;
    private final int overheadBytes;
    private final QueueTrack[][] queues;
    private final OpenFlows open = new OpenFlows();
    private final Samples completions = new Samples();
    private final Samples delays = new Samples();
    private final Samples probeTimes = new Samples();
    private final Samples recoveries = new Samples();
    private final List<PerWorkload> workloads = new ArrayList<>();

    private @Nullable Emulation emulation;
    private IntPredicate isProbe = flow -> false;
    private IntUnaryOperator workloadOf = flow -> 0;
    private long messages;
    private long completed;
    private long completedBytes;
    private long firstStartPicos = Long.MAX_VALUE;
    private long lastCompletedPicos;
    private long packets;
    private double rateSum;
    private double rateSquares;

    /** Messages of one workload. */
    private static final class PerWorkload {
        final Samples completions = new Samples();
        long completed;
        long bytes;
    }

    /** Measures of a fabric; {@link #watch} must be told of the emulation before its first event. */
    public Measures(Topology topology, WireFormat format) {
        this.topology = topology;
        overheadBytes = format.overheadBytes();
        queues = new QueueTrack[topology.nodes()][];
        int[] ports = new int[topology.nodes()];
        for (Cable cable : topology.cables()) {
            ports[cable.a()]++;
            ports[cable.b()]++;
        }
        for (int node = 0; node < ports.length; node++) {
            queues[node] = new QueueTrack[ports[node]];
        }
    }

    /**
     * Which emulation is watched.
     *
     * @param workload number of the workload that a flow belongs to, from 0
     * @param probe tells flows whose completion is a round trip and that are part of no other measure of flows and packets; asked once per flow, when it has sent
     */
    public void watch(Emulation watched, IntUnaryOperator workload, IntPredicate probe) {
        emulation = watched;
        workloadOf = workload;
        isProbe = probe;
    }

    private Emulation watched() {
        Emulation it = emulation;
        if (it == null) {
            throw new IllegalStateException("no emulation is watched");
        }
        return it;
    }

    @Override
    public void added(int flow, FlowSpec spec) {
        OpenFlow it = open.get(flow);
        if (it == null) {
            // Of a flow that stays open, the receiver has taken earlier messages.
            FlowCounts before = emulation == null ? null : emulation.flowCounts(flow);
            it = new OpenFlow(flow, spec.startPicos(), overheadBytes, before == null ? 0 : before.acceptedBytes());
            it.droppedPackets = before == null ? 0 : before.droppedPackets(PacketKind.DATA);
            open.add(it);
        }
        it.messages++;
    }

    private boolean isProbe(OpenFlow it) {
        if (it.kind == OpenFlow.Kind.UNKNOWN) {
            boolean probe = isProbe.test(it.flow);
            it.kind = probe ? OpenFlow.Kind.PROBE : OpenFlow.Kind.WORKLOAD;
            it.workload = workloadOf.applyAsInt(it.flow);
            if (!probe) {
                firstStartPicos = Math.min(firstStartPicos, it.startPicos);
            }
        }
        return it.kind == OpenFlow.Kind.PROBE;
    }

    private PerWorkload perWorkload(OpenFlow it) {
        while (workloads.size() <= it.workload) {
            workloads.add(new PerWorkload());
        }
        return workloads.get(it.workload);
    }

    @Override
    public void sent(int flow, int wireBytes, long nowPicos) {
        OpenFlow it = open.get(flow);
        if (it != null) {
            it.sent(wireBytes);
        }
    }

    @Override
    public void sentAgain(int flow, int wireBytes, long nowPicos) {
        OpenFlow it = open.get(flow);
        if (it != null) {
            it.lost(nowPicos);
        }
    }

    @Override
    public void acknowledged(int flow, long newBytes, long rttPicos, long nowPicos) {
        OpenFlow it = open.get(flow);
        if (it == null) {
            return;
        }
        it.acknowledgedBytes += newBytes;
        if (it.hasMadeUp()) {
            recovered(it, nowPicos);
        }
    }

    private void recovered(OpenFlow it, long nowPicos) {
        recoveries.add(it.lostPicos, nowPicos - it.lostPicos);
        it.lostPicos = -1;
    }

    @Override
    public void delivered(int flow, int number, long sentPicos, long nowPicos) {
        OpenFlow it = open.get(flow);
        if (it != null && isProbe(it)) {
            return;
        }
        packets++;
        delays.add(sentPicos, nowPicos - sentPicos);
    }

    @Override
    public void completed(FlowCompletion completion) {
        OpenFlow it = open.get(completion.flow());
        if (it == null) {
            throw new IllegalStateException("flow " + completion.flow() + " is complete and was never added");
        }
        long start = completion.startPicos();
        long now = completion.completedPicos();
        it.messages--;
        it.completedBytes += completion.bytes();
        it.startPicos = now;
        if (it.messages == 0) {
            open.remove(it);
            if (it.lostPicos >= 0) {
                recovered(it, now);
            }
        }
        if (isProbe(it)) {
            probeTimes.add(start, now - start);
            return;
        }
        messages++;
        completed++;
        lastCompletedPicos = now;
        completions.add(start, now - start);
        completedBytes += completion.bytes();
        PerWorkload own = perWorkload(it);
        own.completed++;
        own.bytes += completion.bytes();
        own.completions.add(start, now - start);
        addRate(completion.bytes(), now - start);
    }

    private void addRate(long bytes, long picos) {
        double rate = picos <= 0 ? 0 : (double) bytes / picos;
        rateSum += rate;
        rateSquares += rate * rate;
    }

    @Override
    public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
        QueueTrack track = queues[device][port];
        if (track == null) {
            track = new QueueTrack();
            queues[device][port] = track;
        }
        track.changed(priority, queueBytes, nowPicos);
    }

    @Override
    public void dropped(int device, int port, int priority, int flow, long nowPicos) {
        OpenFlow it = open.get(flow);
        if (it == null) {
            return;
        }
        // ACKs and CNPs are dropped as well, and cost nothing.
        long data = watched().flowCounts(flow).droppedPackets(PacketKind.DATA);
        if (data > it.droppedPackets) {
            it.lost(nowPicos);
        }
        it.droppedPackets = data;
    }

    /** What the run was like up to now. */
    public RunMeasures report() {
        Emulation it = watched();
        long now = it.nowPicos();
        Unfinished unfinished = new Unfinished(it, now);
        open.forEach(unfinished);
        long end = unfinished.messages == 0 && completed > 0 ? lastCompletedPicos : now;
        for (QueueTrack[] ports : queues) {
            for (QueueTrack track : ports) {
                if (track != null) {
                    track.passTo(now);
                }
            }
        }
        return new Reporter(it, end, unfinished).report();
    }

    /** What open flows have reached. */
    private final class Unfinished implements Consumer<OpenFlow> {
        private final Emulation it;
        private final long now;
        private final Map<Integer, Long> bytesOf = new HashMap<>();
        private long messages;
        private long bytes;
        private long rates;
        private double sum;
        private double squares;

        Unfinished(Emulation it, long now) {
            this.it = it;
            this.now = now;
        }

        @Override
        public void accept(OpenFlow flow) {
            if (isProbe(flow)) {
                return;
            }
            perWorkload(flow);
            messages += flow.messages;
            if (flow.startPicos >= now) {
                return;
            }
            long accepted = it.flowCounts(flow.flow).acceptedBytes() - flow.acceptedBefore - flow.completedBytes;
            double rate = (double) accepted / (now - flow.startPicos);
            bytes += accepted;
            bytesOf.merge(flow.workload, accepted, Long::sum);
            rates++;
            sum += rate;
            squares += rate * rate;
        }
    }

    /** Puts the numbers together. */
    private final class Reporter {
        private final Emulation it;
        private final long start;
        private final long end;
        private final long steadyFrom;
        private final long steadyUntil;
        private final Unfinished unfinished;

        Reporter(Emulation it, long end, Unfinished unfinished) {
            this.it = it;
            this.unfinished = unfinished;
            this.end = end;
            start = Math.min(firstStartPicos, end);
            steadyFrom = start + (end - start) / 2;
            steadyUntil = start + (end - start) / 10 * 9;
        }

        RunMeasures report() {
            PortName busiest = busiest();
            PortTotals totals = PortTotals.of(it, topology, it.nowPicos());
            return new RunMeasures(
                    new RunMeasures.Flows(
                            messages + unfinished.messages,
                            completed,
                            completedBytes + unfinished.bytes,
                            packets,
                            jain(
                                    completed + unfinished.rates,
                                    rateSum + unfinished.sum,
                                    rateSquares + unfinished.squares)),
                    new RunMeasures.Times(
                            micros(completions.summary()),
                            micros(delays.summary()),
                            micros(probeTimes.summary()),
                            micros(delays.summary(steadyFrom, steadyUntil)),
                            micros(probeTimes.summary(steadyFrom, steadyUntil)),
                            micros(recoveries.summary())),
                    perWorkload(),
                    queue(busiest),
                    totals,
                    new RunMeasures.Run(start, end, it.nowPicos(), it.packetHops(), it.events(), it.eventLogHash()));
        }

        private List<RunMeasures.PerWorkload> perWorkload() {
            List<RunMeasures.PerWorkload> all = new ArrayList<>();
            for (int number = 0; number < workloads.size(); number++) {
                PerWorkload each = workloads.get(number);
                long bytes = each.bytes + unfinished.bytesOf.getOrDefault(number, 0L);
                if (bytes > 0) {
                    all.add(new RunMeasures.PerWorkload(
                            number, each.completed, bytes, micros(each.completions.summary())));
                }
            }
            return all;
        }

        private double jain(long rates, double sum, double squares) {
            return rates == 0 || squares == 0 ? 1 : sum * sum / (rates * squares);
        }

        private @Nullable Summary micros(@Nullable Summary picos) {
            return picos == null ? null : picos.dividedBy(1e6);
        }

        private PortName busiest() {
            PortName found = new PortName(topology.hosts(), 0);
            double most = -1;
            for (int node = topology.hosts(); node < queues.length; node++) {
                for (int port = 0; port < queues[node].length; port++) {
                    QueueTrack track = queues[node][port];
                    double held = track == null ? 0 : track.bytePicos(start, end);
                    if (held > most) {
                        most = held;
                        found = new PortName(node, port);
                    }
                }
            }
            return found;
        }

        private RunMeasures.Queue queue(PortName at) {
            QueueTrack track = queues[at.node()][at.port()];
            long rate = PortTotals.bitsPerSecond(topology, at);
            double sent = 0;
            for (int priority = 0; priority < 8; priority++) {
                sent += it.counters(at.node(), at.port()).sentBytes(priority);
            }
            // What was sent after the last completion is among it, so its time is as well.
            double utilization = it.nowPicos() == 0 ? 0 : sent * 8e12 / ((double) rate * it.nowPicos());
            if (track == null) {
                return new RunMeasures.Queue(at, 0, 0, 0, 0, utilization);
            }
            return new RunMeasures.Queue(
                    at,
                    track.meanBytes(start, end),
                    track.quantileBytes(0.99),
                    track.peakBytes(),
                    track.meanBytes(steadyFrom, steadyUntil),
                    utilization);
        }
    }
}
