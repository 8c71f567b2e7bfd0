package io.stormglass.cli;

import io.stormglass.emulator.measure.PortName;
import io.stormglass.emulator.measure.PortTotals;
import io.stormglass.emulator.measure.RunMeasures;
import io.stormglass.emulator.measure.Summary;
import io.stormglass.emulator.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of {@code emulate} for a person. */
final class EmulateText {
    private static final int MOST_PAUSED_PORTS = 5;

    /** What two runs must have in common to be compared, and what it is called. */
    private static final List<String[]> STATED = List.of(
            new String[] {"senders", "senders"},
            new String[] {"flowBytes", "burst, bytes per sender"},
            new String[] {"jitterMicros", "start jitter, us"},
            new String[] {"window", "window"},
            new String[] {"windowBytes", "window if any, bytes"},
            new String[] {"initialWindowPackets", "initial window, packets (0: of the law)"},
            new String[] {"bufferBytes", "buffer, bytes"},
            new String[] {"pfc", "XOFF"},
            new String[] {"pfcAlpha", "  alpha of dynamic XOFF"},
            new String[] {"preset", "DCQCN preset"},
            new String[] {"kminBytes", "Kmin, bytes"},
            new String[] {"kmaxBytes", "Kmax, bytes"},
            new String[] {"pmax", "Pmax"},
            new String[] {"linkGbps", "links, Gb/s"},
            new String[] {"propagationMicros", "cable, us"},
            new String[] {"payloadBytes", "payload of a packet, bytes"});

    private EmulateText() {}

    static String of(Emulated run) {
        RunMeasures measures = run.measures();
        StringBuilder text = new StringBuilder();
        text.append(run.scenario().name())
                .append(", ")
                .append(run.cc())
                .append(", seed ")
                .append(run.seed())
                .append('\n')
                .append(run.scenario().about())
                .append("\n\n")
                .append(stated(run.params()))
                .append('\n')
                .append(times(run))
                .append(workloads(run))
                .append('\n')
                .append(queue(run))
                .append('\n')
                .append(pauses(run))
                .append('\n');
        text.append(String.format(
                Locale.ROOT,
                "%s of %s flows complete, goodput %.1f Gb/s, Jain %.4f, %s marked, %s CNPs, %s dropped%n",
                Words.count(measures.flows().completed()),
                Words.count(measures.flows().added()),
                measures.goodputGbps(),
                measures.flows().jain(),
                Words.count(measures.ports().ecnMarked()),
                Words.count(measures.ports().cnps()),
                Words.count(measures.ports().dropped())));
        text.append(String.format(
                Locale.ROOT,
                "%.1f us emulated in %.0f ms, %.2f million packet-hops/s, event log %s%n",
                run.simulatedMicros(),
                run.wallNanos() / 1e6,
                run.packetHopsPerSecond() / 1e6,
                EmulateJson.hash(measures.run().eventLogHash())));
        return text.toString();
    }

    /** What has to be the same where numbers are compared. */
    static String stated(Map<String, String> params) {
        Table table = new Table("lrlr");
        List<String> cells = new ArrayList<>();
        for (String[] each : STATED) {
            String value = params.get(each[0]);
            if (value != null) {
                cells.add(each[1]);
                cells.add(value);
            }
        }
        while (cells.size() % 4 != 0) {
            cells.add("");
        }
        for (int at = 0; at < cells.size(); at += 4) {
            table.row(cells.subList(at, at + 4).toArray(String[]::new));
        }
        return table.toString();
    }

    private static String times(Emulated run) {
        RunMeasures.Times times = run.measures().times();
        Table table = new Table("lrrrr").row("microseconds", "mean", "p50", "p99", "max");
        row(table, "message completion", times.completion());
        row(table, "one-way delay of a data packet", times.delay());
        row(table, "  without the start (50-90 % of the run)", times.steadyDelay());
        row(table, "round trip of a probe from an idle host", times.probeRtt());
        row(table, "  without the start (50-90 % of the run)", times.steadyProbeRtt());
        Emulated.Steps steps = run.stepTimes();
        if (steps != null) {
            row(table, Words.plural(steps.micros().count(), "step", "steps"), steps.micros());
        }
        if (times.recovery() != null) {
            row(table, "recovery from a loss", times.recovery());
        }
        String bus = steps == null ? "" : String.format(Locale.ROOT, "  bus bandwidth %.1f Gb/s%n", steps.busGbps());
        return table + bus;
    }

