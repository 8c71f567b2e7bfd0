package io.stormglass.emulator.queue;

import io.stormglass.models.dcqcn.MarkingCurve;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Senders, each on its own ingress, through one egress queue: the laws of {@code models.dcqcn}, CNPs at a least distance, RED at dequeue or enqueue, PFC at the
 * ingress. Picoseconds; traffic and marks draw from sources of their own, so that a seed is the same traffic under every setting.
 *
 * <p>Everything under way on a path of constant delay is in a ring, in the order in which it arrives; only the senders' next packets need sorting. A packet costs
 * three or four events and allocates nothing.
 *
 * <p>Left out: more than one hop, pauses that spread, loss, acknowledgements' share of the wire, several queue pairs of one NIC at once.
 */
public final class QueueModel {
    static final long PICOS_PER_NANO = 1_000;
    /** Makes the marking source unlike the traffic source of the same seed. */
    private static final long MARKING = 0x6d61726b;

    private final Workload workload;
    private final Path path;
    private final Senders senders;
    private final Gates gates;
    private final Traffic traffic;
    private final Meter meter;
    private final Admission admission;

    private final MarkingCurve curve;
    private final double averageWeight;
    private final boolean marksAtEnqueue;
    private final SplittableRandom marking;
    private double averageBytes;

    private final long cnpPicos;
    private final long[] lastCnp;
    private final int[] lastCnpGeneration;

    private final TimedRing toGate = new TimedRing(10);
    private final TimedRing toSwitch = new TimedRing(10);
    private final TimedRing queue = new TimedRing(10);
    private final TimedRing toSender = new TimedRing(10);
    private final TimedRing pauses = new TimedRing(6);
    private long queueBytes;
    private long freeAt;
    private long nextDeparture = Long.MAX_VALUE;
    private final long warmUntil;

    private QueueModel(Workload workload, Thresholds thresholds, long seed, Span span) {
        this.workload = workload;
        QueueFacts facts = workload.facts();
        path = Path.of(facts);
        senders = new Senders(workload);
        gates = new Gates(path, senders.count);
        meter = new Meter(path, senders.count);
        admission = new Admission(facts.buffer(), senders.count);
        curve = thresholds.curve();
        averageWeight = facts.marking().averageWeight();
        marksAtEnqueue = facts.marking().point() == QueueFacts.MarkingPoint.ENQUEUE;
        marking = new SplittableRandom(new SplittableRandom(seed ^ MARKING).nextLong());
        cnpPicos = workload.reaction().cnpNanos() * PICOS_PER_NANO;
        lastCnp = new long[senders.count];
        lastCnpGeneration = new int[senders.count];
        Arrays.fill(lastCnpGeneration, -1);
        traffic = new Traffic(workload, senders, new SplittableRandom(seed));
        warmUntil = span.warmUpNanos() * PICOS_PER_NANO;
        meter.started(workload.longFlows(), 0);
    }

    /** Runs a workload under thresholds. The same arguments give the same result. */
    public static QueueRun run(Workload workload, Thresholds thresholds, long seed, Span span) {
        QueueModel model = new QueueModel(workload, thresholds, seed, span);
        model.until(model.warmUntil);
        model.meter.begin(model.warmUntil);
        long end = model.warmUntil + span.measuredNanos() * PICOS_PER_NANO;
        model.until(end);
        return model.end(end);
    }

    private void until(long end) {
        while (true) {
            long send = senders.ready.firstAt();
            long early = Math.min(Math.min(toSwitch.firstAt, nextDeparture), Math.min(toSender.firstAt, send));
            long rare = Math.min(Math.min(traffic.nextAt, pauses.firstAt), Math.min(toGate.firstAt, gates.nextAt()));
            long now = Math.min(early, rare);
            if (now >= end) {
                return;
            }
            if (rare == now) {
                rare(now);
            } else if (toSender.firstAt == now) {
                hear(toSender.take(), now);
            } else if (nextDeparture == now) {
                depart(now);
            } else if (toSwitch.firstAt == now) {
                arrive(toSwitch.take(), now);
            } else {
                send(now);
            }
        }
    }

