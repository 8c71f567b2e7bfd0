package io.stormglass.models.ecn;

import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.HpccParameters;
import java.util.List;
import java.util.SplittableRandom;

/** Workloads of the tests. */
public final class Workloads {
    public static final long GIGABIT = 1_000_000_000L;

    private Workloads() {}

    public static QueueFacts facts(long gigabits, long rttMicros) {
        return new QueueFacts(
                gigabits * GIGABIT,
                gigabits == 25 ? 1_048 : 4_048,
                rttMicros * 1_000,
                new Buffer(31_000_000, 4_096, new Buffer.Dynamic(1.0 / 8), 3_072),
                QueueFacts.Marking.AT_DEQUEUE);
    }

    /** 1/4/300 us, increases scaled with the line, as ecn-tuning.md has it. */
    public static Reaction nvidiaTimers(long gigabits) {
        return timers(gigabits, 1, 4, 300, 4_000);
    }

    public static Reaction paperTimers(long gigabits) {
        return timers(gigabits, 50, 50, 55, 50_000);
    }

    private static Reaction timers(long gigabits, int alpha, int decrease, int increase, long cnpNanos) {
        long line = gigabits * GIGABIT;
        HpccParameters point = new HpccParameters(
                line,
                10_000_000,
                1.0 / 256,
                1,
                ClampTarget.AFTER_ANY_INCREASE,
                alpha,
                decrease,
                increase,
                1,
                line / 5_000,
                line / 500);
        return Reaction.of(point, cnpNanos);
    }

    /** Long flows, and 8 of 32 ports that send 5 us of line rate each, every 400 us. */
    public static Workload longFlowsWithBursts(long gigabits, int flows, long rttMicros) {
        Bursts bursts = new Bursts(
                8, 32, gigabits * GIGABIT * 5 / 8_000_000, 400_000, Bursts.Arrival.POISSON, Bursts.QueuePairs.FRESH);
        return Workload.of(facts(gigabits, rttMicros), nvidiaTimers(gigabits), flows, bursts);
    }

    /** Anything that a fabric may hold, small buffers and odd settings among it. */
    public static Workload any(SplittableRandom random) {
        long gigabits = new long[] {10, 25, 100, 200, 400}[random.nextInt(5)];
        long line = gigabits * GIGABIT;
        Buffer.Xoff xoff = random.nextBoolean()
                ? new Buffer.Dynamic(Math.pow(2, random.nextInt(-6, 4)))
                : new Buffer.Fixed(random.nextLong(10_000, 1_000_000));
        QueueFacts facts = new QueueFacts(
                line,
                random.nextBoolean() ? 1_048 : 4_178,
                random.nextLong(2_000, 60_000),
                new Buffer(random.nextLong(200_000, 64_000_000), random.nextInt(10_000), xoff, 3_072),
                QueueFacts.Marking.AT_DEQUEUE);
        int fanIn = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 33);
        Bursts bursts = fanIn == 0
                ? Bursts.NONE
                : new Bursts(
                        fanIn,
                        fanIn + random.nextInt(32),
                        (long) Math.max(64, facts.bytes(random.nextDouble(100, 20_000))),
                        random.nextLong(100_000, 5_000_000),
                        Bursts.Arrival.POISSON,
                        Bursts.QueuePairs.FRESH);
        Messages messages = random.nextInt(4) == 0
                ? new Messages(
                        random.nextInt(1, 33),
                        random.nextDouble(0.05, 0.95),
                        List.of(new Messages.Size(4_096, 3), new Messages.Size(1_000_000, 1)))
                : Messages.NONE;
        int flows = bursts.any() || messages.any() ? random.nextInt(0, 129) : random.nextInt(1, 129);
        Reaction reaction =
                switch (random.nextInt(4)) {
                    case 0 -> nvidiaTimers(gigabits);
                    case 1 -> paperTimers(gigabits);
                    case 2 -> Reaction.of(DcqcnPreset.NVIDIA_FIRMWARE.at(line), 4_000);
                    default -> Reaction.of(DcqcnPreset.PAPER.at(line), 50_000);
                };
        return new Workload(facts, reaction, flows, bursts, messages, Rounds.NONE);
    }

    public static Thresholds anyThresholds(SplittableRandom random) {
        long kmin = (long) Math.pow(10, random.nextDouble(2, 7));
        long width = random.nextInt(5) == 0 ? 0 : (long) Math.pow(10, random.nextDouble(3, 7.5));
        return new Thresholds(kmin, kmin + width, Math.pow(10, random.nextDouble(-3, 0)));
    }

    /** The same workload as measured a bit wrong: flows, burst volume, fan-in, period and round trip by up to a share. */
    public static Workload nudged(Workload workload, double share, SplittableRandom random) {
        QueueFacts facts = workload.facts();
        Bursts bursts = workload.bursts();
        QueueFacts other = new QueueFacts(
                facts.lineBitsPerSecond(),
                facts.packetBytes(),
                nudged(facts.baseRttNanos(), share, random),
                facts.buffer(),
                facts.marking());
        Bursts others = !bursts.any()
                ? bursts
                : new Bursts(
                        bursts.fanIn(),
                        bursts.ports(),
                        nudged(bursts.bytesEach(), share, random),
                        nudged(bursts.periodNanos(), share, random),
                        bursts.arrival(),
                        bursts.queuePairs());
        return workload.with(other).with(others).withLongFlows((int) nudged(workload.longFlows(), share, random));
    }

    private static long nudged(long value, double share, SplittableRandom random) {
        return Math.round(value * (1 + random.nextDouble(-share, share)));
    }
}
