package io.stormglass.publisher;

/**
 * Where batches and slices are cut. All of it counts work, never time, so that the same events give the same records.
 *
 * @param batchEvents events of one record, at least 1
 * @param batchBytes encoded bytes of one record's events, estimated from above; at least 1
 * @param heldEvents events that wait for their slice to end; above it the oldest slice leaves early; at least 1
 */
public record BatchLimits(int batchEvents, int batchBytes, int heldEvents) {
    /** 512 events or 64 KiB per record; a quarter of a million events held. */
    public static final BatchLimits DEFAULT = new BatchLimits(512, 64 * 1024, 250_000);

    public BatchLimits {
        requirePositive("batchEvents", batchEvents);
        requirePositive("batchBytes", batchBytes);
        requirePositive("heldEvents", heldEvents);
    }

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " " + value + " must be at least 1");
        }
    }
}
