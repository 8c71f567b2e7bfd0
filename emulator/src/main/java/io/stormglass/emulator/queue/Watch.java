package io.stormglass.emulator.queue;

import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowCompletion;
import io.stormglass.emulator.FlowSpec;
import io.stormglass.emulator.WireFormat;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.QueueFacts;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Watches one egress queue of a fabric for a {@link Meter}: its packets, the messages that pass it, the pauses of the ports that feed it. */
final class Watch implements FabricObserver {
    private final FabricQueue queue;
    private final int node;
    private final int port;
    private final int priority;
    private final QueueFacts facts;
    private final WireFormat format;
    private final Meter meter;
    private final FabricQueue.Ports ports;
    /** By port of the switch: which of the meter's ports it is, or -1. */
    private final int[] ingress;

    private final boolean[] paused;
    private final TimedRing inside = new TimedRing(10);
    private long queueBytes;
    private long beginPicos;

    private @Nullable ScenarioRun run;
    /** Messages that are not there yet, the earliest first. */
    private final PriorityQueue<Coming> coming =
            new PriorityQueue<>(Comparator.comparingLong(Coming::startPicos).thenComparingLong(Coming::order));

    private long added;
    /** By flow; null where it is not known or does not pass. */
    private @Nullable Passing[] passing = new @Nullable Passing[64];

    private final BitSet asked = new BitSet();
    /** By workload: flows that pass. */
    private final Map<Integer, Integer> flowsOf = new HashMap<>();

    private record Coming(int flow, FlowSpec spec, long order) {
        long startPicos() {
            return spec.startPicos();
        }

        long bytes() {
            return spec.bytes();
        }
    }

    /** A flow that passes the queue. */
    private static final class Passing {
        final int workload;
        final long afterPicos;
        /** Messages that the sender has no last acknowledgement of. */
        final ArrayDeque<Coming> open = new ArrayDeque<>();
        /** Numbers behind the last packet of messages that have not left the queue. */
        final ArrayDeque<Long> ends = new ArrayDeque<>();

        long packets;

        Passing(int workload, long afterPicos) {
            this.workload = workload;
            this.afterPicos = afterPicos;
        }
    }

    Watch(FabricQueue queue) {
        this.queue = queue;
        node = queue.at().node();
        port = queue.at().port();
        priority = queue.priority();
        facts = queue.facts();
        format = queue.scenario().settings().wireFormat();
        meter = new Meter(Path.of(facts), queue.ingress().size());
        ports = new FabricQueue.Ports(queue.scenario().topology());
        ingress = new int[queue.ingress().getLast() + 1];
        Arrays.fill(ingress, -1);
        for (int i = 0; i < queue.ingress().size(); i++) {
            ingress[queue.ingress().get(i)] = i;
        }
        paused = new boolean[queue.ingress().size()];
    }

    /** Which run is watched; told before its first event. */
    void of(ScenarioRun watched) {
        run = watched;
    }

    /** The measured span begins. */
    void begin(long now) {
        start(now);
        beginPicos = now;
        meter.begin(now);
    }

    Outcome end(long now) {
        start(now);
        for (Passing each : passing) {
            Coming oldest = each == null ? null : each.open.peek();
            if (each != null && oldest != null && oldest.startPicos() >= beginPicos && oldest.startPicos() < now) {
                meter.unfinished(
                        alonePicos(each, oldest.bytes()), now - oldest.startPicos(), brief(each, oldest.bytes()));
            }
        }
        return meter.end(now, queueBytes).outcome();
    }

    // ---- messages

    @Override
    public void added(int flow, FlowSpec spec) {
        coming.add(new Coming(flow, spec, added++));
    }

    /** Takes notice of the messages that are there by now. */
    private void start(long now) {
        for (Coming next = coming.peek(); next != null && next.startPicos() <= now; next = coming.peek()) {
            coming.remove();
            Passing it = passing(next);
            if (it != null) {
                it.packets += (next.bytes() + format.payloadBytes() - 1) / format.payloadBytes();
                it.ends.add(it.packets);
                it.open.add(next);
                meter.started(1, next.startPicos());
            }
        }
    }

