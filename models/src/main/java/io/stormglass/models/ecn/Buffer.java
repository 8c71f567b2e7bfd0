package io.stormglass.models.ecn;

/**
 * Shared packet buffer with PFC, as one priority sees it.
 *
 * @param sharedBytes what the queue's ingress ports can share, without headroom and reserves
 * @param reserveBytes of each ingress port, used first
 * @param xoff when an ingress port is paused
 * @param xonOffsetBytes how far below the threshold it may send again
 */
public record Buffer(long sharedBytes, long reserveBytes, Xoff xoff, long xonOffsetBytes) {
    public Buffer {
        Checks.above("shared buffer in bytes", sharedBytes, 0);
        Checks.atLeast("reserve in bytes", reserveBytes, 0);
        Checks.atLeast("XON offset in bytes", xonOffsetBytes, 0);
    }

    /** The rule by which an ingress port holds too much. */
    public sealed interface Xoff {}

    /**
     * A share of what is free.
     *
     * @param alpha threshold = alpha * (shared - used), above 0
     */
    public record Dynamic(double alpha) implements Xoff {
        public Dynamic {
            Checks.above("alpha", alpha, 0);
        }
    }

    /**
     * The same always.
     *
     * @param bytes above 0
     */
    public record Fixed(long bytes) implements Xoff {
        public Fixed {
            Checks.above("XOFF threshold in bytes", bytes, 0);
        }
    }

    /**
     * What one of several equal ingress ports may hold of the shared part before it is paused: {@code alpha S / (1 + alpha n)}.
     *
     * @param ports n, at least 1
     */
    public double xoffBytes(int ports) {
        return switch (xoff) {
            case Dynamic dynamic -> dynamic.alpha() * sharedBytes / (1 + dynamic.alpha() * ports);
            case Fixed fixed -> Math.min((double) fixed.bytes(), sharedBytes / (double) ports);
        };
    }

    /** The egress queue at which equal ingress ports are paused: the PFC cap of Kmax. */
    public double pausingQueueBytes(int ports) {
        return ports * (xoffBytes(ports) + reserveBytes);
    }
}
