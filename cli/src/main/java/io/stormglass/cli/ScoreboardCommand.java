package io.stormglass.cli;

import io.stormglass.cli.scoreboard.Case;
import io.stormglass.cli.scoreboard.CaseRunner;
import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Expectation;
import io.stormglass.cli.scoreboard.GeneratedCase;
import io.stormglass.cli.scoreboard.Goals;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.cli.scoreboard.Refresh;
import io.stormglass.cli.scoreboard.Report;
import io.stormglass.cli.scoreboard.Scoreboard;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How well storms are found: labelled scenarios through the whole system. */
@Command(
        name = "scoreboard",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs labelled scenarios through the stream processors and says how well storms are found.",
            "Each run is one scenario with one seed: emulated, published as agents would, judged by its labels."
        },
        footer = {"", "Exit code 1: less was reached than is promised; what is said on standard error."})
final class ScoreboardCommand implements Callable<Integer> {
    private static final Map<String, Refresh> NAMED = Map.of("frames", new Refresh.Frames(), "own", new Refresh.Own());
    private static final int MOST_CASES = 100_000;

    private final Terminal terminal;

    @Option(
            names = "--scenarios",
            paramLabel = "A,B",
            split = ",",
            description = "Only these of the library, or files (default: all of the library).")
    private List<String> scenarios = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Runs each scenario with seeds 1 to N (default: ${DEFAULT-VALUE}).")
    private int seeds = 5;

    @Option(
            names = "--generated",
            paramLabel = "N",
            description = "Runs so many cases that are made of --seed: topology, place, time, load, fault or none.")
    private int generated;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Decides the generated cases: S to S + N - 1 (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--keep-cases",
            paramLabel = "DIR",
            description = "Writes each generated case as a scenario file, to be run again by --scenarios.")
    private @Nullable Path keepCases;

    @Option(
            names = "--refresh",
            paramLabel = "T",
            description =
                    "How often counters are refreshed, such as 1s, 200ms, 10ms; 'frames': every pause frame; 'own': what each scenario's file says (default: ${DEFAULT-VALUE}).")
    private String refresh = "200ms";

    @Option(
            names = "--loss",
            paramLabel = "P",
            description = "Probability that a record is lost, and that it comes twice, and that it comes late.")
    private double loss;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Writes a text for each run, NAME-SEED.txt: labels, whole incidents, the verdict.")
    private @Nullable Path reports;

    @Option(
            names = "--broker",
            description = "Through Kafka inside this process, one run after another; the report is the same.")
    private boolean broker;

    @Option(names = "--threads", paramLabel = "N", description = "Runs at once (default: one per core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    ScoreboardCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        checkOptions();
        Refresh seen = refresh();
        List<Case> cases = cases(seen);
        Perturbation perturbation = new Perturbation(loss);
        Report report = run(cases, perturbation);
        terminal.out()
                .print(json ? Json.text(ScoreboardJson.of(report, seen)) + "\n" : ScoreboardText.of(report, seen));
        terminal.out().flush();
        List<String> missed = Goals.of(seen, perturbation, generated > 0).missedBy(report);
        missed.forEach(terminal::say);
        return missed.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private void checkOptions() {
        atLeast("--seeds", seeds, 1);
        atLeast("--generated", generated, 0);
        atLeast("--threads", threads, 1);
        if (!(loss >= 0 && loss < 1)) {
            throw CommandFailure.usage("--loss is " + loss + "; give 0 to below 1, such as 0.1", null);
        }
        if (keepCases != null && generated == 0) {
            throw CommandFailure.usage("--keep-cases belongs to --generated N", null);
        }
        if (broker && loss > 0) {
            throw CommandFailure.usage("--loss goes with the test driver only, not with --broker", null);
        }
    }

    private static void atLeast(String option, int value, int least) {
        if (value < least || value > MOST_CASES) {
            throw CommandFailure.usage(option + " is " + value + "; give " + least + " to " + MOST_CASES, null);
        }
    }

    private Refresh refresh() {
        Refresh named = NAMED.get(refresh);
        if (named != null) {
            return named;
        }
        try {
            return new Refresh.Counters(Durations.parseNanos("--refresh", refresh));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--refresh " + refresh + ": " + e.getMessage(), e);
        }
    }

    // ---- cases

    private List<Case> cases(Refresh seen) {
        List<Case> cases = new ArrayList<>();
        if (generated == 0 || !scenarios.isEmpty()) {
            for (ScenarioFile file : files()) {
                requireJudged(file.scenario());
                for (long each = 1; each <= seeds; each++) {
                    cases.add(Case.of(file.scenario(), each, seen));
                }
            }
        }
        for (long each = seed; each < seed + generated; each++) {
            GeneratedCase made = GeneratedCase.of(each);
            keep(made);
            cases.add(Case.of(made.scenario(), each, seen));
        }
        return cases;
    }

    private List<ScenarioFile> files() {
        Set<String> names = new TreeSet<>(scenarios.isEmpty() ? ScenarioLibrary.names() : scenarios);
        Map<String, ScenarioFile> files = new TreeMap<>();
        for (String name : names) {
            ScenarioFile file = load(name);
            if (files.put(file.name(), file) != null) {
                throw CommandFailure.usage("--scenarios names two scenarios that are called " + file.name(), null);
            }
        }
        return List.copyOf(files.values());
    }

    private static ScenarioFile load(String name) {
        try {
            return ScenarioLibrary.load(name);
        } catch (ScenarioFileException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private static void requireJudged(Scenario scenario) {
        try {
            scenario.labels().stream().map(FaultLabel::kind).forEach(Expectation::of);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("scenario " + scenario.name() + ": " + e.getMessage(), e);
        }
    }

    private void keep(GeneratedCase made) {
        write("--keep-cases", keepCases, made.scenario().name() + ".yaml", made.text());
    }

    private static void write(String option, @Nullable Path folder, String name, String text) {
        if (folder == null) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw CommandFailure.failed(option + ": cannot write to " + folder + ": " + e, e);
        }
    }

    // ---- runs

    private Report run(List<Case> cases, Perturbation perturbation) throws InterruptedException {
        if (!broker) {
            return run(cases, new DriverRunner(perturbation), threads);
        }
        try (Resources resources = new Resources()) {
            Cluster.Starting starting = resources.add("embedded stack", Cluster.embedded(null));
            return run(cases, new BrokerRunner(terminal, starting.await(), BrokerRunner.Shape.PLAIN), 1);
        }
    }

    private Report run(List<Case> cases, CaseRunner runner, int threads) throws InterruptedException {
        try (ProgressBar bar = new ProgressBar(terminal, "scoreboard")) {
            bar.show(0);
            AtomicInteger done = new AtomicInteger();
            return new Scoreboard(runner, threads).run(cases, each -> {
                if (reports != null) {
                    String name = each.judged().name() + "-" + each.judged().seed() + ".txt";
                    write("--report", reports, name, StormReportText.of(each));
                }
                bar.show((double) done.incrementAndGet() / cases.size());
            });
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }
}