    private @Nullable Passing passing(Coming message) {
        int flow = message.flow;
        if (flow >= passing.length) {
            passing = Arrays.copyOf(passing, 2 * flow);
        }
        if (!asked.get(flow)) {
            asked.set(flow);
            passing[flow] = passes(message);
        }
        return passing[flow];
    }

    private @Nullable Passing passes(Coming message) {
        ScenarioRun watched = run;
        if (watched == null) {
            throw new IllegalStateException("a message starts before the run is known");
        }
        int flow = message.flow;
        FabricQueue.Way way = FabricQueue.Way.of(watched.emulation(), ports, flow, message.spec.source());
        if (watched.isProbe(flow) || way.ingressOf(node, port) < 0 || message.spec.priority() != priority) {
            return null;
        }
        int workload = watched.workloadOf(flow);
        flowsOf.merge(workload, 1, Integer::sum);
        return new Passing(workload, way.afterPicos(node, port, format));
    }

    private @Nullable Passing known(int flow) {
        return flow < passing.length ? passing[flow] : null;
    }

    @Override
    public void delivered(int flow, int number, long sentPicos, long nowPicos) {
        start(nowPicos);
        Passing it = known(flow);
        if (it == null) {
            return;
        }
        for (Long end = it.ends.peek(); end != null && number + 1L >= end; end = it.ends.peek()) {
            it.ends.remove();
            meter.sentAll(Math.max(beginPicos, nowPicos - it.afterPicos));
        }
    }

    @Override
    public void completed(FlowCompletion completion) {
        Passing it = known(completion.flow());
        Coming message = it == null ? null : it.open.poll();
        if (it != null && message != null && message.startPicos() >= beginPicos) {
            meter.finished(
                    alonePicos(it, message.bytes()),
                    completion.completedPicos() - message.startPicos(),
                    brief(it, message.bytes()));
        }
    }

    private Workload workload(Passing it) {
        return queue.scenario().workloads().get(it.workload);
    }

    /** Time of a message in an empty network: all that starts with it shares the link. */
    private double alonePicos(Passing it, long bytes) {
        int flows = flowsOf.getOrDefault(it.workload, 1);
        int fanIn =
                switch (workload(it)) {
                    case Workload.Incast incast -> incast.senders().size();
                    case Workload.Checkpoint checkpoint -> checkpoint.writers().size();
                    case Workload.AllToAll all -> flows;
                    case Workload.AllReduce reduce -> flows;
                    case Workload.MixtureOfExperts moe -> flows;
                    case Workload.Permutation permutation -> flows;
                    case Workload.PoissonMix mix -> 1;
                    case Workload.OnOff onOff -> 1;
                    case Workload.Probe probe -> 1;
                };
        long packets = (bytes + format.payloadBytes() - 1) / format.payloadBytes();
        double wire = bytes + (double) packets * format.overheadBytes();
        return 1e3 * (facts.nanos(fanIn * wire) + facts.baseRttNanos());
    }

    /** True where the cost counts the message as short. */
    private boolean brief(Passing it, long bytes) {
        boolean burst = workload(it) instanceof Workload.Incast incast
                && incast.bursts().count() != 1
                && incast.bursts().periodPicos() > 0;
        return burst || bytes <= Outcome.SHORT_BYTES;
    }

    // ---- packets and pauses

    @Override
    public void queueChanged(int device, int at, int of, long bytes, long nowPicos) {
        if (device != node || at != port || of != priority) {
            return;
        }
        start(nowPicos);
        meter.queue(queueBytes, nowPicos);
        if (bytes > queueBytes) {
            meter.joined(bytes);
            inside.add(nowPicos, bytes - queueBytes);
        } else if (!inside.isEmpty()) {
            long waited = nowPicos - inside.firstAt;
            meter.left((int) inside.take(), waited);
        }
        queueBytes = bytes;
    }

    @Override
    public void pauseSent(int device, int at, int of, int quanta, long nowPicos) {
        int which = device == node && of == priority && at < ingress.length ? ingress[at] : -1;
        if (which >= 0 && paused[which] != quanta > 0) {
            paused[which] = quanta > 0;
            meter.paused(which, quanta > 0, nowPicos);
        }
    }
}