    private void rare(long now) {
        if (pauses.firstAt == now) {
            pause(pauses.take(), now);
        } else if (toGate.firstAt == now) {
            long word = toGate.take();
            if (gates.passes(word, now)) {
                toSwitch.add(now + path.toSwitchPicos(), word);
            }
        } else if (gates.pauses.firstAt == now) {
            long word = gates.pauses.take();
            senders.pause(Word.sender(word), Word.has(word, Word.XOFF), now);
        } else if (gates.nextAt() == now) {
            toSwitch.add(now + path.toSwitchPicos(), gates.next(now));
        } else {
            traffic.step(now);
            meter.started(traffic.started, now);
        }
    }

    private void send(long now) {
        long word = senders.send(now);
        if (path.gated()) {
            toGate.add(now + path.toGatePicos(), word);
        } else {
            toSwitch.add(now + path.toSwitchPicos(), word);
        }
    }

    private void pause(long word, long now) {
        int sender = Word.sender(word);
        boolean on = Word.has(word, Word.XOFF);
        meter.paused(sender, on, now);
        if (path.gated()) {
            gates.pause(sender, on, now);
        } else {
            senders.pause(sender, on, now);
        }
    }

    private void arrive(long word, long now) {
        int bytes = Word.bytes(word);
        int sender = Word.sender(word);
        meter.queue(queueBytes, now);
        long marked = marksAtEnqueue && marks() ? Word.MARKED : 0;
        queueBytes += bytes;
        meter.joined(queueBytes);
        if (queue.isEmpty()) {
            nextDeparture = Math.max(now, freeAt);
        }
        queue.add(now, word | marked);
        if (admission.admit(sender, bytes)) {
            pauses.add(now + path.pausePicos(), sender | Word.XOFF);
        }
    }

    private void depart(long now) {
        long waited = now - queue.firstAt;
        long word = queue.take();
        int bytes = Word.bytes(word);
        int sender = Word.sender(word);
        meter.queue(queueBytes, now);
        meter.left(bytes, waited);
        queueBytes -= bytes;
        freeAt = now + path.picos(bytes);
        nextDeparture = queue.isEmpty() ? Long.MAX_VALUE : freeAt;
        if (admission.release(sender, bytes)) {
            pauses.add(now + path.pausePicos(), sender);
        }
        long flags = word & Word.LAST;
        if (flags != 0) {
            meter.sentAll(now);
        }
        if (marksAtEnqueue ? Word.has(word, Word.MARKED) : marks()) {
            meter.marked();
            flags |= notifies(sender, Word.generation(word), now) ? Word.CNP : 0;
        }
        if (senders.hasWindow()) {
            flags |= Word.ACK;
        }
        if (flags != 0) {
            toSender.add(now + path.backPicos(), word | flags);
        }
    }

    private boolean marks() {
        long seen = queueBytes;
        if (averageWeight < 1) {
            averageBytes += averageWeight * (queueBytes - averageBytes);
            seen = (long) averageBytes;
        }
        return seen > curve.kminBytes() && curve.marks(seen, marking.nextDouble());
    }

    /** The receiver's notification point, for a packet that leaves the switch now. */
    private boolean notifies(int sender, int generation, long now) {
        if (lastCnpGeneration[sender] == generation && now - lastCnp[sender] < cnpPicos) {
            return false;
        }
        lastCnpGeneration[sender] = generation;
        lastCnp[sender] = now;
        return true;
    }

    private void hear(long word, long now) {
        int sender = Word.sender(word);
        if (Word.has(word, Word.CNP)) {
            meter.notified();
            senders.notified(sender, Word.generation(word), now);
        }
        if (Word.has(word, Word.ACK)) {
            senders.acknowledged(sender, Word.bytes(word), now);
        }
        if (Word.has(word, Word.LAST)) {
            long bytes = senders.oldestBytes(sender);
            long start = senders.finished(sender);
            if (start >= warmUntil) {
                meter.finished(traffic.alonePicos(sender, bytes), now - start, traffic.brief(sender, bytes));
            }
            traffic.finished(sender, now);
        }
    }

    private QueueRun end(long now) {
        for (int sender = workload.longFlows(); sender < senders.count; sender++) {
            long start = senders.oldestStart(sender);
            if (start >= warmUntil && start < now) {
                long bytes = senders.oldestBytes(sender);
                meter.unfinished(traffic.alonePicos(sender, bytes), now - start, traffic.brief(sender, bytes));
            }
        }
        return meter.end(now, queueBytes);
    }
}
