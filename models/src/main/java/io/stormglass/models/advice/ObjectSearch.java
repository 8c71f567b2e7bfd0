package io.stormglass.models.advice;

import io.stormglass.models.ecn.Bound;
import io.stormglass.models.ecn.Bounds;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Hysteresis;
import io.stormglass.models.ecn.LocalSearch;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.StepLimit;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.WhatIf;
import io.stormglass.models.ecn.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the model about one object: the queue whose cost is highest decides what is looked for, the others whether they can live with it. */
final class ObjectSearch {
    /** What was advised stands while it gains this much of what new advice needs. */
    private static final double STANDS = 0.5;

    private static final double CLEARLY_WORSE = 0.05;
    private static final double ON_TARGET = 1;
    private static final double DEVIATIONS = 2;
    private static final double NOT_ALL_EVALUATED = 0.8;
    private static final double MISSED_PREDICTION = 0.5;

    private final Case of;
    private final List<Kind> kinds;
    private final int notEvaluated;
    private final AdviceSettings settings;
    private final Profile profile;
    private final WhatIf whatIf;
    private final Thresholds current;
    private final long firstSeed;
    private final SeedSet predict;
    private int runs;
    private long packetHops;

    ObjectSearch(Draft.Open open, AdviceSettings settings, WhatIf whatIf) {
        of = open.of;
        kinds = open.kinds.subList(0, Math.min(open.kinds.size(), settings.mostKinds()));
        notEvaluated = open.kinds.size() - kinds.size();
        this.settings = settings;
        profile = settings.profile();
        this.whatIf = whatIf;
        current = Objects.requireNonNull(of.read().current());
        firstSeed = of.loads().name().key().hashCode() & Integer.MAX_VALUE;
        LocalSearch.Settings search = settings.search();
        predict = new SeedSet(firstSeed, search.seedsToFind())
                .next(search.seedsToChoose())
                .next(search.seedsToPredict());
    }

    /** A setting that was chosen, and what the model says of it. */
    private record Step(Thresholds target, Evaluation targetMade, Thresholds step, Evaluation stepMade) {}

    /** What was found for the queue that decides. */
    private record Found(Kind worst, LocalSearch.Result result) {
        Workload workload() {
            return worst.workload();
        }
    }

    Advice advice() {
        Kind worst = worst();
        LocalSearch.Result result = LocalSearch.search(
                new LocalSearch.Question(worst.workload(), profile, current, firstSeed), settings.search(), whatIf);
        runs += result.runs();
        packetHops += result.packetHops();
        Found found = new Found(worst, result);
        Advice standing = of.standing();
        if (standing != null && stands(standing, found)) {
            return standing;
        }
        Optional<Decline> decline = Decline.of(result, worst.workload());
        if (decline.isPresent()) {
            return declined(decline.get(), found);
        }
        Hysteresis.Verdict verdict = settings.hysteresis().judge(result, worst.workload(), Long.MAX_VALUE);
        if (verdict != Hysteresis.Verdict.ACT) {
            return declined(notWorthIt(verdict, result), found);
        }
        return change(found);
    }

    private Evaluation evaluate(Thresholds thresholds, Workload workload, SeedSet seeds) {
        Evaluation made = whatIf.evaluate(thresholds, workload, seeds);
        runs += seeds.count();
        packetHops += made.packetHops();
        return made;
    }

    /** The kind that costs most as it is. */
    private Kind worst() {
        Kind worst = kinds.getFirst();
        if (kinds.size() == 1) {
            return worst;
        }
        double most = -1;
        for (Kind kind : kinds) {
            double cost = evaluate(
                            current,
                            kind.workload(),
                            new SeedSet(firstSeed, settings.search().seedsToFind()))
                    .cost(profile)
                    .mean();
            if (cost > most) {
                most = cost;
                worst = kind;
            }
        }
        return worst;
    }

    // ---- what was advised before

    private boolean stands(Advice standing, Found found) {
        Thresholds target = standing.target();
        if (target == null || !Bounds.of(found.workload()).hold(target)) {
            return false;
        }
        LocalSearch.Result result = found.result();
        Evaluation made = evaluate(target, found.workload(), predict);
        double cost = result.currentCost().mean();
        Evaluation.Estimate gain = made.gainOver(result.current(), profile);
        boolean worthIt = gain.mean() >= STANDS * settings.hysteresis().leastGain() * cost
                && made.pausedRatio() <= result.current().pausedRatio();
        Evaluation.Estimate more = result.best().gainOver(made, profile);
        boolean beaten = settings.hysteresis()
                        .movesEnough(
                                target,
                                result.best().thresholds(),
                                found.workload().facts())
                && more.mean()
                        >= settings.hysteresis().leastGain()
                                * made.cost(profile).mean()
                && more.mean() > DEVIATIONS * more.deviation();
        return worthIt && !beaten;
    }

