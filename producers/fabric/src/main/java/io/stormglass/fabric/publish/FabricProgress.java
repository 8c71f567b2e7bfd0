package io.stormglass.fabric.publish;

/**
 * How far a publisher has come; a snapshot that any thread may read.
 *
 * @param eventNanos event time that has been published, ns since the scenario's start
 * @param wallNanos wall time that this took
 * @param behindNanos how far the fabric is behind the scale that was asked for, wall ns; 0 where it keeps up or none was asked for
 * @param records records written, ticks and end marks not counted
 * @param events events in them
 * @param repeated records written once more
 * @param lost batches that an agent sent and that never got through
 * @param late batches that came later than they should
 * @param rejected records that the broker refused
 */
public record FabricProgress(
        long eventNanos,
        long wallNanos,
        long behindNanos,
        long records,
        long events,
        long repeated,
        long lost,
        long late,
        long rejected) {
    /** Nothing yet. */
    static final FabricProgress NONE = new FabricProgress(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Event time per wall time that was reached; 0 before the first slice. */
    public double achievedScale() {
        return wallNanos == 0 ? 0 : (double) eventNanos / wallNanos;
    }
}
