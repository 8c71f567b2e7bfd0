package io.stormglass.models.ecn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for better thresholds near the closed form with a {@link WhatIf}: steps of an octave, then of half of one, in Kmin, width and Pmax, never more than an octave
 * away (with several inputs wrong at once a freer search ends far worse than where it began). The current setting and the published ones compete.
 *
 * <p>Everything is compared under the same traffic. What pauses more than the current setting is out, whatever it costs. Three sets of seeds: the first finds, the second
 * chooses among the finalists, the third says what to expect, as whoever was chosen looks better than it is on the seeds that chose it.
 */
public final class LocalSearch {
    /** Directions in (Kmin, width, Pmax): each alone, along a constant slope, one threshold against the other, all sizes together. */
    private static final int[][] DIRECTIONS = {
        {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1},
        {0, 1, 1}, {0, -1, -1}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}, {-1, -1, 0}
    };

    private static final double SMALLEST_STEP = 0.5;
    private static final double ROUNDING_OCTAVES = 0.02;

    private final Question question;
    private final Settings settings;
    private final WhatIf whatIf;
    private final Bounds bounds;
    private final Map<Thresholds, Evaluation> scanned = new LinkedHashMap<>();
    private int runs;
    private long packetHops;

    private LocalSearch(Question question, Settings settings, WhatIf whatIf) {
        this.question = question;
        this.settings = settings;
        this.whatIf = whatIf;
        bounds = Bounds.of(question.workload());
    }

    /**
     * What is asked.
     *
     * @param workload of the queue
     * @param profile of the cost
     * @param current thresholds
     * @param firstSeed of those that are used
     */
    public record Question(Workload workload, Profile profile, Thresholds current, long firstSeed) {}

    /**
     * How much is spent. A run is one seed of one setting.
     *
     * @param seedsToFind per setting, at least 1
     * @param seedsToChoose per finalist
     * @param seedsToPredict for the winner and the current setting
     * @param moves accepted at most
     * @param leastImprovement relative, of a move, and of a finalist over the current setting or the closed form
     * @param improvementFarAway relative, of a finalist that is farther from the closed form than the octaves (a published setting), where there are long flows
     * @param octaves from the closed form at most
     * @param mostRuns after which it moves no more; finalists come on top
     * @param mostPacketHops the same
     */
    public record Settings(
            int seedsToFind,
            int seedsToChoose,
            int seedsToPredict,
            int moves,
            double leastImprovement,
            double improvementFarAway,
            double octaves,
            int mostRuns,
            long mostPacketHops) {
        /** 2, 4 and 6 seeds, 5 moves of 2 % and more, 10 % far away, one octave, 100 runs, 20 million packet hops. */
        public static final Settings STANDARD = new Settings(2, 4, 6, 5, 0.02, 0.1, 1, 100, 20_000_000);

        public Settings {
            Checks.atLeast("seeds to find", seedsToFind, 1);
            Checks.atLeast("seeds to choose", seedsToChoose, 2);
            Checks.atLeast("seeds to predict", seedsToPredict, 2);
            Checks.atLeast("moves", moves, 0);
            Checks.atLeast("least improvement", leastImprovement, 0);
            Checks.atLeast("improvement far away", improvementFarAway, 0);
            Checks.atLeast("octaves", octaves, 0);
            Checks.atLeast("most runs", mostRuns, 1);
            Checks.atLeast("most packet hops", mostPacketHops, 1);
        }
    }

    /**
     * What came of it. Costs of best and current are of seeds that chose neither.
     *
     * @param profile of the costs
     * @param closedForm where it began
     * @param best the recommendation; the current setting where nothing is better
     * @param current as it is
     * @param named published settings under the seeds of the search, in their order
     * @param bounds of the best
     * @param runs made
     * @param packetHops made
     * @param whatIf the name of who was asked
     */
    public record Result(
            Profile profile,
            ClosedForm closedForm,
            Evaluation best,
            Evaluation current,
            Map<NamedProfile, Evaluation> named,
            List<Bound> bounds,
            int runs,
            long packetHops,
            String whatIf) {
        public Result {
            named = Collections.unmodifiableMap(new EnumMap<>(named));
            bounds = List.copyOf(bounds);
        }

        /** Predicted cost of the recommendation. */
        public Evaluation.Estimate bestCost() {
            return best.cost(profile);
        }

        /** Cost of the current setting. */
        public Evaluation.Estimate currentCost() {
            return current.cost(profile);
        }

        /** By how much the best costs less, paired. */
        public Evaluation.Estimate gain() {
            return best.gainOver(current, profile);
        }
    }

    /** Searches with the usual settings. */
    public static Result search(Question question, WhatIf whatIf) {
        return search(question, Settings.STANDARD, whatIf);
    }

    /** Searches. */
    public static Result search(Question question, Settings settings, WhatIf whatIf) {
        return new LocalSearch(question, settings, whatIf).run();
    }

    private Result run() {
        ClosedForm closed = ClosedForm.of(question.workload(), question.profile());
        Thresholds centre = bounds.into(closed.thresholds());
        Evaluation current = scan(question.current());
        EnumMap<NamedProfile, Evaluation> named = new EnumMap<>(NamedProfile.class);
        for (NamedProfile profile : NamedProfile.values()) {
            named.put(profile, scan(profile.at(question.workload().facts().lineBitsPerSecond())));
        }
        climb(centre, current);
        SeedSet choose = seeds().next(settings.seedsToChoose());
        Thresholds best = choose(finalists(centre, current), centre, choose);
        SeedSet predict = choose.next(settings.seedsToPredict());
        Evaluation currentPredicted = evaluate(question.current(), predict);
        Evaluation bestPredicted = best.equals(question.current()) ? currentPredicted : evaluate(best, predict);
        return new Result(
                question.profile(),
                closed,
                bestPredicted,
                currentPredicted,
                named,
                bounds.of(best),
                runs,
                packetHops,
                whatIf.name());
    }

    private SeedSet seeds() {
        return new SeedSet(question.firstSeed(), settings.seedsToFind());
    }

    private Evaluation scan(Thresholds thresholds) {
        Evaluation known = scanned.get(thresholds);
        if (known != null) {
            return known;
        }
        Evaluation made = evaluate(thresholds, seeds());
        scanned.put(thresholds, made);
        return made;
    }

    private Evaluation evaluate(Thresholds thresholds, SeedSet seeds) {
        Evaluation made = whatIf.evaluate(thresholds, question.workload(), seeds);
        runs += seeds.count();
        packetHops += made.packetHops();
        return made;
    }

    private boolean spent() {
        return runs >= settings.mostRuns() || packetHops >= settings.mostPacketHops();
    }

    /** A place near the centre, in octaves. */
    private record Place(double kmin, double width, double pmax) {
        Place to(int[] direction, double step) {
            return new Place(kmin + step * direction[0], width + step * direction[1], pmax + step * direction[2]);
        }

        boolean within(double octaves) {
            return Math.abs(kmin) <= octaves && Math.abs(width) <= octaves && Math.abs(pmax) <= octaves;
        }

        Thresholds of(Thresholds centre, long packetBytes) {
            long kminBytes = Math.round(Math.max(packetBytes, centre.kminBytes()) * StrictMath.pow(2, kmin));
            long widthBytes = Math.round(Math.max(packetBytes, centre.widthBytes()) * StrictMath.pow(2, width));
            return new Thresholds(
                    kminBytes, kminBytes + widthBytes, Math.min(1, centre.maxProbability() * StrictMath.pow(2, pmax)));
        }
    }

    private void climb(Thresholds centre, Evaluation current) {
        Comparator<Evaluation> order = order(current);
        Place place = new Place(0, 0, 0);
        Evaluation here = scan(centre);
        double step = Math.min(1, settings.octaves());
        for (int moves = 0; moves < settings.moves() && step >= SMALLEST_STEP; ) {
            Place better = place;
            Evaluation there = here;
            for (int[] direction : DIRECTIONS) {
                Place next = place.to(direction, step);
                if (spent()) {
                    return;
                }
                if (next.within(settings.octaves())) {
                    Evaluation made = scan(at(next, centre));
                    if (order.compare(made, there) < 0) {
                        better = next;
                        there = made;
                    }
                }
            }
            if (improves(here, there, current)) {
                place = better;
                here = there;
                moves++;
            } else {
                step /= 2;
            }
        }
    }

    private Thresholds at(Place place, Thresholds centre) {
        return bounds.into(place.of(centre, question.workload().facts().packetBytes()));
    }

    /** Fewer pauses above the current setting's first, then the lower cost. */
    private Comparator<Evaluation> order(Evaluation current) {
        return Comparator.<Evaluation>comparingDouble(made -> excess(made, current))
                .thenComparingDouble(this::mean);
    }

    private static double excess(Evaluation made, Evaluation current) {
        return Math.max(0, made.pausedRatio() - current.pausedRatio());
    }

    private double mean(Evaluation made) {
        return made.cost(question.profile()).mean();
    }

    private boolean improves(Evaluation here, Evaluation there, Evaluation current) {
        return excess(there, current) < excess(here, current)
                || mean(there) < (1 - settings.leastImprovement()) * mean(here);
    }

    /** The centre, the three best of the neighbourhood and the two best published settings that keep all hard limits. */
    private Set<Thresholds> finalists(Thresholds centre, Evaluation current) {
        List<Evaluation> sorted = new ArrayList<>(scanned.values());
        sorted.sort(order(current));
        Set<Thresholds> chosen = new LinkedHashSet<>();
        chosen.add(centre);
        for (Evaluation made : sorted) {
            if (chosen.size() < 6 && bounds.hold(made.thresholds())) {
                chosen.add(made.thresholds());
            }
        }
        return chosen;
    }

    /**
     * The cheapest; the current setting or else the centre where one of them is as good as that, so that chance moves nothing along a flat ridge. What lies outside the
     * octaves has to be clearly better than the centre: out there the model is least to be trusted. Not so without long flows, for which the closed form was not made.
     */
    private Thresholds choose(Set<Thresholds> finalists, Thresholds centre, SeedSet seeds) {
        Evaluation current = evaluate(question.current(), seeds);
        Evaluation best = current;
        Evaluation closed = current;
        for (Thresholds thresholds : finalists) {
            Evaluation made = thresholds.equals(question.current()) ? current : evaluate(thresholds, seeds);
            if (excess(made, current) == 0) {
                best = handicapped(made, centre) < handicapped(best, centre) ? made : best;
                closed = thresholds.equals(centre) ? made : closed;
            }
        }
        if (!improves(current, best, current)) {
            return question.current();
        }
        return (improves(closed, best, current) ? best : closed).thresholds();
    }

    private double handicapped(Evaluation made, Thresholds centre) {
        boolean free = question.workload().longFlows() == 0
                || made.thresholds().equals(question.current())
                || near(made.thresholds(), centre);
        return free ? mean(made) : mean(made) * (1 + settings.improvementFarAway());
    }

    private boolean near(Thresholds thresholds, Thresholds centre) {
        double packet = question.workload().facts().packetBytes();
        return octaves((double) thresholds.kminBytes(), (double) centre.kminBytes(), packet)
                        <= settings.octaves() + ROUNDING_OCTAVES
                && octaves((double) thresholds.widthBytes(), (double) centre.widthBytes(), packet)
                        <= settings.octaves() + ROUNDING_OCTAVES
                && octaves(thresholds.maxProbability(), centre.maxProbability(), 1e-6)
                        <= settings.octaves() + ROUNDING_OCTAVES;
    }

    private static double octaves(double value, double other, double least) {
        return Math.abs(StrictMath.log(Math.max(least, value) / Math.max(least, other))) / StrictMath.log(2);
    }
}
