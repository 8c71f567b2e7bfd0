package io.stormglass.cli;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormPort;
import io.stormglass.avro.StormVictim;
import io.stormglass.avro.TimelineEntry;
import io.stormglass.cli.scoreboard.Case;
import io.stormglass.cli.scoreboard.Expectation;
import io.stormglass.cli.scoreboard.Row;
import io.stormglass.cli.scoreboard.Scoreboard;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.fabric.publish.FabricSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One run of the scoreboard for a reviewer: what was wrong, every incident with its whole story, and what was made of it. Times are seconds since the start of the
 * scenario. It depends on what each incident says, not on the order in which versions of different incidents came.
 */
final class StormReportText {
    private static final long START = FabricSource.DEFAULT_START_NANOS;
    private static final double SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;
    /** Nanoseconds since 1970, of this century. */
    private static final Pattern MOMENT = Pattern.compile("\\b([1-4]\\d{18}) ns\\b");

    private final StringBuilder text = new StringBuilder();

    private StormReportText() {}

    static String of(Scoreboard.Run run) {
        StormReportText report = new StormReportText();
        report.head(run.judged());
        report.labels(run.judged().scenario().labels());
        histories(run.versions()).forEach(report::incident);
        report.rows(run.rows());
        return report.text.toString();
    }

    /** Versions of each incident, the incident that opened first comes first. */
    private static List<List<StormIncident>> histories(List<StormIncident> versions) {
        Map<String, List<StormIncident>> byId = new LinkedHashMap<>();
        versions.forEach(version -> byId.computeIfAbsent(version.getIncidentId(), id -> new ArrayList<>())
                .add(version));
        return byId.values().stream()
                .sorted(Comparator.comparingLong(
                                (List<StormIncident> each) -> each.getFirst().getOpenedNanos())
                        .thenComparing(each -> each.getFirst().getIncidentId()))
                .toList();
    }

    // ---- the run

    private void head(Case judged) {
        String own = judged.ownTelemetry();
        text.append(judged.name()).append(", seed ").append(judged.seed()).append(", ");
        text.append(own == null ? "refresh " + judged.refresh().text() : "telemetry of its file (" + own + ")");
        text.append("\n\n").append(Words.wrapped(judged.scenario().about()));
    }

    private void labels(List<FaultLabel> labels) {
        text.append("\nLabels\n");
        if (labels.isEmpty()) {
            text.append("  none: nothing is wrong\n");
        }
        Table table = new Table("rrl");
        for (FaultLabel label : labels) {
            table.row(seconds(label.fromMicros()), "to " + seconds(label.toMicros()) + " s", words(label));
        }
        text.append(table);
    }

    private static String words(FaultLabel label) {
        String port = label.port() == null ? "" : " " + label.port();
        String priority = label.priority() < 0 ? "" : ", priority " + label.priority();
        return label.kind() + " " + label.device() + port + priority;
    }

    // ---- an incident

    private void incident(List<StormIncident> versions) {
        StormIncident last = versions.getLast();
        text.append("\nIncident ").append(last.getIncidentId()).append(": ").append(state(last));
        text.append(", ")
                .append(Words.plural(versions.size(), "version", "versions"))
                .append('\n');
        versions.subList(0, versions.size() - 1).stream()
                .filter(version -> version.getPage() != null)
                .findFirst()
                .ifPresent(paged -> as("As it paged", paged));
        as("At the end", last);
        text.append("  Ports\n").append(indented(ports(last)));
        text.append("  Timeline\n").append(indented(timeline(versions)));
    }

    private static String state(StormIncident incident) {
        Long resolved = incident.getResolvedNanos();
        String since = "opened at " + time(incident.getOpenedNanos())
                + (resolved == null ? "" : ", over at " + time(resolved));
        String state = incident.getState() == IncidentState.MERGED_INTO
                ? "merged into " + incident.getMergedInto()
                : Json.word(incident.getState());
        return state + ", " + since;
    }

    private void as(String title, StormIncident incident) {
        text.append("  ")
                .append(title)
                .append(", ")
                .append(time(incident.getChangedNanos()))
                .append('\n');
        Table facts = new Table("ll").row("severity", severity(incident)).row("origin", origin(incident));
        if (!incident.getOtherOrigins().isEmpty()) {
            facts.row("other origins", String.join(", ", incident.getOtherOrigins()));
        }
        if (!incident.getCycle().isEmpty()) {
            facts.row("cycle", String.join(" > ", incident.getCycle()));
        }
        facts.row("rule", incident.getRule())
                .row(
                        "cause",
                        String.format(
                                Locale.ROOT,
                                "%s, confidence %.2f",
                                Json.word(incident.getCause()),
                                incident.getConfidence()))
                .row("path", incident.getPath().isEmpty() ? "-" : String.join(" > ", incident.getPath()))
                .row("page", page(incident.getPage()))
                .row("victims", victims(incident));
        text.append(indented(facts));
        incident.getVictims().forEach(victim -> line("    - " + words(victim)));
        text.append("    evidence\n");
        incident.getEvidence()
                .forEach(one -> line("    - " + time(one.getAtNanos()) + " " + one.getRule() + ": " + one.getText()));
    }

