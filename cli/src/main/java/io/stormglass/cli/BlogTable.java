package io.stormglass.cli;

import io.stormglass.emulator.measure.RunMeasures;
import io.stormglass.emulator.measure.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The blog post's figures of a 64:1 incast at 400G beside those of a run, and which of them can be, under which definition. The post does not say what it calls
 * latency; every verdict comes from the closed forms of {@link IncastPhysics} and from the figures of the runs.
 */
final class BlogTable {
    private static final double SECONDS_PER_DAY = 86_400;
    /** A figure is reached where a run is within this factor of it. */
    private static final double NEAR = 2;

    /** The post's figures for one law. */
    private record Claim(
            String law, double meanMicros, double p99Micros, long xoffPerDay, double stepGbps, String recovery) {}

    private static final List<Claim> CLAIMS = List.of(
            new Claim("dcqcn", 48.2, 320.5, 1_482_900, 312, "over 10 ms"),
            new Claim("bbr", 9.6, 21.4, 0, 388, "milliseconds"));

    private final IncastPhysics physics;
    private final List<Emulated> runs;
    private final StringBuilder text = new StringBuilder();

    private BlogTable(List<Emulated> runs) {
        this.runs = runs;
        physics = IncastPhysics.of(runs.getFirst().scenario());
    }

    static String of(List<Emulated> runs) {
        BlogTable table = new BlogTable(runs);
        table.figures();
        table.verdicts();
        return table.text.toString();
    }

    private @Nullable Emulated run(Claim claim) {
        return runs.stream()
                .filter(run -> run.cc().equals(claim.law) || run.cc().startsWith(claim.law + ":"))
                .findFirst()
                .orElse(null);
    }

    // ---- the figures

    private void figures() {
        text.append("The blog post's table (it does not say what \"latency\" is) beside this run\n");
        Table table = new Table("lrrrr").row("", "post: DCQCN", "here: dcqcn", "post: BBR", "here: bbr");
        row(table, "latency, mean us", claim -> number(claim.meanMicros), null);
        for (String name : definitions(null).keySet()) {
            row(table, "  " + name, null, run -> mean(definitions(run).get(name)));
        }
        row(table, "latency, p99 us", claim -> number(claim.p99Micros), null);
        for (String name : definitions(null).keySet()) {
            row(table, "  " + name, null, run -> p99(definitions(run).get(name)));
        }
        row(table, "pauses a day", claim -> Words.count(claim.xoffPerDay), null);
        row(
                table,
                "  XOFF of this incast",
                null,
                run -> Words.count(run.measures().ports().xoff()));
        row(table, "  XOFF per GB", null, run -> number(run.measures().xoffPerGigabyte()));
        row(table, "step throughput, Gb/s", claim -> number(claim.stepGbps), null);
        row(
                table,
                "  goodput of this incast",
                null,
                run -> number(run.measures().goodputGbps()));
        row(table, "recovery", claim -> claim.recovery, run -> recovery(run));
        text.append(table);
    }

    private interface OfClaim {
        String cell(Claim claim);
    }

    private interface OfRun {
        String cell(Emulated run);
    }

    private void row(Table table, String name, @Nullable OfClaim post, @Nullable OfRun here) {
        List<String> cells = new ArrayList<>(List.of(name));
        for (Claim claim : CLAIMS) {
            Emulated run = run(claim);
            cells.add(post == null ? "" : post.cell(claim));
            cells.add(here == null || run == null ? "" : here.cell(run));
        }
        table.row(cells.toArray(String[]::new));
    }

    /** What "latency" may mean; the values are null without a run. */
    private static Map<String, @Nullable Summary> definitions(@Nullable Emulated run) {
        RunMeasures.Times times = run == null ? null : run.measures().times();
        Map<String, @Nullable Summary> definitions = new LinkedHashMap<>();
        definitions.put("completion of a message", times == null ? null : times.completion());
        definitions.put("one-way delay of a packet", times == null ? null : times.delay());
        definitions.put("one-way delay, without the start", times == null ? null : times.steadyDelay());
        definitions.put("round trip of a probe", times == null ? null : times.probeRtt());
        definitions.put("round trip, without the start", times == null ? null : times.steadyProbeRtt());
        return definitions;
    }

