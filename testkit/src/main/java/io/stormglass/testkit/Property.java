package io.stormglass.testkit;

import java.util.SplittableRandom;

/** Runs a check over many random cases; a failure names the seed and the case. */
public final class Property {
    private Property() {}

    /** One case. */
    @FunctionalInterface
    public interface Case {
        /**
         * Draws an input and checks it.
         *
         * @param random the case's own numbers
         * @throws Exception if the property does not hold; assertion errors as well
         */
        void check(SplittableRandom random) throws Exception;
    }

    /**
     * Checks many cases, or only the one whose number system property {@code only.case} holds.
     *
     * @param name what holds, as a sentence; takes part in the numbers
     * @param cases how many, at least 1
     * @throws AssertionError if a case fails; its cause is what the case threw
     */
    public static void check(String name, int cases, Case body) {
        check(Seeds.seed(), System.getProperty("only.case", ""), name, cases, body);
    }

    static void check(long seed, String onlyCase, String name, int cases, Case body) {
        if (cases < 1) {
            throw new IllegalArgumentException("cases is " + cases + ", at least 1 is needed");
        }
        System.out.println("property '" + name + "': " + cases + " cases, seed " + seed);
        int first = onlyCase.isBlank() ? 0 : Integer.parseInt(onlyCase.trim());
        int end = onlyCase.isBlank() ? cases : first + 1;
        for (int i = first; i < end; i++) {
            runCase(seed, name, i, body);
        }
    }

    private static void runCase(long seed, String name, int index, Case body) {
        try {
            body.check(Seeds.derive(seed, name, index));
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "property '" + name + "' fails in case " + index + " of seed " + seed + " (repeat with -Dseed="
                            + seed + " -Donly.case=" + index + "): " + e.getMessage(),
                    e);
        }
    }
}
