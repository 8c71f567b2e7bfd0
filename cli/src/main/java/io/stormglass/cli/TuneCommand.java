package io.stormglass.cli;

import io.stormglass.cli.tune.DriverTelemetry;
import io.stormglass.cli.tune.FabricRuns;
import io.stormglass.cli.tune.Loops;
import io.stormglass.cli.tune.TuneReport;
import io.stormglass.cli.tune.TuneRow;
import io.stormglass.cli.tune.TuneRun;
import io.stormglass.cli.tune.TuneSize;
import io.stormglass.cli.tune.TuneStep;
import io.stormglass.cli.tune.TuningScenario;
import io.stormglass.emulator.measure.PortName;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Thresholds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** ECN thresholds in closed loop: emulate, recommend, apply, again; beside the best setting of a sweep. */
@Command(
        name = "tune",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Tunes the ECN thresholds of an emulated fabric in closed loop: its telemetry goes through the stream",
            "processors, the recommender advises, every switch gets the advised step, and so on until nothing is advised.",
            "Before, after and the best setting of a sweep are then measured with the same seeds, which chose none of them."
        },
        footer = {
            "",
            "stormglass tune ecn-100g-16-flows --profile latency",
            "'stormglass scenarios' lists the library; those called ecn-... are made for this.",
            "Exit code 1 of --library: less was reached than is promised; what is said on standard error."
        })
final class TuneCommand implements Callable<Integer> {
    private static final long EMULATE_SEED = 1;

    private final Terminal terminal;
    private final TuneSize size;

    @Parameters(paramLabel = "SCENARIO", arity = "0..1", description = "name in the library, or a YAML file")
    private @Nullable String scenario;

    @Option(
            names = "--library",
            description =
                    "All scenarios called ecn-..., for all profiles unless --profile is given, and what is promised of them.")
    private boolean library;

    @Option(
            names = "--cc",
            paramLabel = "NAME",
            description = "congestion control of all flows (default: that of the scenario)")
    private @Nullable String cc;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "weights of the cost: latency, balanced, throughput (default: balanced)")
    private @Nullable String profile;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "another value of a setting; may be given several times")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--hide",
            paramLabel = "FACT",
            split = ",",
            description = "what agents of switches do not tell: alpha, buffer, weight, pmax, object")
    private List<String> hide = List.of();

    @Option(names = "--threads", paramLabel = "N", description = "Emulations at once (default: one per core).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    TuneCommand(Terminal terminal) {
        this(terminal, TuneSize.FULL);
    }

    /** With another size, for tests. */
    TuneCommand(Terminal terminal, TuneSize size) {
        this.terminal = terminal;
        this.size = size;
    }

    @Override
    public Integer call() throws Exception {
        if (library == (scenario != null)) {
            throw CommandFailure.usage("give a SCENARIO, or --library for all that are made for this", null);
        }
        if (threads < 1 || threads > 1_000) {
            throw CommandFailure.usage("--threads is " + threads + "; give 1 to 1000", null);
        }
        String one = scenario;
        return one == null ? all() : one(one);
    }

    private Profile profileOr(Profile standard) {
        try {
            return profile == null ? standard : Profile.of(profile);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage("--profile: " + e.getMessage(), e);
        }
    }

    // ---- one scenario

    private int one(String name) throws InterruptedException {
        ScenarioFile file = load(name);
        Profile weights = profileOr(Profile.BALANCED);
        TuningScenario tuning = prepare(file);
        TuneRow row = rows(tuning, List.of(weights)).getFirst();
        terminal.out().print(json ? Json.text(TuneJson.of(row, emulations(file, row))) + "\n" : text(tuning, row));
        terminal.out().flush();
        return ExitCodes.DONE;
    }

    private static String text(TuningScenario tuning, TuneRow row) {
        PortName at = tuning.queue().at();
        String port = tuning.file().scenario().names().port(at.node(), at.port());
        String device = tuning.file().scenario().names().device(at.node());
        return TuneText.of(row, device + "/" + port);
    }

    private TuneJson.Emulations emulations(ScenarioFile file, TuneRow row) {
        return new TuneJson.Emulations(
                emulation(file, row.before().thresholds()),
                emulation(file, row.after().thresholds()),
                emulation(file, row.best().thresholds()));
    }

    private Emulated emulation(ScenarioFile file, Thresholds thresholds) {
        try {
            ScenarioFile with = file.with(Map.of(
                    "switch.kminBytes", String.valueOf(thresholds.kminBytes()),
                    "switch.kmaxBytes", String.valueOf(thresholds.kmaxBytes()),
                    "switch.pmax", String.valueOf(thresholds.maxProbability())));
            return new EmulationRunner(terminal).measure(with, Scenarios.label(file, cc), EMULATE_SEED);
        } catch (ScenarioFileException e) {
            throw CommandFailure.failed("cannot emulate " + thresholds + ": " + e.getMessage(), e);
        }
    }

    // ---- the library

    private int all() throws InterruptedException {
        List<Profile> weights = profile == null ? List.of(Profile.values()) : List.of(profileOr(Profile.BALANCED));
        List<ScenarioFile> files = new ArrayList<>();
        // All are read before the first runs, so that a wrong setting costs no time.
        ScenarioLibrary.tuning().forEach(name -> files.add(load(name)));
        List<TuneRow> rows = new ArrayList<>();
        for (ScenarioFile file : files) {
            rows.addAll(rows(prepare(file), weights));
        }
        TuneReport report = new TuneReport(rows);
        boolean asBuilt = hide.isEmpty() && set.isEmpty() && cc == null;
        List<String> missed = report.missed(asBuilt ? TuneReport.Promise.ALL : TuneReport.Promise.NEVER_WORSE);
        terminal.out().print(json ? Json.text(TuneJson.of(report, missed)) + "\n" : TuneText.of(report));
        terminal.out().flush();
        missed.forEach(terminal::say);
        return missed.isEmpty() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    // ---- both

    private ScenarioFile load(String name) {
        Map<String, String> values = new LinkedHashMap<>(set);
        if (!hide.isEmpty()) {
            values.put("hide", String.join(",", hide));
        }
        return Scenarios.load(name, cc, values);
    }

    private TuningScenario prepare(ScenarioFile file) {
        try {
            return TuningScenario.of(file, size);
        } catch (ScenarioFileException | IllegalArgumentException e) {
            throw CommandFailure.usage("scenario " + file.name() + " cannot be tuned: " + e.getMessage(), e);
        }
    }

    private List<TuneRow> rows(TuningScenario tuning, List<Profile> weights) throws InterruptedException {
        Map<Profile, List<TuneStep>> loops = new EnumMap<>(Profile.class);
        String name = tuning.file().name();
        try (ProgressBar bar = new ProgressBar(terminal, name + ", loop")) {
            Loops loop = new Loops(new DriverTelemetry(), share -> bar.show((loops.size() + share) / weights.size()));
            for (Profile each : weights) {
                loops.put(each, loop.run(tuning, each));
            }
        } catch (ScenarioFileException e) {
            throw CommandFailure.usage("scenario " + name + " cannot be tuned: " + e.getMessage(), e);
        }
        int most = TuneRun.mostRuns(size, weights.size());
        int[] done = {0};
        try (ProgressBar bar = new ProgressBar(terminal, name + ", sweep");
                FabricRuns runs = new FabricRuns(threads, () -> bar.show((double) ++done[0] / most))) {
            bar.show(0);
            return new TuneRun(size, runs).run(tuning, loops);
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }
}