    private static String mean(@Nullable Summary summary) {
        return summary == null ? "-" : number(summary.mean());
    }

    private static String p99(@Nullable Summary summary) {
        return summary == null ? "-" : number(summary.p99());
    }

    private static String recovery(Emulated run) {
        Summary recovery = run.measures().times().recovery();
        return recovery == null ? "no loss" : Words.duration(recovery.p50() * 1e3);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }

    // ---- the verdicts

    private void verdicts() {
        text.append("\nWhich of the post's figures can be, and as what\n");
        for (Claim claim : CLAIMS) {
            asCompletion(claim);
            asDelay(claim, "mean", claim.meanMicros);
            asDelay(claim, "p99", claim.p99Micros);
            pauses(claim);
            throughput(claim);
            recovery(claim);
        }
        starts();
    }

    private void say(String verdict, String reason) {
        text.append(Words.wrapped("- " + verdict + ": " + reason));
    }

    private void asCompletion(Claim claim) {
        boolean impossible = claim.meanMicros < physics.leastMeanMicros();
        say(
                impossible ? "impossible" : "possible",
                String.format(
                        Locale.ROOT,
                        "%s mean %.1f us as completion of a message: %s alone take %.0f us at line rate, %d of them at least %,.0f us, on average at least %,.0f us",
                        claim.law,
                        claim.meanMicros,
                        EmulateText.bytes((double) physics.messageBytes()),
                        physics.aloneMicros(),
                        physics.senders(),
                        physics.lastMicros(),
                        physics.leastMeanMicros()));
    }

    private void asDelay(Claim claim, String what, double micros) {
        double queue = physics.queueOfDelay(micros);
        String needs = String.format(
                Locale.ROOT,
                "%s %s %.1f us as delay of a packet needs a queue of %s",
                claim.law,
                what,
                micros,
                EmulateText.bytes(queue));
        if (queue < 0 || queue > physics.ceilingBytes()) {
            say(
                    "impossible",
                    String.format(
                            Locale.ROOT,
                            "%s, %s",
                            needs,
                            queue < 0
                                    ? "and two cables alone take longer"
                                    : "above the " + EmulateText.bytes(physics.ceilingBytes()) + " that PFC lets in"));
            return;
        }
        String where = thresholds(queue)
                + String.format(Locale.ROOT, ", %.0f %% of what PFC lets in", 100 * queue / physics.ceilingBytes());
        Nearest nearest = nearest(run(claim), what, micros);
        if (nearest == null) {
            say("possible", String.format(Locale.ROOT, "%s, %s", needs, where));
            return;
        }
        say(
                nearest.factor <= NEAR ? "plausible" : "possible, not reached here",
                String.format(
                        Locale.ROOT,
                        "%s, %s; nearest here is the %s of %s: %.1f us",
                        needs,
                        where,
                        what,
                        nearest.definition,
                        nearest.micros));
    }

    private String thresholds(double queue) {
        double kmin = parameter("kminBytes");
        double kmax = parameter("kmaxBytes");
        if (queue < kmin) {
            return "below Kmin";
        }
        return queue <= kmax ? "between Kmin and Kmax" : String.format(Locale.ROOT, "%.1f times Kmax", queue / kmax);
    }

    private double parameter(String key) {
        String value = runs.getFirst().params().get(key);
        return value == null ? 0 : Double.parseDouble(value);
    }

    /** Which definition comes closest; completion is out of question. */
    private record Nearest(String definition, double micros, double factor) {}

    private static @Nullable Nearest nearest(@Nullable Emulated run, String what, double micros) {
        Nearest best = null;
        for (Map.Entry<String, @Nullable Summary> each : definitions(run).entrySet()) {
            Summary summary = each.getValue();
            if (summary == null || each.getKey().startsWith("completion")) {
                continue;
            }
            double here = what.equals("mean") ? summary.mean() : summary.p99();
            double factor = Math.max(here / micros, micros / here);
            if (best == null || factor < best.factor) {
                best = new Nearest(each.getKey(), here, factor);
            }
        }
        return best;
    }

