package io.stormglass.replay;

import io.stormglass.capture.CaptureEvents;
import io.stormglass.capture.Inspection;
import io.stormglass.capture.Progress;
import io.stormglass.capture.file.PacketCursor;
import io.stormglass.models.event.EventSink;
import java.io.IOException;
import java.util.List;

/**
 * Captures as a source of events, in two passes: the first learns what belongs together, the second emits.
 *
 * <p>What is emitted depends on the captures, the links and the reorder limit only.
 */
public final class Replay {
    /** Reorder limit where none is given, ns. */
    public static final long DEFAULT_REORDER_NANOS = 1_000_000_000L;

    private final Captures captures;
    private final LinksFile links;
    private final long reorderNanos;

    /**
     * A replay of captures that are kept.
     *
     * @param reorderNanos how far a packet may lie behind the newest one and still be put right, ns, at least 0
     */
    public Replay(Captures captures, LinksFile links, long reorderNanos) {
        if (reorderNanos < 0) {
            throw new IllegalArgumentException("reorder limit " + reorderNanos + " ns is negative");
        }
        this.captures = captures;
        this.links = links;
        this.reorderNanos = reorderNanos;
    }

    /**
     * The run id that follows from the captures' contents and the options.
     *
     * @throws IOException if a capture cannot be read
     */
    public String runId() throws IOException {
        return RunId.of(captures.files(), List.of("links=" + links.fingerprint(), "reorderNanos=" + reorderNanos));
    }

    /** The first pass. */
    public Inspection inspect() {
        return captures.inspect(links);
    }

    /**
     * How far the events of the second pass run backwards: as far as the first pass saw, never more than the limit. So an
     * ordered capture is not held back at all.
     */
    public long reorderNanos(Inspection inspection) {
        return Math.min(reorderNanos, inspection.maxBackwardNanos());
    }

    /**
     * The second pass.
     *
     * @param inspection what the first pass found
     * @param progress is told how far event time has come
     * @return pause frames that may have stopped a flow's sender, without it being known which or for how long
     */
    public long emit(Inspection inspection, EventSink sink, Progress progress) {
        try (PacketCursor cursor = captures.open()) {
            return CaptureEvents.emit(inspection, cursor, links, sink, progress);
        }
    }
}
