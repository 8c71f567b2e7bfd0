package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.Emulation;
import io.stormglass.emulator.PortCounters;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.scenario.ScenarioRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario of the library, in the size of its section {@code smoke}; with {@code -Dstormglass.full=true} in its own. */
final class ScenarioLibraryTest {
    private static final boolean FULL = Boolean.getBoolean("stormglass.full");

    static List<String> names() {
        return ScenarioLibrary.all();
    }

    static List<String> emulated() throws ScenarioFileException {
        List<String> emulated = new ArrayList<>();
        for (String name : names()) {
            if (ScenarioLibrary.load(name).scenario().script().spans().isEmpty()) {
                emulated.add(name);
            }
        }
        return emulated;
    }

    private static Scenario scenario(String name) throws ScenarioFileException {
        ScenarioFile file = ScenarioLibrary.load(name);
        return (FULL ? file : file.smoke()).scenario();
    }

    private static long hash(Scenario scenario, long seed) {
        ScenarioRun run = ScenarioRun.start(scenario, seed, List.of());
        run.runToEnd();
        return run.emulation().eventLogHash();
    }

    @Test
    void theLibraryIsWhatIsAskedFor() throws ScenarioFileException {
        assertThat(names())
                .hasSizeGreaterThanOrEqualTo(40)
                .contains(
                        "incast-8",
                        "incast-64",
                        "tcp-incast-40",
                        "two-tenants",
                        "long-haul",
                        "nic-pause-storm",
                        "slow-receiver",
                        "pfc-deadlock-ring",
                        "victim-flow",
                        "choppy-storm",
                        "microbursts-healthy",
                        "all-reduce-healthy",
                        "mixed-cc",
                        "cc-off-rack",
                        "ecn-misconfigured",
                        "all-priorities-storm",
                        "host-hang-8-rails",
                        "bonded-nic-storm",
                        "pfc-only-incast",
                        "moe-all-to-all",
                        "checkpoint-write",
                        "cross-rack-incast",
                        "idle-paused",
                        "planned-switch-reload",
                        "host-reboot",
                        "agent-upgrade-fleet",
                        "roce-tcp-mixed",
                        "link-flap-recovery",
                        "watchdog-flapping");
        int healthy = 0;
        for (String name : ScenarioLibrary.names()) {
            Scenario scenario = ScenarioLibrary.load(name).scenario();
            healthy += scenario.faults().isEmpty() ? 1 : 0;
            assertThat(scenario.name()).isEqualTo(name);
            assertThat(scenario.about()).as(name).hasSizeBetween(20, 200).endsWith(".");
            assertThat(scenario.faults().isEmpty())
                    .as(name + " says that it is healthy")
                    .isEqualTo(scenario.about().toLowerCase(Locale.ROOT).contains("healthy"));
        }
        assertThat(2 * healthy).isGreaterThanOrEqualTo(ScenarioLibrary.names().size());
    }

    @Test
    void everyFileOfTheFolderIsInTheIndex() throws IOException {
        assertThat(files("src/main/resources/scenarios")).isEqualTo(ScenarioLibrary.names());
        assertThat(files("src/main/resources/scenarios/tuning")).isEqualTo(ScenarioLibrary.tuning());
    }

    private static List<String> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".yaml"))
                    .map(file -> file.replace(".yaml", ""))
                    .sorted()
                    .toList();
        }
    }

    /** The scoreboard runs {@link ScenarioLibrary#names}: healthy runs about thresholds would only dilute it. */
    @Test
    void scenariosOfThresholdsAreHealthyGoOnAndStandApart() throws ScenarioFileException {
        assertThat(ScenarioLibrary.tuning())
                .hasSizeGreaterThanOrEqualTo(14)
                .doesNotContainAnyElementsOf(ScenarioLibrary.names());
        for (String name : ScenarioLibrary.tuning()) {
            Scenario scenario = ScenarioLibrary.load(name).scenario();
            assertThat(scenario.name()).isEqualTo(name);
            assertThat(scenario.labels()).as(name).isEmpty();
            assertThat(scenario.about()).as(name).hasSizeBetween(20, 200).endsWith("Healthy.");
            assertThat(scenario.ending().kind()).as(name).isEqualTo(Scenario.Ending.Kind.AT_TIME);
            assertThat(scenario.settings().switches().ecn().priorities())
                    .as(name)
                    .isEqualTo(1 << 3);
        }
    }

    @ParameterizedTest
    @MethodSource("emulated")
    void aScenarioRunsToItsEndAndTheSeedDecidesHow(String name) throws ScenarioFileException {
        Scenario scenario = scenario(name);
        ScenarioRun run = ScenarioRun.start(scenario, 1, List.of());

        assertThat(run.runToEnd()).as("done in time").isTrue();

        assertThat(run.emulation().packetHops()).isPositive();
        if (!losesPackets(scenario)) {
            assertThat(lost(run, scenario.settings().switches().lossless()))
                    .as("lossless drops")
                    .isZero();
        }
        if (scenario.ending().kind() == Scenario.Ending.Kind.WHEN_DONE) {
            assertThat(sum(run, PortCounters::xoffSent)).isEqualTo(sum(run, PortCounters::xonSent));
        }
        assertThat(hash(scenario, 1))
                .as("the same seed")
                .isEqualTo(run.emulation().eventLogHash());
        assertThat(hash(scenario, 2))
                .as("another seed")
                .isNotEqualTo(run.emulation().eventLogHash());
    }

    @ParameterizedTest
    @MethodSource("names")
    void labelsFollowFromFaults(String name) throws ScenarioFileException {
        Scenario scenario = scenario(name);
        List<FaultLabel> labels = ScenarioRun.start(scenario, 1, List.of()).labels();

        assertThat(labels.isEmpty()).isEqualTo(scenario.faults().isEmpty());
        for (FaultLabel label : labels) {
            assertThat(scenario.names().node(label.device())).isPresent();
            assertThat(label.toMicros()).isGreaterThan(label.fromMicros());
            assertThat(scenario.faults().stream().map(ScheduledFault::fault).map(Fault::kind))
                    .contains(label.kind());
        }
    }

    // ---- what was lost

    private static boolean losesPackets(Scenario scenario) {
        return scenario.faults().stream().map(ScheduledFault::fault).anyMatch(ScenarioLibraryTest::losesPackets);
    }

    private static boolean losesPackets(Fault fault) {
        return switch (fault) {
            case Fault.LinkFlap flap -> true;
            case Fault.LinkDegraded degraded -> true;
            case Fault.DeviceDown down -> true;
            case Fault.PfcOneSide oneSide -> true;
            default -> false;
        };
    }

    private interface Counter {
        long of(PortCounters counters, int priority);
    }

    private static long lost(ScenarioRun run, int lossless) {
        return sum(run, (counters, priority) -> (lossless >> priority & 1) == 0 ? 0 : counters.dropped(priority));
    }

    /** Over all ports of all switches. */
    private static long sum(ScenarioRun run, Counter counter) {
        Emulation emulation = run.emulation();
        long sum = 0;
        for (int node = run.names().hosts(); node < run.names().size(); node++) {
            for (int port = 0; port < emulation.ports(node); port++) {
                for (int priority = 0; priority < 8; priority++) {
                    sum += counter.of(emulation.counters(node, port), priority);
                }
            }
        }
        return sum;
    }
}
