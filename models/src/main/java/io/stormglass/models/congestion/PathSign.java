package io.stormglass.models.congestion;

import io.stormglass.models.shadow.QueueSign;
import java.util.Objects;

/**
 * What a flow may take from the queues on its path.
 *
 * @param sign UNKNOWN where the queues do not decide, else BELOW_KMIN or PASSED_KMAX
 * @param where the queue or queues that decided, in short words; empty where none did
 * @param missing what would decide; empty where the sign is known
 */
public record PathSign(QueueSign sign, String where, String missing) {
    public PathSign {
        Objects.requireNonNull(sign, "sign");
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(missing, "missing");
    }
}
