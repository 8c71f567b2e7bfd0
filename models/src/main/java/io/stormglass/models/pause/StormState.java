package io.stormglass.models.pause;

/**
 * Hysteresis of one storm state.
 *
 * @param open true while the state is open
 * @param sinceNanos opening of the newest state, 0 where there was none
 * @param clearedNanos when it fell below the clear limit, 0 where it never did
 * @param confidence of the newest opening
 */
public record StormState(boolean open, long sinceNanos, long clearedNanos, double confidence) {
    /** Never opened. */
    public static final StormState NEVER = new StormState(false, 0, 0, 0);

    StormState opened(long atNanos, double newConfidence) {
        return new StormState(true, atNanos, 0, newConfidence);
    }

    StormState continued() {
        return new StormState(true, sinceNanos, 0, confidence);
    }

    StormState cleared(long atNanos) {
        return new StormState(false, sinceNanos, atNanos, confidence);
    }

    /** True where the state has cleared so lately that a rise continues it. */
    boolean clearing(long atNanos, PauseSettings settings) {
        return !open && clearedNanos != 0 && atNanos - clearedNanos < settings.clearNanos();
    }
}
