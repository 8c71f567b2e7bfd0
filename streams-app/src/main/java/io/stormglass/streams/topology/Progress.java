package io.stormglass.streams.topology;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.RecordKind;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.state.StoredProgress;
import org.apache.kafka.streams.state.KeyValueStore;

/** How far one input partition has come. */
final class Progress {
    /** LIVE: a partition that is silent for as long follows the wall clock this far behind. */
    static final long IDLE_NANOS = 1_000_000_000L;

    /** LIVE: the longest time between two looks that counts as silence: a thread that stood still longer has not listened either. */
    private static final long LISTENING_NANOS = 300_000_000L;

    private static final String KEY = "progress";
    private static final long CLOCK_LIMIT_NANOS = 1_000_000_000L;
    /**
     * An event further ahead of what is known of the time did not happen then. Ten times what a clock may be off, and how long an
     * observer may be silent before nobody waits for it: a model that is taken that far ahead stands still no longer than that.
     */
    static final long AHEAD_NANOS = 10_000_000_000L;

    /** LIVE: progress moves in steps, each of which costs a message to every partition downstream. */
    private static final long STEP_NANOS = 50_000_000L;

    private final StreamsMode mode;
    private final long maxWaitNanos;
    private final KeyValueStore<String, StoredProgress> store;
    private long watermarkNanos;
    private long newestNanos;
    private boolean ended;
    private long lookedWallNanos = Long.MIN_VALUE;
    private long silentNanos;

    Progress(StreamsMode mode, long maxWaitNanos, KeyValueStore<String, StoredProgress> store) {
        this.mode = mode;
        this.maxWaitNanos = maxWaitNanos;
        this.store = store;
        StoredProgress stored = store.get(KEY);
        if (stored != null) {
            watermarkNanos = stored.getWatermarkNanos();
            newestNanos = stored.getNewestNanos();
            ended = stored.getEnded();
        }
    }

    /** Every event before it has been processed; 0 before the first. */
    long watermarkNanos() {
        return watermarkNanos;
    }

    boolean ended() {
        return ended;
    }

    static boolean clockOff(BatchHeader header) {
        Long offset = header.clockOffsetNanos();
        return offset != null && Math.abs(offset) > CLOCK_LIMIT_NANOS;
    }

    /**
     * The latest time that anything in a record can have; nothing is known of the future. In a replay a tick comes before whatever follows
     * a gap, so events are a slice or two ahead of the watermark, however long their flow was idle. Live it is the wall clock that
     * nothing can be ahead of, unless event time runs faster. {@link Long#MAX_VALUE} where nothing tells.
     */
    long latestNanos(BatchHeader header, long wallNanos) {
        return switch (mode) {
            case REPLAY -> watermarkNanos == 0 ? Long.MAX_VALUE : watermarkNanos + AHEAD_NANOS;
            case LIVE -> header.eventTimePerWallTime() > 1 ? Long.MAX_VALUE : wallNanos + AHEAD_NANOS;
        };
    }

    /** Takes a record; true where the watermark moved. */
    boolean record(BatchHeader header, long recordNanos, long wallNanos) {
        if (header.kind() == RecordKind.END) {
            ended = true;
            return moveTo(Math.max(header.watermarkNanos(), watermarkNanos), true);
        }
        return switch (mode) {
            case REPLAY -> header.kind() == RecordKind.TICK && moveTo(header.watermarkNanos(), false);
            case LIVE -> live(header, recordNanos, wallNanos);
        };
    }

    private boolean live(BatchHeader header, long recordNanos, long wallNanos) {
        if (clockOff(header) || recordNanos > latestNanos(header, wallNanos)) {
            return false;
        }
        silentNanos = 0;
        newestNanos = Math.max(newestNanos, recordNanos);
        return moveTo(step(newestNanos - maxWaitNanos), false);
    }

    /**
     * LIVE: looks whether the partition is silent, several times a second; true where the watermark moved. Before its first record it
     * starts at the wall clock.
     */
    boolean idle(long wallNanos) {
        if (mode != StreamsMode.LIVE || ended) {
            return false;
        }
        if (lookedWallNanos != Long.MIN_VALUE) {
            silentNanos += Math.min(wallNanos - lookedWallNanos, LISTENING_NANOS);
        }
        lookedWallNanos = wallNanos;
        if (silentNanos < IDLE_NANOS) {
            return false;
        }
        return moveTo(step(wallNanos - IDLE_NANOS - maxWaitNanos), false);
    }

    private static long step(long nanos) {
        return Math.floorDiv(nanos, STEP_NANOS) * STEP_NANOS;
    }

    private boolean moveTo(long nanos, boolean always) {
        if (nanos <= watermarkNanos && !always) {
            return false;
        }
        watermarkNanos = Math.max(watermarkNanos, nanos);
        store.put(KEY, new StoredProgress(watermarkNanos, newestNanos, ended));
        return true;
    }
}
