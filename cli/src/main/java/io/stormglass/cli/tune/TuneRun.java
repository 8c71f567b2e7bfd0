package io.stormglass.cli.tune;

import io.stormglass.emulator.queue.FabricQueue;
import io.stormglass.models.ecn.Evaluation;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Tunes a scenario and measures what came of it, beside the sweep and the published settings. */
public final class TuneRun {
    /** Of the sweep; the loop's begin at 1001. */
    private static final long SWEEP_SEED = 10;

    private static final long FRESH_SEED = 101;

    private final TuneSize size;
    private final FabricRuns runs;

    /** With threads. */
    public TuneRun(TuneSize size, FabricRuns runs) {
        this.size = size;
        this.runs = runs;
    }

    /** Emulations of one scenario at most. */
    public static int mostRuns(TuneSize size, int profiles) {
        int told = 1 + NamedProfile.values().length + 3 * profiles;
        return Sweep.mostRuns(size, profiles) + told * size.freshSeeds();
    }

    /**
     * Sweeps and compares.
     *
     * @param loops the steps of the loop, by weight profile
     * @return a row per profile, in their order
     */
    public List<TuneRow> run(TuningScenario scenario, Map<Profile, List<TuneStep>> loops) throws InterruptedException {
        Collection<Profile> profiles = new EnumMap<>(loops).keySet();
        FabricQueue queue = scenario.queue();
        Sweep.Swept swept = new Sweep(queue, size, runs).run(profiles, SWEEP_SEED);
        long line = queue.facts().lineBitsPerSecond();
        Set<Thresholds> told = new LinkedHashSet<>();
        told.add(queue.start());
        for (NamedProfile named : NamedProfile.values()) {
            told.add(named.at(line));
        }
        for (Profile profile : profiles) {
            told.add(last(loops, profile));
            told.add(of(swept.best(), profile));
            told.add(of(swept.worst(), profile));
        }
        Map<Thresholds, Evaluation> made = runs.evaluate(queue, told, new SeedSet(FRESH_SEED, size.freshSeeds()));
        EnumMap<NamedProfile, Evaluation> named = new EnumMap<>(NamedProfile.class);
        for (NamedProfile each : NamedProfile.values()) {
            named.put(each, of(made, each.at(line)));
        }
        List<TuneRow> rows = new ArrayList<>();
        for (Profile profile : profiles) {
            rows.add(new TuneRow(
                    scenario.file().name(),
                    profile,
                    of(loops, profile),
                    of(made, queue.start()),
                    of(made, last(loops, profile)),
                    of(made, of(swept.best(), profile)),
                    of(made, of(swept.worst(), profile)),
                    named));
        }
        return rows;
    }

    private static Thresholds last(Map<Profile, List<TuneStep>> loops, Profile profile) {
        return of(loops, profile).getLast().current();
    }

    private static <K, V> V of(Map<K, V> map, K key) {
        return Objects.requireNonNull(map.get(key));
    }
}