    private Decline notWorthIt(Hysteresis.Verdict verdict, LocalSearch.Result result) {
        double cost = result.currentCost().mean();
        double gain = result.gain().mean();
        String numbers = Words.of(
                "best found: %s at a cost of %.2f, now %.2f (%.1f %% less, deviation %.2f)",
                Words.thresholds(result.best().thresholds()),
                result.bestCost().mean(),
                cost,
                100 * gain / cost,
                result.gain().deviation());
        return switch (verdict) {
            case SMALL_MOVE ->
                new Decline(Decline.Reason.SMALL_MOVE, "no parameter would move by a quarter; " + numbers);
            case SMALL_GAIN -> new Decline(Decline.Reason.SMALL_GAIN, "the gain is too small; " + numbers);
            case WITHIN_NOISE -> new Decline(Decline.Reason.WITHIN_NOISE, "the gain may be chance; " + numbers);
            case COOLING_DOWN, ACT -> throw new IllegalStateException("verdict " + verdict + " is no reason here");
        };
    }

    // ---- a change

    private Advice change(Found found) {
        Step step = step(found, target(found));
        if (step == null) {
            return declined(
                    new Decline(
                            Decline.Reason.NO_GOOD_STEP,
                            "every first step of factor " + settings.stepLimit().factor() + " towards "
                                    + Words.thresholds(found.result().best().thresholds())
                                    + " costs more than the setting of today or pauses more"),
                    found);
        }
        Decline decline = forbidden(found, step);
        if (decline != null) {
            return declined(decline, found);
        }
        List<Kind> harmed = harmed(found, step);
        return harmed.isEmpty() ? recommend(found, step) : separate(found, step, harmed);
    }

    /** As the switch can keep it, within the hard limits of all kinds if that is possible, else of the one that decides. */
    private Thresholds target(Found found) {
        Thresholds best = found.result().best().thresholds();
        Thresholds shared = ReadBack.wholePercent(best);
        for (int round = 0; round < 2; round++) {
            for (Kind kind : kinds) {
                shared = ReadBack.wholePercent(Bounds.of(kind.workload()).into(shared));
            }
        }
        Thresholds kept = within(shared);
        boolean all = kinds.stream().allMatch(kind -> Bounds.of(kind.workload()).hold(kept));
        if (all && kinds.size() > 1) {
            return kept;
        }
        Bounds bounds = Bounds.of(found.workload());
        Thresholds own = within(ReadBack.wholePercent(bounds.into(ReadBack.wholePercent(best))));
        return bounds.hold(own) ? own : bounds.into(ReadBack.wholePercent(best));
    }

    private Thresholds within(Thresholds wanted) {
        return of.read().kept(wanted);
    }

    private @Nullable Step step(Found found, Thresholds target) {
        Double paused = found.worst().span().ingressPausedRatio();
        StepLimit.Pauses pauses = paused != null && paused > 0 ? StepLimit.Pauses.SEEN : StepLimit.Pauses.NONE;
        Thresholds next =
                settings.stepLimit().next(current, target, found.workload().facts(), pauses);
        Thresholds full = next.equals(target) ? target : within(ReadBack.wholePercent(next));
        Evaluation targetMade = evaluate(target, found.workload(), predict);
        Evaluation fullMade = full.equals(target) ? targetMade : evaluate(full, found.workload(), predict);
        LocalSearch.Result result = found.result();
        if (notWorse(fullMade, result.current())) {
            return new Step(target, targetMade, full, fullMade);
        }
        Evaluation best = null;
        for (Thresholds part : parts(full)) {
            Evaluation made = evaluate(part, found.workload(), predict);
            if (notWorse(made, result.current()) && (best == null || mean(made) < mean(best))) {
                best = made;
            }
        }
        return best == null ? null : new Step(target, targetMade, best.thresholds(), best);
    }

    private double mean(Evaluation made) {
        return made.cost(profile).mean();
    }

    private boolean notWorse(Evaluation made, Evaluation now) {
        return mean(made) <= mean(now) && made.pausedRatio() <= now.pausedRatio();
    }

