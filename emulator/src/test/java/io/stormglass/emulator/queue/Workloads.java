package io.stormglass.emulator.queue;

import io.stormglass.models.dcqcn.ClampTarget;
import io.stormglass.models.dcqcn.HpccParameters;
import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.Messages;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Rounds;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;
import java.util.ArrayList;
import java.util.List;

/** Workloads of the tests. */
public final class Workloads {
    static final long LINE = 400_000_000_000L;
    static final int PACKET = 4_048;
    static final Thresholds NEVER = new Thresholds(1L << 40, 1L << 40, 0);

    private Workloads() {}

    /** The incast of simulators.md: N senders on one switch of N + 2 ports, 400 Gb/s, 1 us per cable, 32 MB, 1000 packets each, together. */
    public static Workload incast(int senders, Reaction reaction) {
        long shared = (32L << 20) - (senders + 2) * (150_000L + 4_096);
        return incast(senders, reaction, new Buffer(shared, 4_096, new Buffer.Dynamic(1.0 / 8), 3_072), 0);
    }

    static Workload incast(int senders, Reaction reaction, Buffer buffer, long jitterNanos) {
        QueueFacts facts = new QueueFacts(LINE, PACKET, 4_162, buffer, QueueFacts.Marking.AT_DEQUEUE);
        Rounds once = new Rounds(senders, 1_000L * PACKET, 1_000_000_000_000L, jitterNanos);
        return new Workload(facts, reaction, 0, Bursts.NONE, Messages.NONE, once);
    }

    static HpccParameters timers(long line, int alphaMicros, int decreaseMicros, int increaseMicros) {
        return new HpccParameters(
                line,
                100_000_000,
                1.0 / 256,
                1,
                ClampTarget.AFTER_ANY_INCREASE,
                alphaMicros,
                decreaseMicros,
                increaseMicros,
                1,
                line / 5_000,
                line / 500);
    }

    static Reaction nvidiaTimers(long line) {
        return Reaction.of(timers(line, 1, 4, 300), 4_000);
    }

    /** Scenario A of ecn-tuning.md: long flows, and 8 of 32 other ports that send 5 us of line rate each, every 400 us on average. */
    static Workload longFlowsWithBursts(int gigabits, int flows, long rttMicros) {
        long line = gigabits * 1_000_000_000L;
        int ports = flows + 34;
        long shared = (32L << 20) - ports * (3 * line / 8_000_000 + 4_096);
        QueueFacts facts = new QueueFacts(
                line,
                gigabits == 25 ? 1_048 : PACKET,
                rttMicros * 1_000,
                new Buffer(shared, 4_096, new Buffer.Dynamic(1.0 / 8), 3_072),
                QueueFacts.Marking.AT_DEQUEUE);
        Bursts bursts =
                new Bursts(8, 32, 5 * line / 8_000_000, 400_000, Bursts.Arrival.POISSON, Bursts.QueuePairs.FRESH);
        return Workload.of(facts, nvidiaTimers(line), flows, bursts);
    }

    static Thresholds micros(QueueFacts facts, double kmin, double kmax, double pmax) {
        return new Thresholds((long) facts.bytes(1e3 * kmin), (long) facts.bytes(1e3 * kmax), pmax);
    }

    /** The 210 settings of ecn-tuning.md, section 4. */
    static List<Thresholds> grid(QueueFacts facts) {
        List<Thresholds> grid = new ArrayList<>();
        for (double kmin = 0.25; kmin <= 128; kmin *= 2) {
            grid.add(micros(facts, kmin, kmin, 1));
            for (double ratio : new double[] {2, 4, 10, 40}) {
                for (double pmax : new double[] {0.01, 0.05, 0.2, 0.5, 1}) {
                    grid.add(micros(facts, kmin, kmin * ratio, pmax));
                }
            }
        }
        return grid;
    }
}
