package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.Outcome;
import java.util.Arrays;

/** Slowdowns of one class of messages. */
final class Slowdowns {
    private double[] values = new double[256];
    private int count;

    void clear() {
        count = 0;
    }

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    Outcome.Slowdown summary() {
        if (count == 0) {
            return Outcome.Slowdown.NONE;
        }
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        double sum = 0;
        for (double value : sorted) {
            sum += value;
        }
        return new Outcome.Slowdown(count, sum / count, sorted[(int) Math.ceil(0.99 * count) - 1]);
    }
}