    private static void row(Table table, String name, @Nullable Summary summary) {
        if (summary == null) {
            table.row(name, "-", "-", "-", "-");
            return;
        }
        table.row(name, micros(summary.mean()), micros(summary.p50()), micros(summary.p99()), micros(summary.max()));
    }

    /** Where several workloads share the fabric: one may pay for another. */
    private static String workloads(Emulated run) {
        List<RunMeasures.PerWorkload> all = run.measures().workloads();
        if (all.size() < 2) {
            return "";
        }
        Table table = new Table("lrrrrrrr")
                .row("completion by workload, us", "priority", "messages", "mean", "p50", "p99", "max", "Gb/s");
        for (RunMeasures.PerWorkload each : all) {
            Workload workload = run.scenario().workloads().get(each.workload());
            Summary times = each.completion();
            table.row(
                    each.workload() + " " + workload.getClass().getSimpleName(),
                    String.valueOf(workload.terms().priority()),
                    Words.count(each.completed()),
                    times == null ? "-" : micros(times.mean()),
                    times == null ? "-" : micros(times.p50()),
                    times == null ? "-" : micros(times.p99()),
                    times == null ? "-" : micros(times.max()),
                    String.format(Locale.ROOT, "%.1f", run.measures().goodputGbps(each)));
        }
        return "\n" + table;
    }

    static String micros(double micros) {
        return String.format(Locale.ROOT, micros < 100 ? "%.2f" : "%,.1f", micros);
    }

    static String bytes(double bytes) {
        if (bytes < 1e6) {
            return String.format(Locale.ROOT, "%.1f kB", bytes / 1e3);
        }
        return String.format(Locale.ROOT, "%.2f MB", bytes / 1e6);
    }

    /** Name of a port as people know it. */
    static String port(Emulated run, PortName port) {
        return run.scenario().names().device(port.node()) + "/"
                + run.scenario().names().port(port.node(), port.port());
    }

    private static String queue(Emulated run) {
        RunMeasures.Queue queue = run.measures().queue();
        return String.format(
                Locale.ROOT,
                "Most congested egress %s: queue mean %s, p99 %s, max %s, steady %s; %.1f %% of the link used%n",
                port(run, queue.port()),
                bytes(queue.meanBytes()),
                bytes(queue.p99Bytes()),
                bytes((double) queue.maxBytes()),
                bytes(queue.steadyBytes()),
                100 * queue.utilization());
    }

    private static String pauses(Emulated run) {
        PortTotals ports = run.measures().ports();
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "Pauses: %s XOFF (and %s that prolong), %s XON, %.1f XOFF per GB of payload%n",
                Words.count(ports.xoff()),
                Words.count(ports.xoffRefreshed()),
                Words.count(ports.xon()),
                run.measures().xoffPerGigabyte()));
        List<PortTotals.PausedPort> paused = ports.paused();
        if (paused.isEmpty()) {
            return text.append("  no port was paused\n").toString();
        }
        double mean = paused.stream()
                .mapToLong(PortTotals.PausedPort::picos)
                .average()
                .orElse(0);
        text.append(String.format(
                Locale.ROOT,
                "  %s paused, %s us each on average; longest:%n",
                Words.plural(paused.size(), "port", "ports"),
                micros(mean / 1e6)));
        Table table = new Table("lrrr");
        for (PortTotals.PausedPort each : paused.subList(0, Math.min(MOST_PAUSED_PORTS, paused.size()))) {
            table.row(
                    "  " + port(run, each.port()),
                    "priority " + each.priority(),
                    micros(each.picos() / 1e6) + " us",
                    String.format(Locale.ROOT, "%.1f %%", 100 * each.ratio()));
        }
        return text.append(table).toString();
    }
}