    private void pauses(Claim claim) {
        Emulated run = run(claim);
        if (run == null) {
            return;
        }
        long here = run.measures().ports().xoff();
        if (claim.xoffPerDay == 0) {
            say(
                    here == 0 ? "plausible" : "not so here",
                    String.format(
                            Locale.ROOT,
                            "%s without a pause: here %s XOFF. It tells little: a window of one BDP per flow puts %s into the queue at most, and PFC lets in %s; without a pause here: %s",
                            claim.law,
                            Words.count(here),
                            EmulateText.bytes(physics.firstPeakBytes()),
                            EmulateText.bytes(physics.ceilingBytes()),
                            withoutPause()));
            return;
        }
        if (here == 0) {
            say(
                    "not so here",
                    String.format(
                            Locale.ROOT,
                            "%s with %s pauses a day: here none",
                            claim.law,
                            Words.count(claim.xoffPerDay)));
            return;
        }
        double incasts = (double) claim.xoffPerDay / here;
        double seconds = incasts * run.simulatedMicros() / 1e6;
        say(
                "means nothing alone",
                String.format(
                        Locale.ROOT,
                        "%s pauses a day are %,.0f incasts like this one a day, %.1f s of it (%.4f %% of the day); without a break it would be %.1e a day",
                        Words.count(claim.xoffPerDay),
                        incasts,
                        seconds,
                        100 * seconds / SECONDS_PER_DAY,
                        here / run.simulatedMicros() * 1e6 * SECONDS_PER_DAY));
    }

    private String withoutPause() {
        List<String> names = runs.stream()
                .filter(run -> run.measures().ports().xoff() == 0)
                .map(Emulated::cc)
                .toList();
        return names.isEmpty() ? "no law" : String.join(", ", names);
    }

    private void throughput(Claim claim) {
        Emulated run = run(claim);
        double most = physics.payloadGbps();
        String here = run == null
                ? ""
                : String.format(Locale.ROOT, "; here %.1f", run.measures().goodputGbps());
        say(
                claim.stepGbps <= most ? "plausible" : "impossible",
                String.format(
                        Locale.ROOT,
                        "%s %.0f Gb/s: payload of %d in %d bytes fits %.1f Gb/s%s. As step of a ring all-reduce it is another workload: no ring has an incast of %d",
                        claim.law,
                        claim.stepGbps,
                        physics.format().payloadBytes(),
                        physics.format().fullBytes(),
                        most,
                        here,
                        physics.senders()));
    }

    private void recovery(Claim claim) {
        Emulated run = run(claim);
        if (run == null || run.measures().times().recovery() != null) {
            return;
        }
        double timeout = parameter("retransmitMicros");
        say(
                "not shown here",
                String.format(
                        Locale.ROOT,
                        "%s recovery %s: nothing was lost in this run. A loss at the end of a message waits for the timeout of the NIC, %s here, whatever the law",
                        claim.law,
                        claim.recovery,
                        Words.duration(timeout * 1e3)));
    }

    private void starts() {
        double p99 = CLAIMS.getLast().p99Micros;
        double inFlight = physics.queueOfDelay(p99) + physics.baseRttMicros() * physics.bytesPerMicro();
        double perFlow = inFlight / physics.senders() / physics.format().fullBytes();
        say(
                "condition",
                String.format(
                        Locale.ROOT,
                        "p99 %.1f us needs at most %s in flight, %.1f packets per flow, at all times: a first window of one BDP (%d packets) each makes a queue of %s, %.0f us. It can be with small first windows, with starts apart from each other, or where the start is less than 1 %% of the samples",
                        p99,
                        EmulateText.bytes(inFlight),
                        perFlow,
                        physics.windowPackets(),
                        EmulateText.bytes(physics.firstPeakBytes()),
                        physics.firstPeakBytes() / physics.bytesPerMicro()));
    }
}
