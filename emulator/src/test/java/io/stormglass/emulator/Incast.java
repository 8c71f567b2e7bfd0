package io.stormglass.emulator;

import java.util.SplittableRandom;

/**
 * N senders to one receiver on one switch, as simulators.md defines it: 400 Gb/s, 1 us, and one more idle host, which is why the switch has N + 2 ports.
 *
 * @param senders N
 * @param bytes of each flow
 * @param settings of the fabric
 * @param transport of each flow
 * @param jitterPicos starts are uniform from 0 to this
 */
record Incast(int senders, long bytes, FabricSettings settings, Transport transport, long jitterPicos) {
    static final long LINE = 400_000_000_000L;
    static final long WINDOW = 208_000;
    static final Topology.Link LINK = new Topology.Link(LINE, Picos.PER_MICRO);
    static final long MEGABYTES_4 = 4_000_000;

    /** The reference fabric with a wire format, marked or not. */
    static FabricSettings fabric(WireFormat format, EcnSettings ecn) {
        BufferSettings buffer = BufferSettings.standard().with(Headroom.ns3());
        return FabricSettings.of(format, SwitchSettings.standard().with(buffer).with(ecn));
    }

    static Incast of(int senders, FabricSettings settings, Transport transport) {
        return new Incast(senders, MEGABYTES_4, settings, transport, 0);
    }

    Incast with(FabricSettings other) {
        return new Incast(senders, bytes, other, transport, jitterPicos);
    }

    Incast withBytes(long other) {
        return new Incast(senders, other, settings, transport, jitterPicos);
    }

    Incast withJitter(long picos) {
        return new Incast(senders, bytes, settings, transport, picos);
    }

    int receiver() {
        return senders;
    }

    int switchNode() {
        return senders + 2;
    }

    Outcome run(long seed) {
        return run(seed, 0, Picos.NEVER);
    }

    /** Runs to the end; the mean of the queue is taken over a span. */
    Outcome run(long seed, long fromPicos, long untilPicos) {
        QueueMeter meter = new QueueMeter(switchNode(), receiver(), fromPicos, untilPicos);
        Emulation emulation = start(seed, meter);
        boolean quiet = emulation.runToQuiet(10_000 * Picos.PER_MILLI);
        return Outcome.of(this, emulation, meter, quiet);
    }

    Emulation start(long seed, FabricObserver observer) {
        SplittableRandom random = new SplittableRandom(seed);
        Emulation emulation =
                new Emulation(Topology.star(senders + 2, LINK), settings, random.split(), observer).keepFinishedFlows();
        SplittableRandom starts = random.split();
        for (int sender = 0; sender < senders; sender++) {
            long start = jitterPicos == 0 ? 0 : starts.nextLong(jitterPicos);
            emulation.add(new FlowSpec(sender, receiver(), bytes, start, 3, transport));
        }
        return emulation;
    }

    /** What came of a run. Times are of the last ACK, counted from the flow's start; the mean queue is up to the last of them. */
    record Outcome(
            Emulation emulation,
            boolean quiet,
            double meanMicros,
            double lastMicros,
            double goodputGbps,
            long peakBytes,
            double meanQueueBytes,
            long xoff,
            long xon,
            long dropped) {
        static Outcome of(Incast incast, Emulation emulation, QueueMeter meter, boolean quiet) {
            double sum = 0;
            long last = 0;
            for (int flow = 0; flow < incast.senders; flow++) {
                sum += emulation.completedPicos(flow);
                last = Math.max(last, emulation.completedPicos(flow));
            }
            long xoff = 0;
            long xon = 0;
            long dropped = 0;
            for (int port = 0; port < incast.senders + 2; port++) {
                PortCounters counters = emulation.counters(incast.switchNode(), port);
                xoff += counters.xoffSent(3);
                xon += counters.xonSent(3);
                dropped += counters.dropped(3);
            }
            return new Outcome(
                    emulation,
                    quiet,
                    sum / incast.senders / Picos.PER_MICRO,
                    (double) last / Picos.PER_MICRO,
                    8e3 * incast.senders * incast.bytes / last,
                    meter.peakBytes(),
                    meter.meanBytes(last),
                    xoff,
                    xon,
                    dropped);
        }

        @Override
        public String toString() {
            return String.format(
                    "FCT %.0f/%.0f us, goodput %.1f, queue max %.3f mean %.4f MB, XOFF %d XON %d, drops %d, hops %d, events %d, quiet %s",
                    meanMicros,
                    lastMicros,
                    goodputGbps,
                    peakBytes / 1e6,
                    meanQueueBytes / 1e6,
                    xoff,
                    xon,
                    dropped,
                    emulation.packetHops(),
                    emulation.events(),
                    quiet);
        }
    }
}
