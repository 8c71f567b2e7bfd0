package io.stormglass.models.quality;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.time.SequenceWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record came in a partition.
 *
 * @param port port that it tells of; null where it tells of none
 * @param verdict what its sequence said
 * @param gaps sequences that were given up because of it
 * @param openHoles sequences of its agent that are missing now and may still come
 * @param recordNanos record time
 */
public record Arrival(
        BatchHeader header,
        @Nullable PortKey port,
        List<PortEvent> events,
        SequenceWindow.Verdict verdict,
        long gaps,
        long openHoles,
        long recordNanos) {}
