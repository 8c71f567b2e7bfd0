package io.stormglass.streams.view;

import java.time.Duration;

/**
 * How much a view keeps.
 *
 * @param historyBytes memory for what was replaced, shared out among the kinds
 * @param startsBack LIVE: how far back ports and flows are read at the start; what was told longer ago comes with the next word
 * @param forget event time after which a flow or port that is told no more is forgotten
 */
public record ViewSettings(long historyBytes, Duration startsBack, Duration forget) {
    /** 128 MiB, 1 h, 1 h. */
    public static final ViewSettings DEFAULT = new ViewSettings(128L << 20, Duration.ofHours(1), Duration.ofHours(1));

    private static final long LEAST_BYTES = 1L << 20;

    public ViewSettings {
        if (historyBytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "history is " + historyBytes + " bytes, at least " + LEAST_BYTES + " are needed");
        }
    }

    /** The same with other memory. */
    public ViewSettings withHistoryBytes(long bytes) {
        return new ViewSettings(bytes, startsBack, forget);
    }
}
