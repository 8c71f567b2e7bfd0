package io.stormglass.models.ecn;

/**
 * Seeds of the runs of one evaluation. Settings that are compared get the same set: the same traffic for all (common random numbers).
 *
 * @param first of them
 * @param count at least 1; they follow one another
 */
public record SeedSet(long first, int count) {
    public SeedSet {
        Checks.atLeast("number of seeds", count, 1);
    }

    /** So many others behind these. */
    public SeedSet next(int more) {
        return new SeedSet(first + count, more);
    }
}
