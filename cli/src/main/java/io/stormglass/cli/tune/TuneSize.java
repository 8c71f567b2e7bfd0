package io.stormglass.cli.tune;

import java.util.List;

/**
 * How much is measured.
 *
 * @param measuredNanos of a run that counts, after its warm-up
 * @param freshSeeds runs of each setting that is told of, with seeds that chose nothing
 * @param gridStep each so many-th setting of the grid is tried; 1 is all
 * @param stages of the sweep, one after another with seeds of their own
 */
public record TuneSize(long measuredNanos, int freshSeeds, int gridStep, List<Stage> stages) {
    private static final long MILLI = 1_000_000;

    /** 200 ms with 5 fresh seeds; 210 settings for 40 ms, the best 24 of each weight profile twice for 100 ms, the best 8 three times for 200 ms. */
    public static final TuneSize FULL = new TuneSize(
            200 * MILLI,
            5,
            1,
            List.of(new Stage(40 * MILLI, 1, 24), new Stage(100 * MILLI, 2, 8), new Stage(200 * MILLI, 3, 1)));

    public TuneSize {
        stages = List.copyOf(stages);
        if (measuredNanos < 1 || freshSeeds < 2 || gridStep < 1 || stages.isEmpty()) {
            throw new IllegalArgumentException(measuredNanos + " ns, " + freshSeeds + " fresh seeds, each " + gridStep
                    + "-th setting, " + stages.size() + " stages: at least 1, 2, 1 and 1 are needed");
        }
        if (stages.getLast().keep() != 1) {
            throw new IllegalArgumentException(
                    "the last stage keeps " + stages.getLast().keep() + ", 1 is needed");
        }
    }

    /**
     * A stage of the sweep.
     *
     * @param measuredNanos of a run
     * @param seeds runs of each setting
     * @param keep how many go on, of each weight profile
     */
    public record Stage(long measuredNanos, int seeds, int keep) {
        public Stage {
            if (measuredNanos < 1 || seeds < 1 || keep < 1) {
                throw new IllegalArgumentException("stage of " + measuredNanos + " ns, " + seeds + " seeds that keeps "
                        + keep + ": at least 1 of each is needed");
            }
        }
    }

    /** The longest run, without warm-up. */
    long longestNanos() {
        return Math.max(
                measuredNanos,
                stages.stream().mapToLong(Stage::measuredNanos).max().orElse(0));
    }
}
