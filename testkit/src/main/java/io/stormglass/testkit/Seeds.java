package io.stormglass.testkit;

import java.util.SplittableRandom;

/**
 * Where the random numbers of tests come from.
 *
 * <p>The seed is the system property {@code seed}; without it a fresh one is drawn once per JVM. Whoever takes numbers
 * prints the seed, so that a failure can be repeated with {@code -Dseed=}.
 */
public final class Seeds {
    private static final long SEED = read(System.getProperty("seed", ""));

    private Seeds() {}

    /** The seed of this JVM. */
    public static long seed() {
        return SEED;
    }

    /**
     * A source for one test; prints the seed. Fork it with {@link SplittableRandom#split()}.
     *
     * @param label what the numbers are for; two labels get independent numbers from one seed
     */
    public static SplittableRandom random(String label) {
        System.out.println("seed " + SEED + " for " + label + " (repeat with -Dseed=" + SEED + ")");
        return derive(SEED, label, 0);
    }

    /**
     * The source that belongs to a seed, a label and an index; the same three always give the same numbers.
     *
     * @param index number of the case, 0 and up
     */
    static SplittableRandom derive(long seed, String label, int index) {
        long mixed = mix(seed);
        for (int i = 0; i < label.length(); i++) {
            mixed = mix(mixed + label.charAt(i));
        }
        return new SplittableRandom(mix(mixed + index));
    }

    static long read(String property) {
        if (property.isBlank()) {
            return new SplittableRandom().nextLong(1, 1_000_000_000L);
        }
        try {
            return Long.parseLong(property.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("system property seed is '" + property + "', give a whole number", e);
        }
    }

    /** The finaliser of SplitMix64: neighbouring inputs end far apart. */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
