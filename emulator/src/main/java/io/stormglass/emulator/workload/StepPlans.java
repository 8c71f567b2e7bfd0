package io.stormglass.emulator.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What is sent in each step. */
final class StepPlans {
    private StepPlans() {}

    static StepPlan reduce(Workload.AllReduce reduce) {
        return switch (reduce.algorithm()) {
            case RING -> new Ring(reduce);
            case TREE -> new Tree(reduce);
        };
    }

    /** Every host to its right neighbour first, then the next: no host is everybody's first destination. */
    record AllToAll(Workload.AllToAll work) implements StepPlan {
        @Override
        public Rounds rounds() {
            return work.rounds();
        }

        @Override
        public int stepsPerRound() {
            return 1;
        }

        @Override
        public List<Message> messages(int step) {
            List<Integer> group = work.group();
            List<Message> messages = new ArrayList<>();
            for (int distance = 1; distance < group.size(); distance++) {
                for (int i = 0; i < group.size(); i++) {
                    int to = group.get((i + distance) % group.size());
                    messages.add(new Message(group.get(i), to, rounds().bytes(), 0));
                }
            }
            return messages;
        }

        @Override
        public long busBytes(int step) {
            return (work.group().size() - 1L) * rounds().bytes();
        }
    }

    record Ring(Workload.AllReduce work) implements StepPlan {
        @Override
        public Rounds rounds() {
            return work.rounds();
        }

        @Override
        public int stepsPerRound() {
            return 2 * (work.group().size() - 1);
        }

        @Override
        public List<Message> messages(int step) {
            List<Integer> group = work.group();
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < group.size(); i++) {
                messages.add(new Message(group.get(i), group.get((i + 1) % group.size()), busBytes(step), 0));
            }
            return messages;
        }

        @Override
        public long busBytes(int step) {
            return Math.ceilDiv(rounds().bytes(), (long) work.group().size());
        }
    }

    /** The parent of host i > 0 at level l is i less its lowest bit; level l joins hosts whose lowest bit is l. */
    record Tree(Workload.AllReduce work) implements StepPlan {
        @Override
        public Rounds rounds() {
            return work.rounds();
        }

        private int levels() {
            return 32 - Integer.numberOfLeadingZeros(work.group().size() - 1);
        }

        @Override
        public int stepsPerRound() {
            return 2 * levels();
        }

        @Override
        public List<Message> messages(int step) {
            boolean up = step < levels();
            int bit = 1 << (up ? step : 2 * levels() - 1 - step);
            List<Integer> group = work.group();
            List<Message> messages = new ArrayList<>();
            for (int child = bit; child < group.size(); child += bit + bit) {
                int low = group.get(child - bit);
                int high = group.get(child);
                messages.add(new Message(up ? high : low, up ? low : high, rounds().bytes(), 0));
            }
            return messages;
        }

        @Override
        public long busBytes(int step) {
            long hosts = work.group().size();
            long all = 2 * (hosts - 1) * rounds().bytes() / hosts;
            return all / stepsPerRound();
        }
    }

    /** Out and back; the way back is what the last step out was, turned round. */
    static final class Experts implements StepPlan {
        private final Workload.MixtureOfExperts work;
        private final SplittableRandom random;
        private List<Message> out = List.of();

        Experts(Workload.MixtureOfExperts work, SplittableRandom random) {
            this.work = work;
            this.random = random;
        }

        @Override
        public Rounds rounds() {
            return work.rounds();
        }

        @Override
        public int stepsPerRound() {
            return 2;
        }

        @Override
        public List<Message> messages(int step) {
            if (step == 1) {
                return out.stream().map(each -> each.turned()).toList();
            }
            List<Integer> group = work.group();
            List<Integer> popular = shuffled(group, random);
            double[] shares = new double[group.size()];
            double sum = 0;
            for (int k = 0; k < shares.length; k++) {
                shares[k] = StrictMath.pow(k + 1, -work.skew());
                sum += shares[k];
            }
            List<Message> messages = new ArrayList<>();
            for (int source : group) {
                for (int k = 0; k < shares.length; k++) {
                    if (popular.get(k) != source) {
                        long bytes = Math.max(1, Math.round(rounds().bytes() * shares[k] / sum));
                        messages.add(new Message(source, popular.get(k), bytes, 0));
                    }
                }
            }
            out = messages;
            return messages;
        }

        @Override
        public long busBytes(int step) {
            return rounds().bytes() * (work.group().size() - 1) / work.group().size();
        }
    }

    /** A random cycle through all hosts: nobody sends to itself. */
    static final class Permutation implements StepPlan {
        private final Workload.Permutation work;
        private final SplittableRandom random;

        Permutation(Workload.Permutation work, SplittableRandom random) {
            this.work = work;
            this.random = random;
        }

        @Override
        public Rounds rounds() {
            return work.rounds();
        }

        @Override
        public int stepsPerRound() {
            return 1;
        }

        @Override
        public List<Message> messages(int step) {
            List<Integer> cycle = shuffled(work.group(), random);
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < cycle.size(); i++) {
                messages.add(new Message(cycle.get(i), cycle.get((i + 1) % cycle.size()), rounds().bytes(), 0));
            }
            return messages;
        }

        @Override
        public long busBytes(int step) {
            return rounds().bytes();
        }
    }

    private static List<Integer> shuffled(List<Integer> group, SplittableRandom random) {
        List<Integer> order = new ArrayList<>(group);
        for (int i = order.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int moved = order.get(i);
            order.set(i, order.get(j));
            order.set(j, moved);
        }
        return order;
    }
}
