package io.stormglass.models.pause;

import java.util.Comparator;

/** One egress queue of a port. */
record QueueKey(int priority, int queue) implements Comparable<QueueKey> {
    private static final Comparator<QueueKey> ORDER =
            Comparator.comparingInt(QueueKey::priority).thenComparingInt(QueueKey::queue);

    @Override
    public int compareTo(QueueKey other) {
        return ORDER.compare(this, other);
    }
}