    /** Steps in one or two of the three parameters. */
    private List<Thresholds> parts(Thresholds full) {
        List<Thresholds> parts = new ArrayList<>();
        for (int mask = 1; mask < 7; mask++) {
            long kmin = (mask & 1) != 0 ? full.kminBytes() : current.kminBytes();
            long kmax = (mask & 2) != 0 ? full.kmaxBytes() : current.kmaxBytes();
            double pmax = (mask & 4) != 0 ? full.maxProbability() : current.maxProbability();
            if (kmin <= kmax) {
                Thresholds part = within(new Thresholds(kmin, kmax, pmax));
                if (!ReadBack.same(part, current) && !parts.contains(part)) {
                    parts.add(part);
                }
            }
        }
        return parts;
    }

    private @Nullable Decline forbidden(Found found, Step step) {
        for (Kind kind : kinds) {
            Decline lowering = Refusals.lowering(kind.span(), current, step.step());
            if (lowering != null) {
                return lowering;
            }
        }
        boolean again = of.memory().rejected().stream()
                .anyMatch(rejected -> !settings.hysteresis()
                        .movesEnough(rejected, step.step(), found.workload().facts()));
        return again
                ? new Decline(
                        Decline.Reason.WAS_WORSE,
                        Words.thresholds(step.step())
                                + " was tried here and had to be taken back; the model does not see why")
                : null;
    }

    /** Other kinds that would miss their targets and be clearly worse off, or pause more, or whose hard limits the target breaks. */
    private List<Kind> harmed(Found found, Step step) {
        List<Kind> harmed = new ArrayList<>();
        for (Kind kind : kinds) {
            if (!kind.equals(found.worst()) && isHarmed(kind, step)) {
                harmed.add(kind);
            }
        }
        return harmed;
    }

    private boolean isHarmed(Kind kind, Step step) {
        if (!Bounds.of(kind.workload()).hold(step.target())) {
            return true;
        }
        Evaluation now = evaluate(current, kind.workload(), predict);
        Evaluation then = evaluate(step.step(), kind.workload(), predict);
        Evaluation.Estimate gain = then.gainOver(now, profile);
        boolean worse = mean(then) > ON_TARGET
                && -gain.mean() > CLEARLY_WORSE * Math.max(ON_TARGET, mean(now))
                && -gain.mean() > DEVIATIONS * gain.deviation();
        return worse || then.pausedRatio() > now.pausedRatio();
    }

    // ---- words

    private Advice recommend(Found found, Step step) {
        Instructions instructions = of.read().instructions(step.step());
        return build(found, step, of.queues(), instructions, false, reasons(found, step));
    }

    /** Some queues of the object would suffer: those that gain get a profile of their own. */
    private Advice separate(Found found, Step step, List<Kind> harmed) {
        List<String> queues = kinds.stream()
                .filter(kind -> !harmed.contains(kind))
                .flatMap(kind -> kind.queues().stream())
                .sorted()
                .toList();
        List<String> spared =
                harmed.stream().flatMap(kind -> kind.queues().stream()).sorted().toList();
        List<String> reasons = new ArrayList<>(reasons(found, step));
        reasons.add(spared.size() + " other queues of " + of.loads().name().object() + " would be worse off with it: "
                + String.join(", ", spared));
        Instructions instructions = Instructions.refused("make a new profile with "
                + Words.thresholds(step.step()) + " and bind these queues to it: " + String.join(", ", queues)
                + "; commands are generated for profiles that exist, and the one of today stays as it is");
        return build(found, step, queues, instructions, true, reasons);
    }

    private List<String> reasons(Found found, Step step) {
        LocalSearch.Result result = found.result();
        List<String> reasons = new ArrayList<>();
        double gain = result.current().cost(profile).mean() - mean(step.stepMade());
        Evaluation.Estimate paired = step.stepMade().gainOver(result.current(), profile);
        reasons.add(Words.of(
                "%s instead of %s lowers the cost (%s) of %s from %.2f to %.2f (%.0f %%; paired gain 95 %% %.2f to %.2f).",
                Words.thresholds(step.step()),
                Words.thresholds(current),
                profile.text(),
                found.worst().span().name(),
                result.currentCost().mean(),
                mean(step.stepMade()),
                100 * gain / result.currentCost().mean(),
                paired.low(),
                paired.high()));
        if (!step.step().equals(step.target())) {
            reasons.add(Words.of(
                    "It is a step towards %s, which costs %.2f; one step moves a parameter by a factor of %.0f at most.",
                    Words.thresholds(step.target()),
                    mean(step.targetMade()),
                    settings.stepLimit().factor()));
        }
        Trial trial = of.memory().trial();
        if (trial != null && !trial.words().isEmpty()) {
            reasons.add("The last step: " + trial.words() + ".");
        }
        if (of.loads().queues().size() > 1) {
            reasons.add(Words.of(
                    "%d queues share the object; %s costs most and decides; %s.",
                    of.loads().queues().size(), found.worst().span().name(), others()));
        }
        if (!of.read().unnamed().isEmpty()) {
            reasons.add("Command cannot be generated: " + of.read().unnamed() + ".");
        }
        reasons.addAll(soft(found, step));
        reasons.addAll(weight(found.worst()));
        return reasons;
    }

