package io.stormglass.emulator.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Each source makes its next message when one begins, so no more than one per source is in store. */
final class PoissonDriver implements Drivers.Driver {
    private static final double PICOS_PER_SECOND = 1e12;

    private final Workload.PoissonMix mix;
    private final Traffic traffic;
    private final SplittableRandom random;
    private final double meanGapPicos;

    PoissonDriver(Workload.PoissonMix mix, Traffic traffic, SplittableRandom random) {
        this.mix = mix;
        this.traffic = traffic;
        this.random = random;
        meanGapPicos = 8 * mix.sizes().meanBytes() / mix.offeredBitsPerSecond() * PICOS_PER_SECOND;
    }

    @Override
    public void start() {
        for (int source : mix.sources()) {
            List<Integer> others = new ArrayList<>(mix.destinations());
            others.removeIf(each -> each == source);
            SplittableRandom own = random.split();
            next(mix.terms().fromPicos(), new Source(source, others, own));
        }
    }

    private record Source(int host, List<Integer> others, SplittableRandom random) {}

    private void next(long picos, Source source) {
        long at = picos + Drivers.exponential(meanGapPicos, source.random());
        if (at >= mix.terms().untilPicos()) {
            return;
        }
        traffic.at(at, () -> {
            int to = source.others().get(source.random().nextInt(source.others().size()));
            long bytes = mix.sizes().draw(source.random());
            traffic.send(new Message(source.host(), to, bytes, at), done -> {});
            next(at, source);
        });
    }
}
