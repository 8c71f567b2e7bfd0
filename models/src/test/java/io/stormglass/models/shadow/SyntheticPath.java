package io.stormglass.models.shadow;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A sender, one queue whose capacity for the flow changes and which other traffic fills in bursts, RED, CNPs, acknowledgements and PFC.
 * What observers see is written down as events, in order, exact; {@link #disturb} makes telemetry of it.
 */
final class SyntheticPath {
    static final long START = 1_700_000_000_000_000_000L;
    static final int PACKET_BYTES = 4096;
    static final ShadowSource SENDER = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.MIRROR, 1);
    static final ShadowSource RECEIVER_NIC = new ShadowSource(Scope.FLOW, Vantage.RECEIVER, ObserverRole.NIC, 1);
    static final ShadowSource SENDER_NIC = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.NIC, 1);

    /** What the path and the application do. */
    record Conditions(
            long spanNanos,
            double pausedShare,
            long onNanos,
            long offNanos,
            double cnpLoss,
            boolean notifies,
            CnpOutcome outcome) {
        static Conditions plain() {
            return new Conditions(40_000_000, 0, 0, 0, 0, true, CnpOutcome.SEEN);
        }

        Conditions paused(double share) {
            return new Conditions(spanNanos, share, onNanos, offNanos, cnpLoss, notifies, outcome);
        }

        Conditions bursts(long on, long off) {
            return new Conditions(spanNanos, pausedShare, on, off, cnpLoss, notifies, outcome);
        }

        Conditions losingCnps(double share) {
            return new Conditions(spanNanos, pausedShare, onNanos, offNanos, share, notifies, outcome);
        }

        Conditions withoutNotifier() {
            return new Conditions(spanNanos, pausedShare, onNanos, offNanos, cnpLoss, false, outcome);
        }

        Conditions as(CnpOutcome seen) {
            return new Conditions(spanNanos, pausedShare, onNanos, offNanos, cnpLoss, notifies, seen);
        }
    }

    /** Who tells of CNPs at the sender. */
    enum CnpOutcome {
        SEEN,
        HANDLED,
        IGNORED
    }

    /** An event with its source, or a pause. */
    record Seen(ShadowSource source, FlowEvent event, long pausedToNanos) {
        long timeNanos() {
            return event.timeNanos();
        }
    }

    private record Arrival(long atNanos, long rttNanos) {}

    final List<Seen> seen = new ArrayList<>();
    final long baseNanos;
    private final SplittableRandom random;
    private final SyntheticSender sender;
    private final Conditions conditions;
    private final ArrayDeque<Arrival> acks = new ArrayDeque<>();
    private final ArrayDeque<Long> cnps = new ArrayDeque<>();
    private final long cnpGapNanos;
    private final double kmin;
    private double queueBytes;
    private double capacity;
    private long capacityUntil;
    private long burstAt;
    private long drainedAt = START;
    private long lastCnpNanos = START - 1_000_000_000;
    private long pausedTotal;
    private long pausedFrom = Long.MAX_VALUE;
    private long nextPause;

    SyntheticPath(SplittableRandom random, long baseNanos, SyntheticSender sender, Conditions conditions) {
        this.random = random;
        this.baseNanos = baseNanos;
        this.sender = sender;
        this.conditions = conditions;
        cnpGapNanos = random.nextBoolean() ? 4_000 : 50_000;
        kmin = random.nextDouble(50_000, 150_000);
        burstAt = START + 200_000;
        nextPause = START + 100_000;
        turnCapacity(START);
    }

    /** Runs to the end. */
    SyntheticPath run() {
        long now = START;
        long end = START + conditions.spanNanos();
        while (now < end) {
            now = afterPauses(now);
            long idleUntil = idleUntil(now);
            if (idleUntil > now) {
                arrivals(idleUntil);
                now = idleUntil;
                continue;
            }
            arrivals(now);
            double rate = sender.sends(lawNanos(now), PACKET_BYTES);
            see(SENDER, FlowEventKind.SENT, now, PACKET_BYTES, 0);
            enqueue(now);
            now += (long) (PACKET_BYTES * 8e9 / Math.min(rate, SyntheticSender.LINE)) + random.nextLong(3);
        }
        arrivals(end);
        // What was written down ahead of its time and never came to pass.
        seen.removeIf(each -> each.timeNanos() >= end);
        seen.sort(Comparator.comparingLong(Seen::timeNanos));
        return this;
    }

    private long idleUntil(long now) {
        if (conditions.offNanos() == 0) {
            return now;
        }
        long period = conditions.onNanos() + conditions.offNanos();
        long at = (now - START) % period;
        return at < conditions.onNanos() ? now : now - at + period;
    }

    private long afterPauses(long now) {
        long until = now;
        if (conditions.pausedShare() > 0 && now >= nextPause) {
            long length = random.nextLong(20_000, 200_000);
            until = pause(now, now + length);
            nextPause = until + (long) (length * (1 / conditions.pausedShare() - 1));
        }
        drain(until);
        if (queueBytes > 2_000_000) {
            long length = (long) (1_000_000 * 8e9 / capacity);
            until = pause(until, until + length);
        }
        return until;
    }

    private long pause(long from, long to) {
        seen.add(new Seen(SENDER, new FlowEvent(FlowEventKind.UNKNOWN, from, 0, 0, 0, 0), to));
        pausedFrom = from;
        arrivals(to);
        pausedFrom = Long.MAX_VALUE;
        pausedTotal += to - from;
        return to;
    }

    /** The rule of the model holds for the truth as well: no timer runs while the port is paused. */
    private long lawNanos(long now) {
        return Math.min(now, pausedFrom) - pausedTotal;
    }

    /** Acknowledgements and CNPs up to a time reach the sender. */
    private void arrivals(long now) {
        while (!cnps.isEmpty() && cnps.peek() <= now) {
            long at = cnps.remove();
            FlowEventKind kind =
                    switch (conditions.outcome()) {
                        case SEEN -> FlowEventKind.CNP_SEEN;
                        case HANDLED -> FlowEventKind.CNP_HANDLED;
                        case IGNORED -> FlowEventKind.CNP_IGNORED;
                    };
            see(conditions.outcome() == CnpOutcome.SEEN ? SENDER : SENDER_NIC, kind, at, 64, 0);
            sender.cnp(lawNanos(at));
        }
        while (!acks.isEmpty() && acks.peek().atNanos() <= now) {
            Arrival ack = acks.remove();
            see(SENDER, FlowEventKind.RTT_SAMPLE, ack.atNanos(), PACKET_BYTES, ack.rttNanos());
            sender.ack(lawNanos(ack.atNanos()), ack.rttNanos());
        }
    }

    private void turnCapacity(long now) {
        capacity = SyntheticSender.LINE * random.nextDouble(0.15, 0.7);
        capacityUntil = now + random.nextLong(1_000_000, 4_000_000);
    }

    private void drain(long now) {
        if (now > burstAt) {
            queueBytes += random.nextDouble(50_000, 300_000);
            burstAt = now + random.nextLong(300_000, 1_500_000);
        }
        queueBytes = Math.max(0, queueBytes - (now - drainedAt) * capacity / 8e9);
        drainedAt = now;
        if (now > capacityUntil) {
            turnCapacity(now);
        }
    }

    private void enqueue(long now) {
        drain(now);
        queueBytes += PACKET_BYTES;
        long rtt = baseNanos + (long) (queueBytes * 8e9 / capacity);
        acks.add(new Arrival(
                Math.max(now + rtt, acks.isEmpty() ? 0 : acks.peekLast().atNanos()), rtt));
        double share = queueBytes <= kmin ? 0 : queueBytes >= 4 * kmin ? 1 : 0.2 * (queueBytes - kmin) / (3 * kmin);
        if (random.nextDouble() >= share) {
            return;
        }
        long marked = now + rtt - baseNanos / 2;
        if (!conditions.notifies()) {
            see(RECEIVER_NIC, FlowEventKind.CE_MARKED, marked, PACKET_BYTES, 0);
            return;
        }
        if (marked - lastCnpNanos >= cnpGapNanos) {
            lastCnpNanos = marked;
            see(RECEIVER_NIC, FlowEventKind.CNP_SENT, marked, 64, 0);
            if (random.nextDouble() >= conditions.cnpLoss()) {
                cnps.add(Math.max(marked + baseNanos / 2, cnps.isEmpty() ? 0 : cnps.peekLast()));
            }
        }
    }

    private void see(ShadowSource source, FlowEventKind kind, long at, long bytes, long rttNanos) {
        seen.add(new Seen(source, new FlowEvent(kind, at, 1, bytes, rttNanos, 0), 0));
    }

    /** Telemetry: 1 % of events are lost, 1 % come up to 5 us late, times are off by up to 100 ns and RTTs by up to 3 %. */
    static List<Seen> disturb(List<Seen> exact, SplittableRandom random) {
        List<Seen> result = new ArrayList<>(exact.size());
        List<Seen> late = new ArrayList<>();
        for (Seen each : exact) {
            while (!late.isEmpty() && late.get(0).timeNanos() + 5_000 < each.timeNanos()) {
                result.add(late.remove(0));
            }
            if (each.pausedToNanos() > 0) {
                result.add(each);
                continue;
            }
            if (random.nextInt(100) == 0) {
                continue;
            }
            FlowEvent e = each.event();
            long rtt = (long) (e.rttNanos() * random.nextDouble(0.97, 1.03));
            FlowEvent noisy = new FlowEvent(
                    e.kind(),
                    e.timeNanos() + random.nextLong(-100, 101),
                    e.packets(),
                    e.bytes(),
                    e.kind() == FlowEventKind.RTT_SAMPLE ? rtt : 0,
                    0);
            Seen changed = new Seen(each.source(), noisy, 0);
            if (random.nextInt(100) == 0) {
                late.add(changed);
            } else {
                result.add(changed);
            }
        }
        result.addAll(late);
        return result;
    }

    /** Hands everything to a shadow. */
    static void feed(List<Seen> events, FlowShadow shadow) {
        for (Seen each : events) {
            if (each.pausedToNanos() > 0) {
                shadow.paused(each.timeNanos(), each.pausedToNanos());
            } else {
                shadow.event(each.source(), each.event());
            }
        }
    }
}
