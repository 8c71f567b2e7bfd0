package io.stormglass.emulator;

import java.util.SplittableRandom;

/** Marking at one egress queue. */
final class EcnMarker {
    private final EcnSettings settings;
    private final SplittableRandom random;
    private double averageBytes;

    EcnMarker(EcnSettings settings, SplittableRandom random) {
        this.settings = settings;
        this.random = random;
    }

    /** True where a packet that meets this queue is to be marked. */
    boolean marks(long queueBytes) {
        long seen = queueBytes;
        if (settings.averageWeight() < 1) {
            averageBytes += settings.averageWeight() * (queueBytes - averageBytes);
            seen = (long) averageBytes;
        }
        if (seen <= settings.curve().kminBytes()) {
            return false;
        }
        return settings.curve().marks(seen, random.nextDouble());
    }
}
