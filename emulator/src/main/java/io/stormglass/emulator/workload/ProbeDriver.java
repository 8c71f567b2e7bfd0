package io.stormglass.emulator.workload;

/** One message per period, whether or not the last has come back. */
final class ProbeDriver implements Drivers.Driver {
    private final Workload.Probe probe;
    private final Traffic traffic;

    ProbeDriver(Workload.Probe probe, Traffic traffic) {
        this.probe = probe;
        this.traffic = traffic;
    }

    @Override
    public void start() {
        send(probe.terms().fromPicos());
    }

    private void send(long picos) {
        if (picos >= probe.terms().untilPicos()) {
            return;
        }
        traffic.send(new Message(probe.source(), probe.destination(), probe.bytes(), picos), done -> {});
        long next = picos + probe.periodPicos();
        traffic.at(next, () -> send(next));
    }
}
