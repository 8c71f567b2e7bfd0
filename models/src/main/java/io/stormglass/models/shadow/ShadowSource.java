package io.stormglass.models.shadow;

import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import java.util.Objects;

/**
 * Whose events a batch holds; one object serves the whole batch.
 *
 * @param samplingRate 1 where every packet counts; events of a higher rate are estimates and step no model
 */
public record ShadowSource(Scope scope, Vantage vantage, ObserverRole role, int samplingRate) {
    public ShadowSource {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(vantage, "vantage");
        Objects.requireNonNull(role, "role");
        if (samplingRate < 0) {
            throw new IllegalArgumentException("sampling rate is " + samplingRate + ", 0 and up is possible");
        }
    }

    /** Only packet by packet may anything be driven. */
    boolean everyPacket() {
        return scope == Scope.FLOW && samplingRate <= 1;
    }

    boolean counters() {
        return scope == Scope.QP_COUNTER;
    }

    /** Two observers of one flow show the same bytes; the one with the higher rank counts. 1 to 31. */
    public int rank() {
        int place =
                switch (vantage) {
                    case SENDER -> 3;
                    case MID -> 2;
                    case UNKNOWN -> 1;
                    case RECEIVER -> 0;
                };
        return place * 8 + eye();
    }

    /** The part of the rank that is the observer's, 1 to 7. */
    int eye() {
        return switch (role) {
            case EMULATOR -> 7;
            case CAPTURE -> 6;
            case MIRROR -> 5;
            case HOST -> 4;
            case NIC -> 3;
            case SWITCH -> 2;
            case UNKNOWN -> 1;
        };
    }
}
