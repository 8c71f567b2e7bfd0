package io.stormglass.streams.postgres;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.CcModeShare;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** How a rack deals with congestion, as rows: one of its own and one per class. */
final class ModeRows {
    private static final String MODE = Upsert.sql(
            "cc_mode",
            List.of("run_id", "fabric", "rack", "at_nanos"),
            List.of("topic_offset"),
            "run_id",
            "fabric",
            "rack",
            "at_nanos",
            "flows",
            "dominant_class",
            "dominant_share",
            "topic_offset");
    private static final String SHARE =
            Upsert.plain("cc_mode_class", "run_id", "fabric", "rack", "at_nanos", "class", "flows", "share");

    private ModeRows() {}

    /** Writes a row; false where a newer one of the same time is there. */
    static boolean write(Connection connection, CcMode mode, long offset) throws SQLException {
        try (Binder row = new Binder(connection, MODE)) {
            key(row, mode)
                    .whole(mode.getFlows())
                    .text(mode.getDominantClass())
                    .real(mode.getDominantShare())
                    .whole(offset);
            if (row.write() == 0) {
                return false;
            }
        }
        try (Binder delete = new Binder(
                connection,
                "DELETE FROM cc_mode_class WHERE run_id = ? AND fabric = ? AND rack = ? AND at_nanos = ?")) {
            key(delete, mode).write();
        }
        try (Binder rows = new Binder(connection, SHARE)) {
            for (CcModeShare share : mode.getClasses()) {
                key(rows, mode)
                        .text(share.getClass$())
                        .whole(share.getFlows())
                        .real(share.getShare())
                        .row();
            }
            rows.rows();
        }
        return true;
    }

    private static Binder key(Binder binder, CcMode mode) throws SQLException {
        return binder.text(mode.getRunId())
                .text(mode.getFabric())
                .text(mode.getRack())
                .whole(mode.getAtNanos());
    }
}
