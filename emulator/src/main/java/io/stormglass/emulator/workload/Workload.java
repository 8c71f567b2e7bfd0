package io.stormglass.emulator.workload;

import java.util.List;
import java.util.SplittableRandom;

/** What some hosts send to others. Host numbers are those of the topology. */
public sealed interface Workload {
    /** How and when. */
    TrafficTerms terms();

    /**
     * Begins a workload. It goes on by itself, through what it asks of the traffic.
     *
     * @param number of the workload in its scenario, for {@link StepTime}
     */
    default void start(int number, Traffic traffic, SplittableRandom random) {
        Drivers.of(this, number, traffic, random).start();
    }

    /** Hosts that take part, in order. */
    default List<Integer> hosts() {
        return Drivers.hosts(this);
    }

    /**
     * N senders to one receiver at once.
     *
     * @param senders other hosts than the receiver
     * @param bursts when and how much
     */
    record Incast(TrafficTerms terms, List<Integer> senders, int receiver, Bursts bursts) implements Workload {
        public Incast {
            senders = List.copyOf(senders);
            if (senders.isEmpty() || senders.contains(receiver)) {
                throw new IllegalArgumentException(
                        "incast of " + senders + " to host " + receiver + ": other hosts must send to it");
            }
        }
    }

    /**
     * Every host sends to every other one; a round is one step.
     *
     * @param group two hosts and up
     * @param rounds their bytes are per pair
     */
    record AllToAll(TrafficTerms terms, List<Integer> group, Rounds rounds) implements Workload {
        public AllToAll {
            group = together("all-to-all", group);
        }
    }

    /**
     * Layers of a mixture of experts: each host sends its tokens to the experts, one of which is on each host, then gets as much back. A round is a layer of two
     * steps. Experts are not equally popular: the k-th of a random order, anew each round, gets a share in proportion to 1 / k^skew.
     *
     * @param group two hosts and up
     * @param rounds their bytes are what a host sends away in a step, its own expert's share included
     * @param skew 0 is even
     */
    record MixtureOfExperts(TrafficTerms terms, List<Integer> group, Rounds rounds, double skew) implements Workload {
        public MixtureOfExperts {
            group = together("mixture of experts", group);
            if (!(skew >= 0 && skew <= 4)) {
                throw new IllegalArgumentException("skew is " + skew + ", 0 to 4 is possible");
            }
        }
    }

    /**
     * All-reduce of a vector.
     *
     * <pre>
     * ring    2 (N - 1) steps, in each every host sends S / N to the next one
     * tree    log2 N steps up a binary tree, as many down, S per edge that takes part
     * </pre>
     *
     * @param group two hosts and up
     * @param rounds their bytes are S, the vector
     * @param algorithm how
     */
    record AllReduce(TrafficTerms terms, List<Integer> group, Rounds rounds, Algorithm algorithm) implements Workload {
        /** How. */
        public enum Algorithm {
            /** Neighbours. */
            RING,
            /** A binary tree. */
            TREE
        }

        public AllReduce {
            group = together("all-reduce", group);
        }
    }

    /**
     * Each host sends to one other, and each receives from one; which, is drawn for each round. A round is one step.
     *
     * @param group two hosts and up
     * @param rounds their bytes are per host
     */
    record Permutation(TrafficTerms terms, List<Integer> group, Rounds rounds) implements Workload {
        public Permutation {
            group = together("permutation", group);
        }
    }

    /**
     * Messages that arrive at each source as a Poisson process, to a destination drawn for each.
     *
     * <pre>
     * messages per second and source = offered / (8 * mean size)
     * </pre>
     *
     * @param sources who sends
     * @param destinations to whom; a source does not send to itself
     * @param sizes of messages
     * @param offeredBitsPerSecond payload that each source is given to send, above 0
     */
    record PoissonMix(
            TrafficTerms terms,
            List<Integer> sources,
            List<Integer> destinations,
            SizeDistribution sizes,
            double offeredBitsPerSecond)
            implements Workload {
        public PoissonMix {
            sources = List.copyOf(sources);
            destinations = List.copyOf(destinations);
            if (!(offeredBitsPerSecond > 0 && offeredBitsPerSecond < 1e13)) {
                throw new IllegalArgumentException("offered are " + offeredBitsPerSecond + " bit/s, above 0 is needed");
            }
            for (int source : sources) {
                if (destinations.stream().allMatch(each -> each == source)) {
                    throw new IllegalArgumentException("host " + source + " has nobody but itself to send to");
                }
            }
        }
    }

    /**
     * Pairs of hosts with a message after another, each after a pause.
     *
     * @param pairs who sends to whom
     * @param bytes of a message
     * @param count messages of each pair; 0 goes on for as long as the workload does
     * @param meanOffPicos mean of the pauses, drawn from an exponential distribution; 0 is a stream without end
     */
    record OnOff(TrafficTerms terms, List<Pair> pairs, long bytes, int count, long meanOffPicos) implements Workload {
        /**
         * Two hosts.
         *
         * @param source who sends
         * @param destination another
         */
        public record Pair(int source, int destination) {
            public Pair {
                if (source == destination) {
                    throw new IllegalArgumentException("host " + source + " cannot send to itself");
                }
            }
        }

        public OnOff {
            pairs = List.copyOf(pairs);
            if (pairs.isEmpty() || bytes < 1 || count < 0 || meanOffPicos < 0) {
                throw new IllegalArgumentException(pairs.size() + " pairs, " + count + " messages of " + bytes
                        + " bytes, pauses of " + meanOffPicos
                        + " ps: pairs and bytes above 0, the others 0 and up are needed");
            }
        }
    }

    /**
     * Hosts that all write their state to a few stores at once, chunk by chunk: each writer has one chunk on its way, and goes round the stores.
     *
     * @param writers who writes
     * @param stores other hosts
     * @param chunkBytes at most so much at a time
     * @param bursts how often, and how much each writer writes each time
     */
    record Checkpoint(TrafficTerms terms, List<Integer> writers, List<Integer> stores, long chunkBytes, Bursts bursts)
            implements Workload {
        public Checkpoint {
            writers = List.copyOf(writers);
            stores = List.copyOf(stores);
            if (writers.isEmpty() || stores.isEmpty() || writers.stream().anyMatch(stores::contains)) {
                throw new IllegalArgumentException(
                        "hosts " + writers + " write to " + stores + ": other hosts must be stores");
            }
            if (chunkBytes < 1) {
                throw new IllegalArgumentException("chunk of " + chunkBytes + " bytes, above 0 is needed");
            }
        }
    }

    /**
     * A small message every so often from a host that does nothing else, to see how long the fabric takes.
     *
     * @param source idle host
     * @param destination another
     * @param bytes of a message
     * @param periodPicos from one to the next
     */
    record Probe(TrafficTerms terms, int source, int destination, long bytes, long periodPicos) implements Workload {
        public Probe {
            if (source == destination || bytes < 1 || periodPicos < 1) {
                throw new IllegalArgumentException(
                        "probe of " + bytes + " bytes from host " + source + " to " + destination + " every "
                                + periodPicos + " ps: two hosts, bytes and period above 0 are needed");
            }
        }
    }

    private static List<Integer> together(String what, List<Integer> group) {
        if (group.size() < 2 || group.stream().distinct().count() != group.size()) {
            throw new IllegalArgumentException(what + " of hosts " + group + ": two different ones and up are needed");
        }
        return List.copyOf(group);
    }
}
