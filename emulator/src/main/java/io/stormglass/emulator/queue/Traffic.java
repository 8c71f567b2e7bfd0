package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.Messages;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.Rounds;
import io.stormglass.models.ecn.Workload;
import java.util.SplittableRandom;

/**
 * What is sent and when. Open-loop traffic draws in the order of its own times, so a seed is the same traffic under every setting; the starts of rounds draw in the
 * order of rounds.
 */
final class Traffic {
    private static final long START_SPREAD_PICOS = 100_000_000;
    /** Of trains: each distance is up to so much of it longer or shorter, so that a run shows them in many places to each other. */
    private static final double TRAIN_SPREAD = 0.1;

    private final Workload workload;
    private final Senders senders;
    private final SplittableRandom burstRandom;
    private final SplittableRandom messageRandom;
    private final SplittableRandom roundRandom;
    private final int[] burstPorts;
    /** When each group of ports sends its next burst; empty unless the bursts come in trains. */
    private final long[] trains;

    private int nextTrain;
    private final double meanMessagePicos;
    private final double totalWeight;

    private long nextBurst = Long.MAX_VALUE;
    private long nextMessage = Long.MAX_VALUE;
    private long nextRound = Long.MAX_VALUE;
    private int leftInRound;
    /** The earliest of all that comes. */
    long nextAt;
    /** Messages started by the last step. */
    int started;

    Traffic(Workload workload, Senders senders, SplittableRandom random) {
        this.workload = workload;
        this.senders = senders;
        SplittableRandom starts = random.split();
        burstRandom = random.split();
        messageRandom = random.split();
        roundRandom = random.split();
        burstPorts = new int[workload.bursts().ports()];
        for (int i = 0; i < burstPorts.length; i++) {
            burstPorts[i] = senders.firstOfBursts + i;
        }
        for (int flow = 0; flow < workload.longFlows(); flow++) {
            senders.startEndless(flow, starts.nextLong(START_SPREAD_PICOS));
        }
        Messages messages = workload.messages();
        totalWeight =
                messages.sizes().stream().mapToDouble(Messages.Size::weight).sum();
        meanMessagePicos = messages.any() ? 1e3 * workload.facts().nanos(messages.meanBytes()) / messages.load() : 0;
        trains = trains(workload.bursts(), burstRandom);
        if (trains.length > 0) {
            findTrain();
        } else if (workload.bursts().any()) {
            nextBurst = burstGap();
        }
        if (messages.any()) {
            nextMessage = exponential(messageRandom, meanMessagePicos);
        }
        if (workload.rounds().any()) {
            nextRound = 0;
        }
        findNext();
    }

    private long burstGap() {
        Bursts bursts = workload.bursts();
        double mean = 1e3 * bursts.periodNanos();
        return switch (bursts.arrival()) {
            case POISSON -> exponential(burstRandom, mean);
            case PERIODIC -> (long) mean;
            case TRAINS -> (long) (mean * trains.length * (1 + TRAIN_SPREAD * (2 * burstRandom.nextDouble() - 1)));
        };
    }

    private static long[] trains(Bursts bursts, SplittableRandom random) {
        if (!bursts.any() || bursts.arrival() != Bursts.Arrival.TRAINS) {
            return new long[0];
        }
        long[] trains = new long[bursts.ports() / bursts.fanIn()];
        for (int i = 0; i < trains.length; i++) {
            trains[i] = (long) (1e3 * bursts.periodNanos() * trains.length * random.nextDouble());
        }
        return trains;
    }

    private void findTrain() {
        nextTrain = 0;
        for (int i = 1; i < trains.length; i++) {
            nextTrain = trains[i] < trains[nextTrain] ? i : nextTrain;
        }
        nextBurst = trains[nextTrain];
    }

    private static long exponential(SplittableRandom random, double mean) {
        return (long) (-mean * StrictMath.log(1 - random.nextDouble()));
    }

    private void findNext() {
        nextAt = Math.min(nextBurst, Math.min(nextMessage, nextRound));
    }

    /** Starts what is due. */
    void step(long now) {
        started = 0;
        if (nextBurst == now) {
            dueBurst(now);
        } else if (nextMessage == now) {
            Messages messages = workload.messages();
            int sender = senders.firstOfMessages + messageRandom.nextInt(messages.senders());
            senders.message(sender, size(), now);
            started = 1;
            nextMessage = now + Math.max(1, exponential(messageRandom, meanMessagePicos));
        } else {
            round(now);
            nextRound = Long.MAX_VALUE;
        }
        findNext();
    }

    private void dueBurst(long now) {
        if (trains.length == 0) {
            burst(now);
            nextBurst = now + Math.max(1, burstGap());
        } else {
            burstOfTrain(now);
            trains[nextTrain] = now + Math.max(1, burstGap());
            findTrain();
        }
    }

    private void burstOfTrain(long now) {
        int fanIn = workload.bursts().fanIn();
        for (int i = 0; i < fanIn; i++) {
            senders.message(burstPorts[nextTrain * fanIn + i], workload.bursts().bytesEach(), now);
        }
        started = fanIn;
    }

    private void burst(long now) {
        Bursts bursts = workload.bursts();
        for (int i = 0; i < bursts.fanIn(); i++) {
            int other = i + burstRandom.nextInt(burstPorts.length - i);
            int port = burstPorts[other];
            burstPorts[other] = burstPorts[i];
            burstPorts[i] = port;
            senders.message(port, bursts.bytesEach(), now);
        }
        started = bursts.fanIn();
    }

    private long size() {
        double at = messageRandom.nextDouble() * totalWeight;
        for (Messages.Size size : workload.messages().sizes()) {
            at -= size.weight();
            if (at < 0) {
                return size.bytes();
            }
        }
        return workload.messages().sizes().getLast().bytes();
    }

    private void round(long now) {
        Rounds rounds = workload.rounds();
        long jitterPicos = 1_000 * rounds.jitterNanos();
        for (int i = 0; i < rounds.senders(); i++) {
            long start = jitterPicos == 0 ? now : now + roundRandom.nextLong(jitterPicos);
            senders.message(senders.firstOfRounds + i, rounds.bytesEach(), start);
        }
        leftInRound = rounds.senders();
        started = rounds.senders();
    }

    /** A message is finished; the last of a round starts the next one. */
    void finished(int sender, long now) {
        if (sender >= senders.firstOfRounds && sender < senders.firstOfMessages && --leftInRound == 0) {
            nextRound = now + Math.max(1, 1_000 * workload.rounds().gapNanos());
            findNext();
        }
    }

    /** Time of a message in an empty network: all that starts with it shares the link. */
    double alonePicos(int sender, long bytes) {
        int fanIn = sender >= senders.firstOfBursts
                ? workload.bursts().fanIn()
                : sender >= senders.firstOfMessages ? 1 : workload.rounds().senders();
        return 1e3
                * (workload.facts().nanos((double) fanIn * bytes)
                        + workload.facts().baseRttNanos());
    }

    /** True where the cost counts the message as short. */
    boolean brief(int sender, long bytes) {
        return sender >= senders.firstOfBursts || bytes <= Outcome.SHORT_BYTES;
    }
}
