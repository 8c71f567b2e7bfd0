package io.stormglass.streams.topology;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.RecordKind;
import io.stormglass.streams.StreamsMode;
import io.stormglass.streams.state.StoredProgress;
import org.apache.kafka.streams.state.KeyValueStore;

/** How far one input partition has come. */
final class Progress {
    /** LIVE: an idle partition follows the wall clock this far behind. */
    static final long IDLE_NANOS = 1_000_000_000L;

    private static final String KEY = "progress";
    private static final long CLOCK_LIMIT_NANOS = 1_000_000_000L;
    /** LIVE: progress moves in steps, each of which costs a message to every partition downstream. */
    private static final long STEP_NANOS = 50_000_000L;

    private final StreamsMode mode;
    private final long maxWaitNanos;
    private final KeyValueStore<String, StoredProgress> store;
    private long watermarkNanos;
    private long newestNanos;
    private boolean ended;
    private long lastRecordWallNanos = Long.MIN_VALUE;

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
        if (clockOff(header)) {
            return false;
        }
        lastRecordWallNanos = wallNanos;
        newestNanos = Math.max(newestNanos, recordNanos);
        return moveTo(step(newestNanos - maxWaitNanos), false);
    }

    /** LIVE: the partition has been silent; true where the watermark moved. Before its first record it starts at the wall clock. */
    boolean idle(long wallNanos) {
        if (mode != StreamsMode.LIVE || ended) {
            return false;
        }
        if (lastRecordWallNanos == Long.MIN_VALUE) {
            lastRecordWallNanos = wallNanos;
        }
        if (wallNanos - lastRecordWallNanos < IDLE_NANOS) {
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
