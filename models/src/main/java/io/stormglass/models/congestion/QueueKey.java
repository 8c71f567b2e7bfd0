package io.stormglass.models.congestion;

import java.util.Comparator;

/** Priority and number of a queue, in the order in which they are published. */
record QueueKey(int priority, int queue) implements Comparable<QueueKey> {
    private static final Comparator<QueueKey> ORDER =
            Comparator.comparingInt(QueueKey::priority).thenComparingInt(QueueKey::queue);

    @Override
    public int compareTo(QueueKey other) {
        return ORDER.compare(this, other);
    }
}
