package io.stormglass.streams.topology;

/** When a stage tells the next one how far it has come: once per step of event time, since every telling is a message to each partition there. */
final class ProgressSteps {
    private static final long NOTHING_TOLD = Long.MIN_VALUE;

    private final long stepNanos;
    private long toldStep = NOTHING_TOLD;

    ProgressSteps(long stepNanos) {
        this.stepNanos = stepNanos;
    }

    /** True where a watermark lies in another step than the one that was told last; it counts as told then. */
    boolean isNext(long watermarkNanos) {
        long step = Math.floorDiv(watermarkNanos, stepNanos);
        boolean next = step != toldStep;
        toldStep = step;
        return next;
    }
}
