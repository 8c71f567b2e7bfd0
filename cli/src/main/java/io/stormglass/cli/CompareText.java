package io.stormglass.cli;

import io.stormglass.emulator.measure.PortTotals;
import io.stormglass.emulator.measure.Summary;
import io.stormglass.fabric.scenario.ScenarioFile;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code compare} for a person. Completion, one-way delay of packets, round trip of probes and pauses stand apart, since a law may be good at one and
 * bad at another, and each is told with and without the start.
 */
final class CompareText {
    private CompareText() {}

    static String of(ScenarioFile file, long seed, List<Emulated> runs) {
        StringBuilder text = new StringBuilder();
        text.append(file.name()).append(", seed ").append(seed).append('\n').append(file.about());
        text.append("\n\nThe same for all\n")
                .append(EmulateText.stated(same(runs)))
                .append(different(runs));
        text.append("\nMessage completion, microseconds\n").append(completions(runs));
        text.append(
                        "\nOne-way fabric delay of a data packet, microseconds: first bit at the sender's NIC to last bit at the receiver's\n")
                .append(twice(
                        runs,
                        run -> run.measures().times().delay(),
                        run -> run.measures().times().steadyDelay()));
        text.append("\nRound trip of a small probe from an idle host in the same priority, microseconds\n")
                .append(twice(
                        runs,
                        run -> run.measures().times().probeRtt(),
                        run -> run.measures().times().steadyProbeRtt()));
        text.append("\nMost congested egress\n").append(queues(runs));
        text.append("\nPauses and losses\n").append(pauses(runs));
        if (runs.stream().anyMatch(run -> !run.steps().isEmpty())) {
            text.append("\nSteps\n").append(steps(runs));
        }
        text.append("\n\"without the start\" is the part from 50 to 90 % of each run.\n");
        if (file.name().equals("incast-64")) {
            text.append('\n').append(BlogTable.of(runs));
        }
        return text.toString();
    }

    private static Map<String, String> same(List<Emulated> runs) {
        Map<String, String> same = new TreeMap<>(runs.getFirst().params());
        for (Emulated run : runs) {
            same.entrySet().removeIf(each -> !Objects.equals(run.params().get(each.getKey()), each.getValue()));
        }
        return same;
    }

    /** What a law brought along. */
    private static String different(List<Emulated> runs) {
        Map<String, String> same = same(runs);
        StringBuilder text = new StringBuilder();
        Table table = new Table("ll");
        boolean any = false;
        for (Emulated run : runs) {
            Map<String, String> own = new TreeMap<>(run.params());
            own.keySet().removeAll(same.keySet());
            own.remove("cc");
            if (!own.isEmpty()) {
                any = true;
                table.row(run.cc(), own.toString().replaceAll("[{}]", ""));
            }
        }
        return any ? text.append("Not the same\n").append(table).toString() : "";
    }

    private static String completions(List<Emulated> runs) {
        Table table = new Table("lrrrrrr").row("law", "mean", "p50", "p99", "max", "goodput Gb/s", "Jain");
        for (Emulated run : runs) {
            Summary times = run.measures().times().completion();
            table.row(
                    run.cc(),
                    cell(times, Summary::mean),
                    cell(times, Summary::p50),
                    cell(times, Summary::p99),
                    cell(times, Summary::max),
                    String.format(Locale.ROOT, "%.1f", run.measures().goodputGbps()),
                    String.format(Locale.ROOT, "%.4f", run.measures().flows().jain()));
        }
        return table.toString();
    }

    private static String twice(
            List<Emulated> runs,
            Function<Emulated, @Nullable Summary> whole,
            Function<Emulated, @Nullable Summary> steady) {
        Table table = new Table("lrrrrrrr")
                .row("law", "mean", "p50", "p99", "max", "| without the start: mean", "p99", "max");
        for (Emulated run : runs) {
            Summary all = whole.apply(run);
            Summary late = steady.apply(run);
            table.row(
                    run.cc(),
                    cell(all, Summary::mean),
                    cell(all, Summary::p50),
                    cell(all, Summary::p99),
                    cell(all, Summary::max),
                    cell(late, Summary::mean),
                    cell(late, Summary::p99),
                    cell(late, Summary::max));
        }
        return table.toString();
    }

    private static String cell(@Nullable Summary summary, Function<Summary, Double> value) {
        return summary == null ? "-" : EmulateText.micros(value.apply(summary));
    }

    private static String queues(List<Emulated> runs) {
        Table table =
                new Table("llrrrrr").row("law", "port", "mean", "p99", "max", "without the start: mean", "link used");
        for (Emulated run : runs) {
            var queue = run.measures().queue();
            table.row(
                    run.cc(),
                    EmulateText.port(run, queue.port()),
                    EmulateText.bytes(queue.meanBytes()),
                    EmulateText.bytes(queue.p99Bytes()),
                    EmulateText.bytes((double) queue.maxBytes()),
                    EmulateText.bytes(queue.steadyBytes()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * queue.utilization()));
        }
        return table.toString();
    }

    private static String pauses(List<Emulated> runs) {
        Table table = new Table("lrrrrrrrrr")
                .row(
                        "law",
                        "XOFF",
                        "per GB",
                        "ports",
                        "us per port",
                        "worst port",
                        "marked",
                        "CNPs",
                        "dropped",
                        "recovery us");
        for (Emulated run : runs) {
            PortTotals ports = run.measures().ports();
            double mean = ports.paused().stream()
                    .mapToLong(PortTotals.PausedPort::picos)
                    .average()
                    .orElse(0);
            Summary recovery = run.measures().times().recovery();
            table.row(
                    run.cc(),
                    Words.count(ports.xoff()),
                    String.format(Locale.ROOT, "%.1f", run.measures().xoffPerGigabyte()),
                    Words.count(ports.paused().size()),
                    EmulateText.micros(mean / 1e6),
                    String.format(Locale.ROOT, "%.1f %%", 100 * ports.worstPausedRatio()),
                    Words.count(ports.ecnMarked()),
                    Words.count(ports.cnps()),
                    Words.count(ports.dropped()),
                    cell(recovery, Summary::p50));
        }
        return table.toString();
    }

    private static String steps(List<Emulated> runs) {
        Table table = new Table("lrrrrr").row("law", "steps", "mean us", "p99", "max", "bus bandwidth Gb/s");
        for (Emulated run : runs) {
            Emulated.Steps steps = run.stepTimes();
            Summary times = steps == null ? null : steps.micros();
            table.row(
                    run.cc(),
                    Words.count(times == null ? 0 : times.count()),
                    cell(times, Summary::mean),
                    cell(times, Summary::p99),
                    cell(times, Summary::max),
                    steps == null ? "-" : String.format(Locale.ROOT, "%.1f", steps.busGbps()));
        }
        return table.toString();
    }
}
