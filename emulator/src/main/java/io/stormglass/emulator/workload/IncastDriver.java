package io.stormglass.emulator.workload;

import java.util.SplittableRandom;

/** Bursts from all senders to the receiver. */
final class IncastDriver implements Drivers.Driver {
    private final Workload.Incast incast;
    private final Traffic traffic;
    private final SplittableRandom random;
    private int begun;
    private int open;

    IncastDriver(Workload.Incast incast, Traffic traffic, SplittableRandom random) {
        this.incast = incast;
        this.traffic = traffic;
        this.random = random;
    }

    @Override
    public void start() {
        burst(incast.terms().fromPicos());
    }

    private void burst(long picos) {
        Bursts bursts = incast.bursts();
        if (picos >= incast.terms().untilPicos() || (bursts.count() > 0 && begun == bursts.count())) {
            return;
        }
        begun++;
        long bytes = Drivers.size(bursts, random);
        for (int sender : incast.senders()) {
            open++;
            long start = picos + Drivers.within(bursts.jitterPicos(), random);
            traffic.send(new Message(sender, incast.receiver(), bytes, start), this::acknowledged);
        }
        if (bursts.periodPicos() > 0 && begun != bursts.count()) {
            long next = picos + bursts.periodPicos();
            traffic.at(next, () -> burst(next));
        }
    }

    private void acknowledged(long picos) {
        open--;
        if (open == 0 && incast.bursts().periodPicos() == 0) {
            burst(picos);
        }
    }
}
