package io.stormglass.cli.tune;

import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.List;

/** The settings that a sweep tries: Kmin of ten sizes, and for each a step and twenty slopes. */
final class TuningGrid {
    /** Time at line rate, so that the grid is the same for every link. */
    private static final double[] KMIN_MICROS = {0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128};

    private static final int[] KMAX_BY_KMIN = {2, 4, 10, 40};
    private static final double[] PMAX = {0.01, 0.05, 0.2, 0.5, 1};

    /** How many there are. */
    static final int SIZE = KMIN_MICROS.length * (1 + KMAX_BY_KMIN.length * PMAX.length);

    private TuningGrid() {}

    /** All 210, by Kmin. */
    static List<Thresholds> of(QueueFacts facts) {
        List<Thresholds> all = new ArrayList<>();
        for (double micros : KMIN_MICROS) {
            long kmin = Math.round(facts.bytes(1e3 * micros));
            all.add(new Thresholds(kmin, kmin, 1));
            for (int factor : KMAX_BY_KMIN) {
                for (double pmax : PMAX) {
                    all.add(new Thresholds(kmin, factor * kmin, pmax));
                }
            }
        }
        return all;
    }
}
