package io.stormglass.streams.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.StormVictim;
import io.stormglass.avro.StormVictimTotals;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** An incident as rows: one of its own, its ports, who waits for whom, its victims. */
final class IncidentRows {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String[] OF_INCIDENT = {"run_id", "incident_id", "position"};
    private static final String INCIDENT = Upsert.sql(
            "incident",
            List.of("run_id", "incident_id"),
            List.of("changed_nanos", "topic_offset"),
            "run_id",
            "incident_id",
            "fabric",
            "cluster",
            "state",
            "severity",
            "rule",
            "cause",
            "confidence",
            "origin_entity",
            "origin_device",
            "origin_port",
            "origin_priorities",
            "other_origins",
            "cycle",
            "path",
            "full_ports",
            "opened_nanos",
            "openings_nanos",
            "changed_nanos",
            "resolved_nanos",
            "severe_since_nanos",
            "merged_into",
            "paged_nanos",
            "page_reason",
            "page_labels::jsonb",
            "victim_count",
            "victim_hosts",
            "victim_ports",
            "victim_jobs",
            "victim_flows",
            "victim_flows_head_of_line",
            "evidence::jsonb",
            "timeline::jsonb",
            "topic_offset");
    private static final String PORT = Upsert.plain(
            "incident_port",
            OF_INCIDENT[0],
            OF_INCIDENT[1],
            OF_INCIDENT[2],
            "device",
            "port",
            "priority",
            "direction",
            "opened_nanos",
            "cleared_nanos",
            "rule",
            "source",
            "paused_ratio",
            "paused_since_nanos",
            "detection_nanos",
            "sent_packets",
            "confidence");
    private static final String EDGE =
            Upsert.plain("incident_edge", OF_INCIDENT[0], OF_INCIDENT[1], OF_INCIDENT[2], "waiter", "waits_for");
    private static final String VICTIM = Upsert.plain(
            "incident_victim", OF_INCIDENT[0], OF_INCIDENT[1], OF_INCIDENT[2], "kind", "name", "head_of_line", "words");

    private IncidentRows() {}

    /** Writes a version; false where a newer one is there. */
    static boolean write(Connection connection, StormIncident incident, long offset) throws SQLException {
        if (upsert(connection, incident, offset) == 0) {
            return false;
        }
        for (String table : List.of("incident_port", "incident_edge", "incident_victim")) {
            try (Binder delete =
                    new Binder(connection, "DELETE FROM " + table + " WHERE run_id = ? AND incident_id = ?")) {
                delete.text(incident.getRunId()).text(incident.getIncidentId()).write();
            }
        }
        ports(connection, incident);
        edges(connection, incident);
        victims(connection, incident);
        return true;
    }

    private static int upsert(Connection connection, StormIncident incident, long offset) throws SQLException {
        StormPage page = incident.getPage();
        StormVictimTotals totals = incident.getVictimTotals();
        try (Binder row = new Binder(connection, INCIDENT)) {
            row.text(incident.getRunId())
                    .text(incident.getIncidentId())
                    .text(incident.getFabric())
                    .text(incident.getCluster())
                    .text(word(incident.getState()))
                    .text(word(incident.getSeverity()))
                    .text(incident.getRule())
                    .text(word(incident.getCause()))
                    .real(incident.getConfidence())
                    .text(incident.getOriginEntity())
                    .text(incident.getOriginDevice())
                    .text(incident.getOriginPort())
                    .smalls(incident.getOriginPriorities())
                    .texts(incident.getOtherOrigins())
                    .texts(incident.getCycle())
                    .texts(incident.getPath())
                    .texts(incident.getFullPorts())
                    .whole(incident.getOpenedNanos())
                    .wholes(incident.getOpenings())
                    .whole(incident.getChangedNanos())
                    .whole(incident.getResolvedNanos())
                    .whole(incident.getSevereSinceNanos())
                    .text(incident.getMergedInto())
                    .whole(page == null ? null : page.getAtNanos())
                    .text(page == null ? "" : page.getReason())
                    .text(json(page == null ? Map.of() : labels(page)))
                    .whole(incident.getVictimCount())
                    .whole(totals == null ? null : totals.getHosts())
                    .whole(totals == null ? null : totals.getPorts())
                    .whole(totals == null ? null : totals.getJobs())
                    .whole(totals == null ? null : totals.getFlows())
                    .whole(totals == null ? null : totals.getFlowsHeadOfLine())
                    .text(json(incident.getEvidence().stream()
                            .map(one -> object("rule", one.getRule(), "text", one.getText(), one.getAtNanos()))
                            .toList()))
                    .text(json(incident.getTimeline().stream()
                            .map(one -> object("what", one.getWhat(), "", "", one.getAtNanos()))
                            .toList()))
                    .whole(offset);
            return row.write();
        }
    }

    private static void ports(Connection connection, StormIncident incident) throws SQLException {
        try (Binder rows = new Binder(connection, PORT)) {
            int position = 0;
            for (StormPort port : incident.getPorts()) {
                rows.text(incident.getRunId())
                        .text(incident.getIncidentId())
                        .small(position++)
                        .text(port.getDevice())
                        .text(port.getPort())
                        .small(port.getPriority())
                        .text(word(port.getDirection()))
                        .whole(port.getOpenedNanos())
                        .whole(port.getClearedNanos())
                        .text(port.getRule())
                        .text(word(port.getSource()))
                        .real(port.getPausedRatio())
                        .whole(port.getPausedSinceNanos())
                        .whole(port.getDetectionNanos())
                        .whole(port.getSentPackets())
                        .real(port.getConfidence())
                        .row();
            }
            rows.rows();
        }
    }

    private static void edges(Connection connection, StormIncident incident) throws SQLException {
        List<String> path = incident.getPath();
        try (Binder rows = new Binder(connection, EDGE)) {
            for (int i = 0; i + 1 < path.size(); i++) {
                rows.text(incident.getRunId())
                        .text(incident.getIncidentId())
                        .small(i)
                        .text(path.get(i))
                        .text(path.get(i + 1))
                        .row();
            }
            rows.rows();
        }
    }

    private static void victims(Connection connection, StormIncident incident) throws SQLException {
        try (Binder rows = new Binder(connection, VICTIM)) {
            int position = 0;
            for (StormVictim victim : incident.getVictims()) {
                rows.text(incident.getRunId())
                        .text(incident.getIncidentId())
                        .small(position++)
                        .text(victim.getKind())
                        .text(victim.getName())
                        .truth(victim.getHeadOfLine())
                        .text(victim.getText())
                        .row();
            }
            rows.rows();
        }
    }

    private static SortedMap<String, String> labels(StormPage page) {
        SortedMap<String, String> labels = new TreeMap<>();
        for (AlertLabel label : page.getLabels()) {
            labels.put(label.getName(), label.getValue());
        }
        return labels;
    }

    private static Map<String, Object> object(
            String name, String text, String secondName, String second, long atNanos) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("atNanos", atNanos);
        object.put(name, text);
        if (!secondName.isEmpty()) {
            object.put(secondName, second);
        }
        return object;
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of texts and numbers are always JSON", e);
        }
    }

    /** A constant as it is written elsewhere: {@code nic-pause-storm}. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
