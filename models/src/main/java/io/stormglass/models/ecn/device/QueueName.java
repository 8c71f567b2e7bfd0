package io.stormglass.models.ecn.device;

import java.util.Comparator;

/**
 * An egress queue of a switch.
 *
 * @param lineBitsPerSecond speed of its port, above 0
 */
public record QueueName(String port, int queue, long lineBitsPerSecond) implements Comparable<QueueName> {
    private static final Comparator<QueueName> ORDER =
            Comparator.comparing(QueueName::port).thenComparingInt(QueueName::queue);

    public QueueName {
        if (lineBitsPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "port " + port + " with " + lineBitsPerSecond + " bit/s: above 0 is needed");
        }
    }

    @Override
    public int compareTo(QueueName other) {
        return ORDER.compare(this, other);
    }

    /** Such as {@code Ethernet0|3}. */
    public String text() {
        return port + "|" + queue;
    }
}
