package io.stormglass.cli.tune;

import io.stormglass.emulator.queue.FabricQueue;
import io.stormglass.emulator.queue.Span;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for the best setting of the grid in the whole fabric and nowhere else: no model of ours has a say. Everybody runs briefly first, and who is among the cheapest runs longer
 * with other seeds. All settings of a stage see the same traffic.
 */
final class Sweep {
    private final FabricQueue queue;
    private final TuneSize size;
    private final FabricRuns runs;

    /**
     * What came of it.
     *
     * @param best by weight profile
     * @param worst of the first stage
     */
    record Swept(Map<Profile, Thresholds> best, Map<Profile, Thresholds> worst) {}

    Sweep(FabricQueue queue, TuneSize size, FabricRuns runs) {
        this.queue = queue;
        this.size = size;
        this.runs = runs;
    }

    /** How many runs it takes at most. */
    static int mostRuns(TuneSize size, int profiles) {
        int settings = (TuningGrid.SIZE + size.gridStep() - 1) / size.gridStep();
        int sum = 0;
        for (TuneSize.Stage stage : size.stages()) {
            sum += settings * stage.seeds();
            settings = Math.min(settings, profiles * stage.keep());
        }
        return sum;
    }

    /**
     * Sweeps.
     *
     * @param firstSeed of those that are used
     */
    Swept run(Collection<Profile> profiles, long firstSeed) throws InterruptedException {
        List<Thresholds> all = TuningGrid.of(queue.facts());
        Set<Thresholds> left = new LinkedHashSet<>();
        for (int i = 0; i < all.size(); i += size.gridStep()) {
            left.add(all.get(i));
        }
        EnumMap<Profile, Thresholds> best = new EnumMap<>(Profile.class);
        EnumMap<Profile, Thresholds> worst = new EnumMap<>(Profile.class);
        SeedSet seeds = new SeedSet(firstSeed, 1);
        for (TuneSize.Stage stage : size.stages()) {
            seeds = seeds.next(stage.seeds());
            FabricQueue over = queue.over(new Span(queue.span().warmUpNanos(), stage.measuredNanos()));
            Map<Thresholds, Evaluation> made = runs.evaluate(over, left, seeds);
            left = new LinkedHashSet<>();
            for (Profile profile : profiles) {
                List<Thresholds> sorted = sorted(made.values(), profile);
                worst.putIfAbsent(profile, sorted.getLast());
                best.put(profile, sorted.getFirst());
                left.addAll(sorted.subList(0, Math.min(stage.keep(), sorted.size())));
            }
        }
        return new Swept(best, worst);
    }

    private static List<Thresholds> sorted(Collection<Evaluation> made, Profile profile) {
        List<Evaluation> sorted = new ArrayList<>(made);
        sorted.sort(Comparator.comparingDouble(each -> each.cost(profile).mean()));
        return sorted.stream().map(Evaluation::thresholds).toList();
    }
}
