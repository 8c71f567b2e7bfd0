package io.stormglass.models.ecn.device;

import io.stormglass.models.ecn.Thresholds;
import org.jspecify.annotations.Nullable;

/**
 * Thresholds as a switch keeps them: whole numbers of a unit, and whole percents.
 *
 * @param minimum of the marking curve, in the unit, 0 and up
 * @param maximum of the marking curve, in the unit, at least the minimum
 * @param percent largest marking probability, 0..100
 * @param weight exponent of the moving average, 0: the instantaneous queue; null where the switch has none or it was not read
 */
public record Setting(
        long minimum, long maximum, int percent, @Nullable Integer weight) {
    private static final int ALL = 100;

    public Setting {
        if (minimum < 0 || maximum < minimum) {
            throw new IllegalArgumentException(
                    "minimum " + minimum + " and maximum " + maximum + ": 0 <= minimum <= maximum is needed");
        }
        if (percent < 0 || percent > ALL) {
            throw new IllegalArgumentException("largest marking probability " + percent + " %: 0..100 is needed");
        }
        if (weight != null && weight < 0) {
            throw new IllegalArgumentException("weight " + weight + " is below 0");
        }
    }

    /** The nearest setting that a switch can keep: at least one unit and one percent, a step no narrower than one unit. */
    public static Setting nearest(Thresholds wanted, Scale scale, @Nullable Integer weight) {
        long minimum = scale.units(wanted.kminBytes());
        long maximum = Math.max(minimum + 1, scale.units(wanted.kmaxBytes()));
        int percent = Math.clamp(Math.round(wanted.maxProbability() * ALL), 1, ALL);
        return new Setting(minimum, maximum, percent, weight);
    }

    /** What it means. */
    public Thresholds thresholds(Scale scale) {
        return new Thresholds(scale.bytes(minimum), scale.bytes(maximum), percent / (double) ALL);
    }
}
