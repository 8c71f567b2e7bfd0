package io.stormglass.streams.sink;

import io.stormglass.avro.Evidence;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormVictim;
import io.stormglass.avro.StormVictimTotals;
import io.stormglass.models.storm.StormGraph;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a page says of an incident: everything that may change, so nothing of it identifies the alert. */
final class AlertText {
    private static final String JOB = "job";
    private static final int JOBS = 20;
    private static final int VICTIMS = 5;
    private static final int EVIDENCE = 8;
    private static final int LONGEST = 8000;
    private static final int PAUSE_OF_THE_LINK = -1;

    private final AlertLinks links;

    AlertText(AlertLinks links) {
        this.links = links;
    }

    SortedMap<String, String> annotations(StormIncident incident) {
        SortedMap<String, String> texts = new TreeMap<>();
        texts.put("summary", summary(incident));
        texts.put("description", bounded(description(incident)));
        texts.put("severity", incident.getSeverity().name().toLowerCase(Locale.ROOT));
        texts.put("cause", AlertLinks.cause(incident));
        texts.put("priorities", priorities(incident));
        texts.put("victims", String.valueOf(incident.getVictimCount()));
        put(texts, "jobs", jobs(incident));
        put(texts, "origin_inventory", inventory(incident));
        texts.put("incident", incident.getIncidentId());
        texts.put("runbook", "docs/runbooks/" + AlertLinks.cause(incident) + ".md");
        put(texts, "runbook_url", links.runbook(incident));
        put(texts, "dashboard_url", links.dashboard(incident));
        return texts;
    }

    private static void put(SortedMap<String, String> texts, String name, String value) {
        if (!value.isEmpty()) {
            texts.put(name, value);
        }
    }

    private static String summary(StormIncident incident) {
        return "PFC storm in " + incident.getFabric() + ": " + origin(incident) + "; " + AlertLinks.cause(incident)
                + "; hurt: " + totals(incident);
    }

    /** How many are hurt: jobs first, whose people call. */
    private static String totals(StormIncident incident) {
        StormVictimTotals totals = incident.getVictimTotals();
        if (incident.getVictimCount() == 0) {
            return "nobody that is known";
        }
        if (totals == null) {
            return counted(incident.getVictimCount(), "victim");
        }
        return Stream.of(
                        counted(totals.getJobs(), "job"),
                        counted(totals.getHosts(), "host"),
                        counted(totals.getFlows(), "flow"),
                        counted(totals.getPorts(), "port"))
                .filter(text -> !text.startsWith("0 "))
                .collect(Collectors.joining(", "));
    }

    private static String jobs(StormIncident incident) {
        List<StormVictim> jobs = incident.getVictims().stream()
                .filter(victim -> victim.getKind().equals(JOB))
                .toList();
        StormVictimTotals totals = incident.getVictimTotals();
        long more = totals == null ? 0 : totals.getJobs() - Math.min(JOBS, jobs.size());
        return jobs.stream()
                        .limit(JOBS)
                        .map(job -> job.getName() + ": " + job.getText())
                        .collect(Collectors.joining("\n"))
                + (more > 0 ? "\nand " + more + " more" : "");
    }

    private static String inventory(StormIncident incident) {
        return incident.getEvidence().stream()
                .filter(evidence -> evidence.getRule().equals(StormGraph.RULE_INVENTORY))
                .map(Evidence::getText)
                .collect(Collectors.joining("\n"));
    }

    private static String origin(StormIncident incident) {
        String place = incident.getOriginDevice() + " " + incident.getOriginPort() + " (priority "
                + priorities(incident) + ")";
        return incident.getOriginEntity().isEmpty()
                ? "origin not known, seen at " + place
                : incident.getOriginEntity() + " pauses " + place;
    }

    private static String priorities(StormIncident incident) {
        return incident.getOriginPriorities().stream()
                .sorted()
                .map(priority -> priority == PAUSE_OF_THE_LINK ? "all (802.3x)" : String.valueOf(priority))
                .collect(Collectors.joining(", "));
    }

    private static String description(StormIncident incident) {
        StringBuilder text = new StringBuilder();
        line(text, "Origin", origin(incident));
        line(
                text,
                "Cause",
                String.format(
                        Locale.ROOT,
                        "%s (confidence %.2f, rule %s)",
                        AlertLinks.cause(incident),
                        incident.getConfidence(),
                        incident.getRule()));
        StormPage page = incident.getPage();
        line(text, "Paged because", page == null ? "" : page.getReason());
        line(text, "Also started at", String.join(", ", incident.getOtherOrigins()));
        line(text, "Path, farthest waiter first", String.join(" > ", incident.getPath()));
        line(text, "Cycle", String.join(" > ", incident.getCycle()));
        line(text, "Hurt", totals(incident) + elsewhere(incident.getVictimTotals()));
        line(text, "Hurt most", victims(incident));
        line(text, "Merged into", incident.getMergedInto());
        incident.getEvidence().stream()
                .limit(EVIDENCE)
                .forEach(evidence -> line(text, "Evidence", evidence.getRule() + ": " + evidence.getText()));
        int left = incident.getEvidence().size() - EVIDENCE;
        line(text, "Evidence", left > 0 ? "and " + left + " more" : "");
        return text.toString().stripTrailing();
    }

    private static void line(StringBuilder text, String what, String words) {
        if (!words.isEmpty()) {
            text.append(what).append(": ").append(words).append('\n');
        }
    }

    private static String elsewhere(@Nullable StormVictimTotals totals) {
        return totals == null || totals.getFlowsHeadOfLine() == 0
                ? ""
                : "; " + totals.getFlowsHeadOfLine() + " of the flows do not use the origin";
    }

    private static String victims(StormIncident incident) {
        List<StormVictim> listed = incident.getVictims();
        String names = listed.stream()
                .limit(VICTIMS)
                .map(victim -> victim.getKind() + " " + victim.getName()
                        + (victim.getHeadOfLine() ? " (does not use the origin)" : ""))
                .collect(Collectors.joining(", "));
        long more = incident.getVictimCount() - Math.min(VICTIMS, listed.size());
        String rest = more > 0 && !names.isEmpty() ? " and " + more + " more" : "";
        return names + rest;
    }

    private static String counted(long number, String one) {
        return number + " " + one + (number == 1 ? "" : "s");
    }

    private static String bounded(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
