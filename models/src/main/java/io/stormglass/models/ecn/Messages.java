package io.stormglass.models.ecn;

import java.util.List;

/**
 * Messages of several sizes that come at random (Poisson) whatever the network does, as storage traffic; one queue pair per sender, messages one after another.
 *
 * @param senders 0 for no messages
 * @param load share of the link that they offer together, 0..1
 * @param sizes what they are like
 */
public record Messages(int senders, double load, List<Size> sizes) {
    /** No messages. */
    public static final Messages NONE = new Messages(0, 0, List.of());

    /**
     * One size.
     *
     * @param bytes at least 1
     * @param weight relative number of messages of this size, above 0
     */
    public record Size(long bytes, double weight) {
        public Size {
            Checks.atLeast("message size", bytes, 1);
            Checks.above("weight of a message size", weight, 0);
        }
    }

    public Messages {
        sizes = List.copyOf(sizes);
        Checks.atLeast("senders of messages", senders, 0);
        Checks.share("load of messages", load);
        if (senders > 0 && (sizes.isEmpty() || load == 0)) {
            throw new IllegalArgumentException(
                    senders + " senders with load " + load + " and " + sizes.size() + " sizes: both are needed");
        }
    }

    /** True where there are any. */
    public boolean any() {
        return senders > 0;
    }

    /** Mean size in bytes. */
    public double meanBytes() {
        double bytes = 0;
        double weight = 0;
        for (Size size : sizes) {
            bytes += size.weight() * size.bytes();
            weight += size.weight();
        }
        return bytes / weight;
    }

    /** Size of the message that a byte is of, on average: the sizes weighted by their bytes. */
    public double meanByteBytes() {
        double squares = 0;
        double bytes = 0;
        for (Size size : sizes) {
            bytes += size.weight() * size.bytes();
            squares += size.weight() * size.bytes() * size.bytes();
        }
        return squares / bytes;
    }
}
