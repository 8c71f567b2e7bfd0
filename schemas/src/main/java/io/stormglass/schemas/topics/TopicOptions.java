package io.stormglass.schemas.topics;

/**
 * What a site may choose.
 *
 * @param eventPartitions partitions of {@code flow-events}, {@code port-events} and the per-key states; 0 takes the
 *     catalogue's number
 * @param replicationFactor copies of each partition; -1 takes the cluster's default
 * @param retentionBytes limit per partition of topics that are cut by size; 0 takes the catalogue's number
 */
public record TopicOptions(int eventPartitions, short replicationFactor, long retentionBytes) {
    /** The catalogue's numbers and the cluster's replication. */
    public static final TopicOptions DEFAULT = new TopicOptions(0, (short) -1, 0);

    public TopicOptions {
        if (eventPartitions < 0 || eventPartitions > 100_000) {
            throw new IllegalArgumentException(
                    "event partitions is " + eventPartitions + ", give 1 to 100000, or 0 for the catalogue's number");
        }
        if (replicationFactor < -1 || replicationFactor == 0) {
            throw new IllegalArgumentException(
                    "replication factor is " + replicationFactor + ", give 1 or more, or -1 for the cluster's default");
        }
        if (retentionBytes < 0 || (retentionBytes > 0 && retentionBytes < TopicDefinition.SMALLEST_RETENTION_BYTES)) {
            throw new IllegalArgumentException("retention is " + retentionBytes + " bytes, give at least "
                    + TopicDefinition.SMALLEST_RETENTION_BYTES + ", or 0 for the catalogue's number");
        }
    }

    /** With another number of event partitions. */
    public TopicOptions withEventPartitions(int partitions) {
        return new TopicOptions(partitions, replicationFactor, retentionBytes);
    }

    /** With another replication factor. */
    public TopicOptions withReplicationFactor(int factor) {
        return new TopicOptions(eventPartitions, (short) factor, retentionBytes);
    }

    /** With another limit per partition. */
    public TopicOptions withRetentionBytes(long bytes) {
        return new TopicOptions(eventPartitions, replicationFactor, bytes);
    }
}
