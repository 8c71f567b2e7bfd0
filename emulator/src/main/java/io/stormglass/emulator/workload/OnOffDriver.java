package io.stormglass.emulator.workload;

import java.util.SplittableRandom;

/** Each pair on its own. */
final class OnOffDriver implements Drivers.Driver {
    private final Workload.OnOff onOff;
    private final Traffic traffic;
    private final SplittableRandom random;

    OnOffDriver(Workload.OnOff onOff, Traffic traffic, SplittableRandom random) {
        this.onOff = onOff;
        this.traffic = traffic;
        this.random = random;
    }

    @Override
    public void start() {
        for (Workload.OnOff.Pair pair : onOff.pairs()) {
            send(pair, onOff.count(), onOff.terms().fromPicos() + off());
        }
    }

    private long off() {
        return onOff.meanOffPicos() == 0 ? 0 : Drivers.exponential((double) onOff.meanOffPicos(), random);
    }

    private void send(Workload.OnOff.Pair pair, int left, long picos) {
        if (picos >= onOff.terms().untilPicos()) {
            return;
        }
        Message message = new Message(pair.source(), pair.destination(), onOff.bytes(), picos);
        traffic.send(message, done -> {
            if (left != 1) {
                send(pair, left - 1, done + off());
            }
        });
    }
}