    private static String severity(StormIncident incident) {
        Long since = incident.getSevereSinceNanos();
        return Json.word(incident.getSeverity())
                + (since == null || incident.getSeverity().compareTo(Severity.CRITICAL) < 0
                        ? ""
                        : ", critical or worse since " + time(since));
    }

    private static String origin(StormIncident incident) {
        String entity = incident.getOriginEntity().isEmpty() ? "not known" : incident.getOriginEntity();
        String priorities = incident.getOriginPriorities().stream()
                .sorted()
                .map(StormReportText::priority)
                .collect(Collectors.joining(", "));
        return entity + ", pauses " + incident.getOriginDevice() + "/" + incident.getOriginPort() + ", priority "
                + priorities;
    }

    private static String priority(int priority) {
        return priority < 0 ? "802.3x" : String.valueOf(priority);
    }

    private static String page(@Nullable StormPage page) {
        return page == null
                ? "none"
                : time(page.getAtNanos()) + ", " + page.getReason() + ": "
                        + page.getLabels().stream().map(StormReportText::words).collect(Collectors.joining(" "));
    }

    private static String words(AlertLabel label) {
        return label.getName() + "=" + (label.getValue().isEmpty() ? "-" : label.getValue());
    }

    private static String victims(StormIncident incident) {
        int listed = incident.getVictims().size();
        return incident.getVictimCount() + (listed == incident.getVictimCount() ? "" : ", listed are " + listed);
    }

    private static String words(StormVictim victim) {
        return victim.getKind() + " " + victim.getName() + (victim.getHeadOfLine() ? " (does not use the origin)" : "")
                + ": " + victim.getText();
    }

    private static Table ports(StormIncident incident) {
        Table table =
                new Table("llrrrrl").row("port", "direction", "from s", "to s", "paused %", "detected in ms", "rule");
        for (StormPort port : incident.getPorts()) {
            Long cleared = port.getClearedNanos();
            table.row(
                    port.getDevice() + "/" + port.getPort() + "/" + priority(port.getPriority()),
                    Json.word(port.getDirection()),
                    moment(port.getOpenedNanos()),
                    cleared == null ? "-" : moment(cleared),
                    String.format(Locale.ROOT, "%.1f", 100 * port.getPausedRatio()),
                    String.format(Locale.ROOT, "%.0f", port.getDetectionNanos() / 1e6),
                    port.getRule().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return table;
    }

    /** All of it: a version holds the newest entries only. */
    private static Table timeline(List<StormIncident> versions) {
        Set<TimelineEntry> entries = new LinkedHashSet<>();
        versions.forEach(version -> entries.addAll(version.getTimeline()));
        Table table = new Table("rl");
        entries.forEach(entry -> table.row(moment(entry.getAtNanos()), clocked(entry.getWhat())));
        return table;
    }

    // ---- what was made of it

    private void rows(List<Row> rows) {
        text.append("\nJudged\n");
        for (Row row : rows) {
            FaultLabel label = row.label();
            line("  label     "
                    + (label == null ? "none" : words(label) + " from " + seconds(label.fromMicros()) + " s"));
            line("  expected  " + expected(row));
            line("  found     " + found(row));
            line("  verdict   " + Json.word(row.outcome()) + (row.isRight() ? ", right" : ", wrong: " + row.wrong()));
            text.append('\n');
        }
        text.setLength(text.length() - 1);
    }

    private static String expected(Row row) {
        FaultLabel label = row.label();
        if (label == null) {
            return "nothing critical, no page";
        }
        if (row.outcome() == Row.Outcome.NOT_OBSERVABLE) {
            return "nothing: too short to be seen";
        }
        return Expectation.of(label.kind()).summary(label) + (row.pageWanted() ? "; one page" : "");
    }

    private static String found(Row row) {
        Row.Found found = row.found();
        if (found == null) {
            return "nothing";
        }
        String incident = "incident " + found.incidentId() + ": "
                + (found.entity().isEmpty() ? "origin not known" : found.entity()) + " at " + found.device() + "/"
                + found.port() + ", " + found.cause() + ", rule " + found.rule() + ", at worst " + found.severity();
        String after = row.label() == null
                ? "; opened at " + seconds(found.openedMicros()) + " s"
                : String.format(
                        Locale.ROOT,
                        "; opened after %.3f s of at most %.3f s",
                        found.detectNanos() / SECOND,
                        found.limitNanos() / SECOND);
        String cycle = found.cycle().isEmpty() ? "" : "; cycle " + String.join(" > ", found.cycle());
        return incident + after + "; " + Words.plural(row.pages(), "page", "pages") + cycle;
    }

    // ---- words

    private void line(String line) {
        text.append(clocked(line)).append('\n');
    }

    private static String indented(Table table) {
        return table.toString().lines().map(line -> "  " + line + "\n").collect(Collectors.joining());
    }

    /** Moments in a text as times of the report. */
    private static String clocked(String words) {
        return MOMENT.matcher(words).replaceAll(match -> time(Long.parseLong(match.group(1))));
    }

    private static String time(long nanos) {
        return moment(nanos) + " s";
    }

    private static String moment(long nanos) {
        return String.format(Locale.ROOT, "%.3f", (nanos - START) / SECOND);
    }

    private static String seconds(long micros) {
        return String.format(Locale.ROOT, "%.3f", micros / MICROS_PER_SECOND);
    }
}
