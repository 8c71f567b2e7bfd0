package io.stormglass.streams.remotewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Some samples, sorted by series, then time; of one series and time the newest that came. */
final class Samples {
    private final List<Sample> sorted;

    /** One sample. */
    record Sample(Series series, long millis, double value) {}

    private Samples(List<Sample> sorted) {
        this.sorted = sorted;
    }

    /** Of samples in the order in which they came. */
    static Samples of(List<Sample> came) {
        List<Sample> all = new ArrayList<>(came);
        // Stable, so that the last of equal ones is the newest.
        all.sort(Comparator.<Sample>comparingLong(sample -> sample.series().number())
                .thenComparingLong(Sample::millis));
        List<Sample> once = new ArrayList<>(all.size());
        for (Sample sample : all) {
            int last = once.size() - 1;
            if (last >= 0
                    && once.get(last).series() == sample.series()
                    && once.get(last).millis() == sample.millis()) {
                once.set(last, sample);
            } else {
                once.add(sample);
            }
        }
        return new Samples(once);
    }

    int size() {
        return sorted.size();
    }

    Series series(int i) {
        return sorted.get(i).series();
    }

    long millis(int i) {
        return sorted.get(i).millis();
    }

    double value(int i) {
        return sorted.get(i).value();
    }

    /** From one place up to another. */
    Samples part(int from, int to) {
        return new Samples(sorted.subList(from, to));
    }
}
