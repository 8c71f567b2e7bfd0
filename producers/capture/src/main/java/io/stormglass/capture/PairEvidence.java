package io.stormglass.capture;

/**
 * What speaks for two rows being the directions of one connection, where nothing but sequence numbers tells.
 *
 * <p>Only an acknowledgement that could belong to no other row counts for a pair; one that belongs to another row counts
 * twice against it. A pair that was never doubted holds with one, any other with {@link #ENOUGH} more for it than against it.
 */
final class PairEvidence {
    private static final int ENOUGH = 3;
    private static final int CERTAIN = 8;

    private int score = 1;
    private boolean doubted;

    /** Evidence of one acknowledgement; doubted from the start where another pair had to give way to it. */
    PairEvidence(boolean doubted) {
        this.doubted = doubted;
    }

    /** An acknowledgement of another number that no other row could have sent. */
    void supported() {
        score = Math.min(CERTAIN, score + 1);
    }

    /** An acknowledgement of a number that another row sent and this one did not; true where nothing is left. */
    boolean contradicted() {
        return weakened(2);
    }

    /** Another row wants the place with an acknowledgement of its own; true where nothing is left. */
    boolean challenged() {
        return weakened(1);
    }

    private boolean weakened(int by) {
        doubted = true;
        score -= by;
        return score <= 0;
    }

    /** What was found came about while a row that fits as well could not be seen: it proves nothing. */
    void startAgain() {
        doubted = true;
        score = 0;
    }

    /** Nobody else is considered for either row any more. */
    boolean isSettled() {
        return score >= ENOUGH;
    }

    /** Not even looked at again unless something speaks against it. */
    boolean isCertain() {
        return score == CERTAIN;
    }

    /** Whether it is a pair if nothing else comes. */
    boolean holds() {
        return score >= (doubted ? ENOUGH : 1);
    }
}
