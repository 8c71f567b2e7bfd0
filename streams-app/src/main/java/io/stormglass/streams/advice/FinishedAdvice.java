package io.stormglass.streams.advice;

import io.stormglass.avro.StormIncident;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.advice.Advisor;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.QueueLoadCodec;
import io.stormglass.streams.advice.AdviceCounters.Count;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Advice on a run that has ended: windows are kept as they come, in any order, and the rounds are made afterwards, in event time and with all incidents known. So the same data gives the
 * same advice, whatever the partitions and the machine. Not for more than one thread.
 */
public final class FinishedAdvice {
    private static final Comparator<QueueLoad> ORDER =
            Comparator.comparingLong(QueueLoad::toNanos).thenComparing(QueueLoad::queue);

    private final RecommenderSettings settings;
    private final int most;
    private final TreeMap<QueueLoad, QueueLoad> windows = new TreeMap<>(ORDER);
    private final AdviceCounters counters = new AdviceCounters();

    /**
     * Nothing is known yet.
     *
     * @param most windows that are kept, above 0; of more, the oldest are left out and counted
     */
    public FinishedAdvice(RecommenderSettings settings, int most) {
        if (most < 1) {
            throw new IllegalArgumentException(most + " windows are to be kept, above 0 is needed");
        }
        this.settings = settings;
        this.most = most;
    }

    /** What a queue went through in a window. */
    public void take(io.stormglass.avro.QueueLoad load) {
        switch (QueueLoadCodec.toNeutral(load)) {
            case Decoded.Value<QueueLoad> good -> take(good.value());
            case Decoded.Malformed<QueueLoad> bad -> counters.add(Count.UNREADABLE, 1);
        }
    }

    void take(QueueLoad load) {
        counters.add(Count.WINDOWS, 1);
        windows.put(load, load);
        if (windows.size() > most) {
            windows.pollFirstEntry();
            counters.add(Count.LEFT_OUT, 1);
        }
    }

    /** What it counted. */
    public AdviceCounters counters() {
        return counters;
    }

    /**
     * The newest advice of each object, by name.
     *
     * @param incidents of the run, in their last form
     * @param whatIf says what thresholds would do
     */
    public List<Advice> make(Collection<StormIncident> incidents, WhatIf whatIf) {
        AdviceRounds rounds =
                new AdviceRounds(new Advisor(settings.advice(), whatIf), settings.advice(), settings.limits());
        incidents.forEach(incident -> rounds.take(StormPorts.of(incident)));
        for (QueueLoad load : windows.values()) {
            upTo(load.toNanos(), rounds);
            rounds.take(load);
        }
        if (rounds.nextNanos().isPresent()) {
            next(rounds);
        }
        return rounds.newest().values().stream()
                .sorted(Comparator.comparing(Advice::name))
                .toList();
    }

    /** Rounds whose windows are all there; none in a silence after which every queue is forgotten. */
    private void upTo(long nanos, AdviceRounds rounds) {
        long forgetNanos = settings.limits().forgetNanos();
        Optional<Long> boundary = rounds.nextNanos();
        while (boundary.isPresent() && boundary.get() < nanos) {
            next(rounds);
            if (nanos - boundary.get() > forgetNanos) {
                long round = settings.limits().roundNanos();
                rounds.doneUntil(Math.floorDiv(nanos - 1, round) * round);
            }
            boundary = rounds.nextNanos();
        }
    }

    private void next(AdviceRounds rounds) {
        AdviceRounds.Round round = rounds.next();
        counters.add(Count.ROUNDS, 1);
        counters.add(Count.SEARCHED, round.searched());
        counters.add(Count.WAITING, round.waiting());
        counters.add(Count.FAILED, round.failures().size());
    }
}