    private String others() {
        String asked = kinds.size() + " kinds of load among them were asked about";
        return notEvaluated == 0 ? asked : asked + ", " + notEvaluated + " were not";
    }

    private static List<String> soft(Found found, Step step) {
        return Bounds.of(found.workload()).of(step.target()).stream()
                .filter(bound -> bound.kind() == Bound.Kind.SOFT && !bound.holds())
                .map(bound -> Words.of(
                        "A soft limit is not kept: %s (limit %.0f, value %.0f).",
                        bound.formula(), bound.limit(), bound.value()))
                .toList();
    }

    private static List<String> weight(Kind kind) {
        double weight = kind.workload().facts().marking().averageWeight();
        return weight < 1
                ? List.of(Words.of(
                        "The switch marks by an average that is about %.0f packets late; set its weight to 0 first.",
                        1 / weight))
                : List.of();
    }

    private Advice build(
            Found found,
            Step step,
            List<String> queues,
            Instructions instructions,
            boolean newProfile,
            List<String> reasons) {
        Kind worst = found.worst();
        Measured measured = measured(worst);
        return new Advice(
                of.loads().name(),
                of.atNanos(),
                Advice.Status.CHANGE,
                null,
                queues,
                newProfile,
                current,
                of.published(),
                step.target(),
                step.step(),
                Bounds.of(worst.workload()).of(step.target()),
                Evidences.of(worst, found.result().closedForm().sentences()),
                prediction(found, step, measured),
                confidence(worst),
                reasons,
                instructions,
                NicAdvice.of(worst.workload()),
                of.memory().withMeasured(measured));
    }

    private @Nullable Measured measured(Kind kind) {
        return Measured.of(kind.span(), kind.workload().facts(), profile);
    }

    private double confidence(Kind worst) {
        double confidence = worst.estimate().inputs().confidence();
        Trial trial = of.memory().trial();
        Measured before = trial == null ? null : trial.before();
        boolean missed = trial != null && trial.state() == Trial.State.INCONCLUSIVE && before != null;
        return confidence * (notEvaluated == 0 ? 1 : NOT_ALL_EVALUATED) * (missed ? MISSED_PREDICTION : 1);
    }

    private Prediction prediction(Found found, @Nullable Step step, @Nullable Measured measured) {
        LocalSearch.Result result = found.result();
        List<Prediction.Published> published = new ArrayList<>();
        for (NamedProfile named : NamedProfile.values()) {
            Evaluation made = result.named().get(named);
            if (made != null) {
                published.add(new Prediction.Published(named, mean(made)));
            }
        }
        Evaluation target = step == null ? result.best() : step.targetMade();
        Evaluation next = step == null ? result.best() : step.stepMade();
        Evaluation.Estimate change = measured == null || step == null
                ? new Evaluation.Estimate(0, 0, 1)
                : Measured.change(result.current(), next, measured.terms(), profile);
        double residual = measured == null ? 0 : measured.residual(result.current(), profile);
        return new Prediction(
                profile,
                whatIf.name(),
                Prediction.Cost.of(result.current(), profile, residual),
                Prediction.Cost.of(target, profile, residual),
                Prediction.Cost.of(next, profile, residual),
                published,
                change.mean(),
                change.deviation(),
                runs,
                packetHops);
    }

    private Advice declined(Decline decline, Found found) {
        Kind worst = found.worst();
        Advice plain = of.declined(
                decline, Evidences.of(worst, found.result().closedForm().sentences()), NicAdvice.of(worst.workload()));
        return plain.with(
                prediction(found, null, measured(worst)),
                worst.estimate().inputs().confidence());
    }
}
