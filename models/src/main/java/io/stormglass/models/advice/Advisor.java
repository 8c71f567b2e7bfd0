package io.stormglass.models.advice;

import io.stormglass.models.ecn.ClosedForm;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Advice for one object: {@link #draft} without a model, in microseconds; {@link #search} with one, in seconds; {@link #advise} both. The newest advice of the object is handed in
 * and is all that is remembered. The same input gives the same advice.
 */
public final class Advisor {
    private final AdviceSettings settings;
    private final WhatIf whatIf;

    /** With a model that says what thresholds would do. */
    public Advisor(AdviceSettings settings, WhatIf whatIf) {
        this.settings = settings;
        this.whatIf = whatIf;
    }

    /**
     * All of it.
     *
     * @param loads windows of all queues of the object; more than the sliding time is not looked at
     * @param before the newest advice of the object; null where there is none
     * @param incident id of an open storm on its ports or on their wait-for path; null where there is none
     */
    public Advice advise(ObjectLoads loads, @Nullable Advice before, @Nullable String incident) {
        return switch (draft(loads, before, incident)) {
            case Draft.Settled settled -> settled.advice();
            case Draft.Open open -> search(open);
        };
    }

    /** What can be said without the model. The parameters are those of {@link #advise}. */
    public Draft draft(ObjectLoads loads, @Nullable Advice before, @Nullable String incident) {
        ReadBack read = ReadBack.of(loads);
        Memory memory = before == null ? Memory.NONE : before.memory();
        Environment known = Environment.parse(memory.environment());
        Environment now = Environment.of(loads).after(known);
        boolean otherEnvironment = !memory.environment().isEmpty() && now.differsFrom(known);
        memory = otherEnvironment ? memory.inEnvironment(now.text()) : memory.withEnvironment(now.text());
        Thresholds current = read.current();
        if (current == null) {
            Decline why = Objects.requireNonNull(read.why());
            return new Draft.Settled(new Case(loads, read, before, null, memory).declined(why));
        }
        memory = Trials.readBack(memory, current, loads, before);
        boolean wasAdvised = before != null && before.status() != Advice.Status.DECLINED;
        boolean sameQueues = before != null && stillThere(before, Case.queues(loads));
        boolean unchanged =
                before != null && memory.changedNanos() == before.memory().changedNanos();
        Advice standing = wasAdvised && sameQueues && unchanged && !otherEnvironment ? before : null;
        Case of = new Case(loads, read, before, standing, memory);
        if (wasAdvised && unchanged && standing == null) {
            return new Draft.Settled(of.declined(stale(before, of, known, now)));
        }
        if (incident != null) {
            return new Draft.Settled(
                    of.declined(
                            new Decline(
                                    Decline.Reason.STORM,
                                    "storm " + incident
                                            + " is open on its ports or on what they wait for: measurements show the storm, and thresholds do not end it")));
        }
        return look(of, current);
    }

    /** A queue that was not heard of lately is still bound; one that came in makes the advice incomplete. */
    private static boolean stillThere(Advice advice, List<String> queues) {
        return advice.newProfile()
                ? queues.containsAll(advice.queues())
                : advice.queues().containsAll(queues);
    }

    private static Decline stale(@Nullable Advice before, Case of, Environment was, Environment is) {
        String queues = before == null
                ? ""
                : before.queues().size() + " queues to " + of.queues().size();
        String what = is.differsFrom(was)
                ? "from " + was.text() + " to " + is.text()
                : "from " + queues + " that are bound to it";
        return new Decline(
                Decline.Reason.STALE,
                "what was advised is withdrawn: the object changed " + what + "; new advice follows");
    }

    private Draft look(Case of, Thresholds current) {
        List<QueueSpan> spans = spans(of);
        for (QueueSpan span : spans) {
            Decline decline = new Refusals(span, current, settings).ofObject();
            if (decline != null) {
                return new Draft.Settled(of.declined(decline));
            }
        }
        Case judged = judge(of, spans);
        Trial trial = judged.memory().trial();
        if (of.standing() != null && of.standing().status() == Advice.Status.ROLL_BACK) {
            return new Draft.Settled(of.standing());
        }
        if (trial != null && trial.state() == Trial.State.WORSE) {
            return new Draft.Settled(judged.rollBack(trial));
        }
        return estimate(judged, spans, current);
    }

    private List<QueueSpan> spans(Case of) {
        List<QueueSpan> spans = new ArrayList<>();
        of.loads().queues().forEach(queue -> {
            QueueSpan span = QueueSpan.of(queue, of.memory().changedNanos(), of.atNanos(), settings);
            if (span != null) {
                spans.add(span);
            }
        });
        return spans;
    }

    // ---- what came of the last change

    private Case judge(Case of, List<QueueSpan> spans) {
        Trial trial = of.memory().trial();
        if (trial == null || trial.state() != Trial.State.PENDING) {
            return of;
        }
        Measured before = trial.before();
        Trial judged = trial;
        for (QueueSpan span : spans) {
            if (before != null && span.name().equals(before.queue()) && enough(span)) {
                WorkloadEstimate estimate = WorkloadEstimate.of(span, settings);
                Measured after = estimate == null
                        ? null
                        : Measured.of(span, estimate.workload().facts(), settings.profile());
                judged = Trials.judge(trial, after, settings.profile());
            }
        }
        if (before == null) {
            judged = Trials.judge(trial, null, settings.profile());
        }
        return of.with(of.memory().withTrial(judged));
    }

    private boolean enough(QueueSpan span) {
        return span.settings().lineBitsPerSecond() > 0
                && (span.loadedNanos() >= settings.leastLoadedNanos() || span.bursts() >= settings.leastBursts());
    }

    // ---- what there is to gain

    private Draft estimate(Case of, List<QueueSpan> spans, Thresholds current) {
        List<QueueSpan> active = new ArrayList<>();
        List<WorkloadEstimate> estimates = new ArrayList<>();
        List<Silent> silent = new ArrayList<>();
        for (QueueSpan span : spans) {
            Decline decline = new Refusals(span, current, settings).ofQueue();
            WorkloadEstimate estimate = decline == null ? WorkloadEstimate.of(span, settings) : null;
            if (estimate != null) {
                active.add(span);
                estimates.add(estimate);
            } else {
                silent.add(new Silent(decline == null ? nothingSent(span) : decline, span.loadedNanos()));
            }
        }
        if (active.isEmpty()) {
            return new Draft.Settled(of.standing() != null ? of.standing() : of.declined(worst(of, silent)));
        }
        List<Kind> kinds = Kind.of(active, estimates, current, settings);
        Decline cooling = cooling(of, kinds.getFirst().workload());
        if (cooling != null) {
            return new Draft.Settled(of.declined(cooling));
        }
        return open(settleTrial(of), kinds, current);
    }

    private static Decline nothingSent(QueueSpan span) {
        return new Decline(Decline.Reason.TOO_LITTLE_DATA, span.name() + ": no message through it was seen whole");
    }

    /** A queue that says nothing of thresholds. */
    private record Silent(Decline decline, double loadedNanos) {}

    /** Of the queues that say nothing the one that was loaded longest: others may carry acknowledgements only. Of several the one whose reason is first in the order of reasons. */
    private static Decline worst(Case of, List<Silent> silent) {
        return silent.stream()
                .max(Comparator.comparingDouble(Silent::loadedNanos)
                        .thenComparing(each -> each.decline().reason(), Comparator.reverseOrder()))
                .map(Silent::decline)
                .orElseGet(() -> new Decline(
                        Decline.Reason.TOO_LITTLE_DATA,
                        "no whole window since the thresholds changed, " + Words.time((double) of.sinceChangeNanos())
                                + " ago"));
    }

    private @Nullable Decline cooling(Case of, Workload workload) {
        long needed = settings.hysteresis().coolDownNanos(workload);
        return of.sinceChangeNanos() < needed
                ? new Decline(
                        Decline.Reason.COOLING_DOWN,
                        Words.of(
                                "thresholds changed %s ago; nothing is advised for %s after a change",
                                Words.time((double) of.sinceChangeNanos()), Words.time((double) needed)))
                : null;
    }

    /** The time for a comparison is over. */
    private static Case settleTrial(Case of) {
        Trial trial = of.memory().trial();
        return trial != null && trial.state() == Trial.State.PENDING
                ? of.with(of.memory()
                        .withTrial(trial.judged(
                                Trial.State.INCONCLUSIVE,
                                "inconclusive: no windows with the load of before the change")))
                : of;
    }

    private Draft open(Case of, List<Kind> kinds, Thresholds current) {
        Kind first = kinds.getFirst();
        ClosedForm closed = ClosedForm.of(first.workload(), settings.profile());
        double gain = first.cost() - QuickCost.of(first.workload(), closed.thresholds(), settings.profile());
        Advice waiting = of.standing() != null
                ? of.standing()
                : of.declined(
                        new Decline(
                                Decline.Reason.WAITING,
                                "the search has not come to it yet; formulas give "
                                        + Words.thresholds(closed.thresholds()) + ", now it is "
                                        + Words.thresholds(current)),
                        Evidences.of(first, closed.sentences()),
                        NicAdvice.of(first.workload()));
        return new Draft.Open(of, kinds, waiting, gain);
    }

    /** The answer of the model. */
    public Advice search(Draft.Open open) {
        return new ObjectSearch(open, settings, whatIf).advice();
    }
}
