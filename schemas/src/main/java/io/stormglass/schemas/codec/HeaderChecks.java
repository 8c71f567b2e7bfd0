package io.stormglass.schemas.codec;

import io.stormglass.models.event.BatchHeader;
import io.stormglass.models.event.RecordKind;
import io.stormglass.schemas.Reason;

/** Ranges of what both record types carry. */
final class HeaderChecks {
    private HeaderChecks() {}

    static void check(BatchHeader header, Checks checks) {
        if (header.agentId().isEmpty()) {
            checks.fail(Reason.INVALID_KEY, "agentId is empty, so repeats cannot be told");
        }
        checks.identity("agentId", header.agentId());
        checks.identity("fabric", header.fabric());
        checks.identity("runId", header.runId());
        checks.count("epoch", header.epoch());
        checks.count("sequence", header.sequence());
        checks.range("samplingRate", header.samplingRate(), 1, Integer.MAX_VALUE);
        checks.count("watermarkNanos", header.watermarkNanos());
        boolean progress = header.kind() == RecordKind.TICK
                || header.kind() == RecordKind.HEARTBEAT
                || header.kind() == RecordKind.GOODBYE;
        if (progress && header.watermarkNanos() != 0) {
            checks.time("watermarkNanos", header.watermarkNanos(), 0);
        }
        double pace = header.eventTimePerWallTime();
        if (!(pace >= 0) || Double.isInfinite(pace)) {
            checks.fail(
                    Reason.VALUE_OUT_OF_RANGE,
                    "eventTimePerWallTime is " + pace + ", it must be finite and not negative");
        }
    }
}
