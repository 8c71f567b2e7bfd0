package io.stormglass.models.event;

import org.jspecify.annotations.Nullable;

/**
 * The packet buffer as one priority of a port sees it, as it was read back; nulls were not read.
 *
 * @param priority 0..7
 * @param sharedBytes what the ingress ports of the priority can share, without headroom and reserves
 * @param reserveBytes of each ingress port, used first
 * @param alpha XOFF threshold = alpha * (shared - used); null where it is a fixed one
 * @param xoffBytes the fixed XOFF threshold of an ingress port; null where it is a dynamic one
 * @param xonOffsetBytes how far below the threshold the peer may send again
 */
public record QueueBuffer(
        int priority,
        @Nullable Long sharedBytes,
        @Nullable Long reserveBytes,
        @Nullable Double alpha,
        @Nullable Long xoffBytes,
        @Nullable Long xonOffsetBytes) {
    public QueueBuffer {
        if (priority < 0 || priority > 7) {
            throw new IllegalArgumentException("priority of a buffer is " + priority + ", not within 0 to 7");
        }
        requireCount("shared buffer", sharedBytes, 1);
        requireCount("reserve", reserveBytes, 0);
        requireCount("XOFF threshold", xoffBytes, 1);
        requireCount("XON offset", xonOffsetBytes, 0);
        if (alpha != null && !(alpha > 0 && alpha < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("alpha is " + alpha + ", above 0 is needed");
        }
    }

    private static void requireCount(String what, @Nullable Long bytes, long least) {
        if (bytes != null && bytes < least) {
            throw new IllegalArgumentException(what + " of " + bytes + " bytes: at least " + least + " is needed");
        }
    }
}
