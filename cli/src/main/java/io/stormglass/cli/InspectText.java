package io.stormglass.cli;

import io.stormglass.capture.FlowSummary;
import io.stormglass.capture.Inspection;
import io.stormglass.capture.InterfaceSummary;
import io.stormglass.capture.PacketCounts;
import io.stormglass.capture.RttSummary;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The result of {@code inspect} for a person. */
final class InspectText {
    /** More flows than this nobody reads in a terminal; {@code --json} has them all. */
    private static final int MOST_FLOWS = 50;

    private InspectText() {}

    static String of(int files, Inspection inspection, double packetsPerSecond) {
        StringBuilder text = new StringBuilder();
        Long first = inspection.firstNanos();
        Long last = inspection.lastNanos();
        text.append(Words.plural(inspection.counts().packets(), "packet", "packets"))
                .append(" in ")
                .append(Words.plural(files, "file", "files"))
                .append(", ")
                .append(Words.time(first))
                .append(" to ")
                .append(Words.time(last));
        if (first != null && last != null) {
            text.append(" (").append(Words.duration((double) (last - first))).append(')');
        }
        text.append("\n\n").append(counts(inspection));
        text.append(interfaces(inspection.interfaces()));
        text.append(flows(inspection.flows()));
        section(text, "What this capture could not show", Words.notObservable(inspection.observable()));
        section(text, "Assumed", inspection.assumptions());
        section(
                text,
                "Notices",
                inspection.notices().stream()
                        .map(notice -> notice.file() + " at byte " + notice.offsetBytes() + ": " + notice.what())
                        .toList());
        section(
                text,
                "Faults",
                inspection.faults().stream()
                        .map(fault -> fault.file() + " at byte " + fault.offsetBytes() + ": " + fault.what())
                        .toList());
        text.append(String.format(Locale.ROOT, "%nDecoded %,.0f packets/s.%n", packetsPerSecond));
        return text.toString();
    }

    private static String counts(Inspection inspection) {
        PacketCounts counts = inspection.counts();
        Table table = new Table("lrlrlr");
        table.row("RoCEv2", Words.count(counts.rocev2()), "CE", Words.count(counts.ce()), "PFC", pfc(inspection));
        table.row(
                "RoCEv1",
                Words.count(counts.rocev1()),
                "CNP",
                Words.count(counts.cnp()),
                "  XOFF / XON",
                Words.count(counts.pfcXoff()) + " / " + Words.count(counts.pfcXon()));
        table.row(
                "ACK",
                Words.count(counts.ack()),
                "NAK / RNR",
                Words.count(counts.nak()) + " / " + Words.count(counts.rnr()),
                "802.3x pause",
                Words.count(counts.pause()));
        table.row(
                "truncated",
                Words.count(counts.truncated()),
                "malformed",
                Words.count(counts.malformed()),
                "impossible time",
                Words.count(counts.impossibleTime()));
        return table.toString();
    }

    private static String pfc(Inspection inspection) {
        String frames = Words.count(inspection.counts().pfc());
        if (inspection.pfcByPriority().isEmpty()) {
            return frames;
        }
        return frames
                + inspection.pfcByPriority().entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + Words.count(entry.getValue()))
                        .collect(Collectors.joining(", ", " (priority ", ")"));
    }

    private static String interfaces(List<InterfaceSummary> interfaces) {
        if (interfaces.isEmpty()) {
            return "";
        }
        Table table = new Table("lllrl");
        table.row("interface", "port", "link type", "packets", "directions");
        for (InterfaceSummary one : interfaces) {
            table.row(
                    one.captureInterface().name(),
                    one.point().port().text(),
                    one.captureInterface().refused()
                            ? "refused"
                            : Json.word(one.captureInterface().linkType()),
                    Words.count(one.packets()),
                    directions(one));
        }
        return "\nInterfaces\n" + table;
    }

    private static String directions(InterfaceSummary one) {
        if (one.bothDirections()) {
            return "both";
        }
        if (one.received() > 0) {
            return "received only";
        }
        return one.sent() > 0 ? "sent only" : "unknown";
    }

    private static String flows(List<FlowSummary> flows) {
        if (flows.isEmpty()) {
            return "\nNo RoCE flows.\n";
        }
        Table table = new Table("lrrrrrrrll");
        table.row("flow", "packets", "bytes", "CE", "CNP", "NAK", "again", "behind", "RTT p50 / p99", "scope");
        flows.stream().limit(MOST_FLOWS).forEach(flow -> row(table, flow));
        String more = flows.size() > MOST_FLOWS
                ? "  ... and " + Words.count(flows.size() - MOST_FLOWS) + " more: --json has them all\n"
                : "";
        return "\nFlows\n" + table + more;
    }

    private static void row(Table table, FlowSummary flow) {
        RttSummary rtt = flow.rtt();
        table.row(
                flow.srcIp() + " > " + flow.dstIp() + " qp "
                        + (flow.isProvisional() ? "? (answers go to " + flow.pairedQp() + ")" : flow.dstQp()),
                Words.count(flow.packets()),
                Words.count(flow.bytes()),
                Words.count(flow.ce()),
                Words.count(flow.cnp()),
                Words.count(flow.nak()),
                Words.count(flow.retransmitted()),
                Words.count(flow.reordered()),
                rtt == null ? "-" : Words.duration(rtt.p50Nanos()) + " / " + Words.duration(rtt.p99Nanos()),
                Json.word(flow.vantage()));
    }

    static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n');
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }
}
