package io.stormglass.cli;

import io.stormglass.fabric.scenario.ScenarioFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The same workload and seed under several congestion controls, side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs a scenario under several congestion controls with the same workload and seed.",
        footer = {
            "",
            "A law may bring settings of its own: --cc dcqcn,dcqcn:window=bdp,hpcc",
            "compare incast-64 prints the figures of the blog post beside what comes out here."
        })
final class CompareCommand implements Callable<Integer> {
    private static final List<String> RDMA = List.of("none", "dcqcn", "timely", "dctcp", "hpcc", "swift", "bbr");
    private static final List<String> TCP = List.of("newreno", "cubic");

    private final Terminal terminal;

    @Parameters(paramLabel = "SCENARIO", description = "name in the library, or a YAML file")
    private String scenario = "";

    @Option(
            names = "--cc",
            split = ",",
            paramLabel = "NAME",
            description =
                    "laws, in the order of the result (default: those of NICs, or of TCP where the scenario is TCP's)")
    private List<String> laws = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "the same for all (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "another value of a setting, for all; may be given several times")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    CompareCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        ScenarioFile plain = Scenarios.load(scenario, null, set);
        List<String> standard = TCP.contains(plain.control()) ? TCP : RDMA;
        // All are read before the first runs, so that a wrong name costs no time.
        Map<String, ScenarioFile> files = new LinkedHashMap<>();
        for (String law : laws.isEmpty() ? standard : laws) {
            files.put(law, Scenarios.load(scenario, law, set));
        }
        EmulationRunner runner = new EmulationRunner(terminal);
        List<Emulated> runs = new ArrayList<>();
        files.forEach((law, file) -> runs.add(runner.measure(file, law, seed)));
        terminal.out()
                .print(
                        json
                                ? Json.text(EmulateJson.compare(plain.name(), seed, runs)) + "\n"
                                : CompareText.of(plain, seed, runs));
        terminal.out().flush();
        return ExitCodes.DONE;
    }
}
