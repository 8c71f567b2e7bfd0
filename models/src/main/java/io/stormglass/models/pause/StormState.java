package io.stormglass.models.pause;

/**
 * Hysteresis of one storm state, and what was told of it last.
 *
 * @param open true while the state is open
 * @param sinceNanos opening of the newest state, 0 where there was none
 * @param clearedNanos when nothing held it any more, 0 while it is open or never was
 * @param moving packets passed when it was told last
 * @param told rule that was told last
 */
public record StormState(boolean open, long sinceNanos, long clearedNanos, boolean moving, Told told) {
    /** Never opened. */
    public static final StormState NEVER =
            new StormState(false, 0, 0, false, new Told(StormRule.SUSTAINED, PauseChange.Source.FRAMES, 0, 0));

    /**
     * The rule that holds the state, or held it last.
     *
     * @param detectionNanos how long it had to hold
     * @param confidence 0..1
     */
    public record Told(StormRule rule, PauseChange.Source source, long detectionNanos, double confidence) {}

    StormState opened(long atNanos, boolean nowMoving, Told by) {
        return new StormState(true, atNanos, 0, nowMoving, by);
    }

    StormState continued(boolean nowMoving, Told by) {
        return new StormState(true, sinceNanos, 0, nowMoving, by);
    }

    StormState cleared(long atNanos) {
        return new StormState(false, sinceNanos, atNanos, moving, told);
    }

    /** True where the state has cleared so lately that a rise continues it. */
    boolean clearing(long atNanos, PauseSettings settings) {
        return !open && clearedNanos != 0 && atNanos - clearedNanos < settings.clearNanos();
    }
}
