package io.stormglass.cli;

import io.stormglass.avro.Evidence;
import io.stormglass.avro.FlowState;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormVictim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The result of {@code replay} for a person. */
final class ReplayText {
    private static final int MOST_FLOWS = 30;

    private ReplayText() {}

    static String of(ReplayReport report) {
        StringBuilder text = new StringBuilder();
        text.append("Run ").append(report.runId()).append(": ");
        text.append(Words.plural(report.inspection().counts().packets(), "packet", "packets"))
                .append(", ")
                .append(Words.plural(report.events(), "event", "events"))
                .append(" in ")
                .append(Words.plural(report.flowRecords() + report.portRecords(), "record", "records"))
                .append(", ")
                .append(Words.time(report.inspection().firstNanos()))
                .append(" to ")
                .append(Words.time(report.inspection().lastNanos()))
                .append('\n');
        incidents(text, report);
        flows(text, report.flows());
        text.append(ModesText.of(report.modes()));
        text.append(AdviceText.of(report.advice()));
        InspectText.section(
                text,
                "What this capture could not show",
                Words.notObservable(report.inspection().observable()));
        InspectText.section(text, "Assumed", report.assumptions());
        InspectText.section(text, "Telemetry", telemetry(report));
        InspectText.section(text, "Left out", leftOut(report));
        InspectText.section(
                text,
                "Faults",
                report.inspection().faults().stream()
                        .map(fault -> fault.file() + " at byte " + fault.offsetBytes() + ": " + fault.what())
                        .toList());
        text.append(String.format(Locale.ROOT, "%n%,.0f events/s from file to result.%n", report.eventsPerSecond()));
        return text.toString();
    }

    private static List<String> telemetry(ReplayReport report) {
        return report.telemetry().stream()
                .map(row -> Json.word(row.getEntityKind()) + " " + row.getName() + ": " + Json.word(row.getState())
                        + " since " + Words.time(row.getSinceNanos()) + ", " + row.getText())
                .toList();
    }

    private static void incidents(StringBuilder text, ReplayReport report) {
        if (report.incidents().isEmpty()) {
            text.append(
                    report.inspection().observable().pfc()
                            ? "\nNo PFC storm.\n"
                            : "\nPFC storms: not observable in this capture.\n");
            return;
        }
        text.append("\nPFC storms\n");
        report.incidents().forEach(incident -> incident(text, incident));
    }

    private static void incident(StringBuilder text, StormIncident incident) {
        Long resolved = incident.getResolvedNanos();
        text.append("  ")
                .append(Json.word(incident.getSeverity()))
                .append(", starts at ")
                .append(origin(incident))
                .append('\n')
                .append("    id        ")
                .append(incident.getIncidentId())
                .append('\n')
                .append("    opened    ")
                .append(Words.time(incident.getOpenedNanos()))
                .append('\n')
                .append("    ")
                .append(resolved == null ? "state     " : "resolved  ")
                .append(
                        resolved == null
                                ? Json.word(incident.getState()) + " at the end of the capture"
                                : Words.time(resolved) + " (after "
                                        + Words.duration((double) (resolved - incident.getOpenedNanos())) + ")")
                .append('\n')
                .append("    cause     ")
                .append(Json.word(incident.getCause()))
                .append(String.format(Locale.ROOT, " (confidence %.2f)%n", incident.getConfidence()));
        line(text, "path      ", String.join(" > ", incident.getPath()));
        for (StormVictim victim : incident.getVictims()) {
            line(text, "victim    ", victim.getKind() + " " + victim.getName() + ": " + victim.getText());
        }
        for (Evidence evidence : incident.getEvidence()) {
            line(text, "evidence  ", evidence.getRule() + ": " + evidence.getText());
        }
    }

    private static String origin(StormIncident incident) {
        String entity = incident.getOriginEntity().isEmpty() ? "an unknown sender" : incident.getOriginEntity();
        return entity + " (device " + incident.getOriginDevice() + ", port " + incident.getOriginPort() + ", priority "
                + incident.getOriginPriorities() + ")";
    }

    private static void line(StringBuilder text, String what, String value) {
        if (!value.isEmpty()) {
            text.append("    ").append(what).append(value).append('\n');
        }
    }

    private static void flows(StringBuilder text, List<FlowState> flows) {
        if (flows.isEmpty()) {
            text.append("\nNo RoCE flows.\n");
            return;
        }
        Table table = new Table("lrrrrrl");
        table.row("flow", "packets", "bytes", "CE", "CNP", "again", "class");
        flows.stream()
                .limit(MOST_FLOWS)
                .forEach(flow -> table.row(
                        flow.getFlow(),
                        Words.count(flow.getPackets()),
                        Words.count(flow.getBytes()),
                        Words.count(flow.getCe()),
                        Words.count(flow.getCnp()),
                        Words.count(flow.getRetransmitted()),
                        flow.getClass$().isEmpty() ? "unknown" : flow.getClass$()));
        text.append("\nFlows\n").append(table);
        reasons(text, flows);
        if (flows.size() > MOST_FLOWS) {
            text.append("  ... and ")
                    .append(Words.count(flows.size() - MOST_FLOWS))
                    .append(" more: --json has them all\n");
        }
    }

    /** Reasons of the classes, once each: flows of one cause share their words but for the numbers. */
    private static void reasons(StringBuilder text, List<FlowState> flows) {
        Map<String, String> firstOfClass = new TreeMap<>();
        for (FlowState flow : flows) {
            List<String> parts = new ArrayList<>();
            if (!flow.getEvidence().isEmpty()) {
                parts.add(flow.getEvidence());
            }
            if (!flow.getMissing().isEmpty()) {
                parts.add("missing: " + String.join("; ", flow.getMissing()));
            }
            if (!parts.isEmpty()) {
                firstOfClass.putIfAbsent(flow.getClass$(), flow.getFlow() + ": " + String.join("; ", parts));
            }
        }
        firstOfClass.forEach((flowClass, reason) -> text.append("  ")
                .append(flowClass)
                .append(", such as ")
                .append(reason)
                .append('\n'));
    }

    private static List<String> leftOut(ReplayReport report) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, Long> reason : report.deadLetters().entrySet()) {
            lines.add(Words.plural(reason.getValue(), "dead letter", "dead letters") + ": " + reason.getKey());
        }
        if (report.lateEvents() > 0) {
            lines.add(Words.plural(report.lateEvents(), "event", "events")
                    + " older than the reorder limit: give a longer --reorder");
        }
        if (report.pausesNotAttributed() > 0) {
            lines.add(
                    Words.plural(report.pausesNotAttributed(), "pause frame", "pause frames")
                            + " for flows: which sender stopped, and for how long, is known where --links names the host and the speed of its link");
        }
        return lines;
    }
}
