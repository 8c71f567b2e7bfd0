package io.stormglass.cli.scoreboard;

/**
 * Records that get lost, come twice or come late on their way, each with the same probability. Ticks and end marks are not touched.
 *
 * @param share probability of each, 0 to below 1
 */
public record Perturbation(double share) {
    /** Late records come up to so much later. */
    static final long LATEST_NANOS = 500_000_000L;

    /** Nothing happens to records. */
    public static final Perturbation NONE = new Perturbation(0);

    public Perturbation {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("share of records is " + share + ", 0 to below 1 is possible");
        }
    }
}
