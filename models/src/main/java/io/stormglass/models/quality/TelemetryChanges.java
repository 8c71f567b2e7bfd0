package io.stormglass.models.quality;

import java.util.List;

/**
 * What became of news, in order of time.
 *
 * @param forgotten who is not known any longer
 */
public record TelemetryChanges(
        List<TelemetryRow> rows, List<TelemetryFinding> findings, List<TelemetryEntity> forgotten) {
    public TelemetryChanges {
        rows = List.copyOf(rows);
        findings = List.copyOf(findings);
        forgotten = List.copyOf(forgotten);
    }
}
