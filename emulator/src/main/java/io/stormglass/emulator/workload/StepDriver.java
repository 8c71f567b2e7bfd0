package io.stormglass.emulator.workload;

import java.util.List;
import java.util.SplittableRandom;

/** One step after another. */
final class StepDriver implements Drivers.Driver {
    private final TrafficTerms terms;
    private final StepPlan plan;
    private final Place place;
    private int round;
    private int step;
    private int open;
    private long startedPicos;

    /** Where it runs. */
    record Place(int number, Traffic traffic, SplittableRandom random) {}

    StepDriver(TrafficTerms terms, StepPlan plan, Place place) {
        this.terms = terms;
        this.plan = plan;
        this.place = place;
    }

    @Override
    public void start() {
        begin(terms.fromPicos());
    }

    private void begin(long picos) {
        Rounds rounds = plan.rounds();
        if (picos >= terms.untilPicos() || (rounds.count() > 0 && round == rounds.count())) {
            return;
        }
        startedPicos = picos;
        List<Message> messages = plan.messages(step);
        open = messages.size();
        for (Message message : messages) {
            long start = picos + Drivers.within(rounds.jitterPicos(), place.random());
            place.traffic().send(message.at(start), this::acknowledged);
        }
    }

    private void acknowledged(long picos) {
        open--;
        if (open > 0) {
            return;
        }
        place.traffic().stepped(new StepTime(place.number(), round, step, startedPicos, picos, plan.busBytes(step)));
        step++;
        if (step < plan.stepsPerRound()) {
            begin(picos);
            return;
        }
        step = 0;
        round++;
        begin(picos + plan.rounds().gapPicos());
    }
}
