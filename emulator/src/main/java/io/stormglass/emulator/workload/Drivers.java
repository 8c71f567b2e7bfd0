package io.stormglass.emulator.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Finds what drives a workload. */
final class Drivers {
    private Drivers() {}

    /** Something that begins at once and goes on by itself. */
    interface Driver {
        void start();
    }

    static Driver of(Workload workload, int number, Traffic traffic, SplittableRandom random) {
        return switch (workload) {
            case Workload.Incast incast -> new IncastDriver(incast, traffic, random);
            case Workload.AllToAll all ->
                new StepDriver(all.terms(), new StepPlans.AllToAll(all), new StepDriver.Place(number, traffic, random));
            case Workload.MixtureOfExperts moe ->
                new StepDriver(
                        moe.terms(),
                        new StepPlans.Experts(moe, random.split()),
                        new StepDriver.Place(number, traffic, random));
            case Workload.AllReduce reduce ->
                new StepDriver(reduce.terms(), StepPlans.reduce(reduce), new StepDriver.Place(number, traffic, random));
            case Workload.Permutation permutation ->
                new StepDriver(
                        permutation.terms(),
                        new StepPlans.Permutation(permutation, random.split()),
                        new StepDriver.Place(number, traffic, random));
            case Workload.PoissonMix mix -> new PoissonDriver(mix, traffic, random);
            case Workload.OnOff onOff -> new OnOffDriver(onOff, traffic, random);
            case Workload.Checkpoint checkpoint -> new CheckpointDriver(checkpoint, traffic, random);
            case Workload.Probe probe -> new ProbeDriver(probe, traffic);
        };
    }

    static List<Integer> hosts(Workload workload) {
        TreeSet<Integer> hosts = new TreeSet<>();
        switch (workload) {
            case Workload.Incast incast -> {
                hosts.addAll(incast.senders());
                hosts.add(incast.receiver());
            }
            case Workload.AllToAll all -> hosts.addAll(all.group());
            case Workload.MixtureOfExperts moe -> hosts.addAll(moe.group());
            case Workload.AllReduce reduce -> hosts.addAll(reduce.group());
            case Workload.Permutation permutation -> hosts.addAll(permutation.group());
            case Workload.PoissonMix mix -> {
                hosts.addAll(mix.sources());
                hosts.addAll(mix.destinations());
            }
            case Workload.OnOff onOff -> {
                for (Workload.OnOff.Pair pair : onOff.pairs()) {
                    hosts.add(pair.source());
                    hosts.add(pair.destination());
                }
            }
            case Workload.Checkpoint checkpoint -> {
                hosts.addAll(checkpoint.writers());
                hosts.addAll(checkpoint.stores());
            }
            case Workload.Probe probe -> {
                hosts.add(probe.source());
                hosts.add(probe.destination());
            }
        }
        return new ArrayList<>(hosts);
    }

    /** Uniform from 0 to a bound, 0 where the bound is. */
    static long within(long boundPicos, SplittableRandom random) {
        return boundPicos == 0 ? 0 : random.nextLong(boundPicos);
    }

    /** Exponentially distributed, rounded. */
    static long exponential(double meanPicos, SplittableRandom random) {
        return Math.round(-meanPicos * StrictMath.log(1 - random.nextDouble()));
    }

    /** A size of a burst: every doubling is equally likely. */
    static long size(Bursts bursts, SplittableRandom random) {
        if (bursts.leastBytes() == bursts.mostBytes()) {
            return bursts.leastBytes();
        }
        double ratio = (double) bursts.mostBytes() / bursts.leastBytes();
        return Math.round(bursts.leastBytes() * StrictMath.pow(ratio, random.nextDouble()));
    }
}
