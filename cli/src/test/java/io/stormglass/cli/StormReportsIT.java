package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.cli.scoreboard.Case;
import io.stormglass.cli.scoreboard.CaseRunner;
import io.stormglass.cli.scoreboard.DriverRunner;
import io.stormglass.cli.scoreboard.Perturbation;
import io.stormglass.cli.scoreboard.Scoreboard;
import io.stormglass.cli.scoreboard.Small;
import io.stormglass.embedded.SharedStack;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import io.stormglass.testkit.Golden;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports of runs: those of the library are the reviewed files of {@code golden/storms}, and the report of a run is the same from the test driver and through a
 * broker, with one thread or four, one instance or three, whatever the partitions. To rewrite the files: {@code -Dit.test=StormReportsIT#reportsOfTheLibrary
 * -Dstormglass.full=true -Dgolden.update=true}.
 */
final class StormReportsIT {
    private static final BrokerRunner.Shape ONE_THREAD = new BrokerRunner.Shape(2, 1, 1);
    private static final BrokerRunner.Shape FOUR_THREADS = new BrokerRunner.Shape(4, 4, 1);
    private static final BrokerRunner.Shape THREE_INSTANCES = new BrokerRunner.Shape(3, 1, 3);

    /** Some seconds each. */
    private static final List<String> QUICK = List.of("pfc-deadlock-ring", "pfc-one-side", "wrong-dscp-map");

    private static final Path FOLDER = Golden.moduleDirectory().resolve("src/test/resources/golden/storms");

    private static final boolean FULL = Boolean.getBoolean("stormglass.full");

    /** A cluster that outlives the run, so that the next shape runs under the same name: its topics go with it. */
    private static CaseRunner broker(BrokerRunner.Shape shape) {
        Terminal terminal = new Terminal(InputStream.nullInputStream(), System.out, System.err, false, false, Map.of());
        Cluster cluster = new Cluster(
                SharedStack.endpoints().bootstrapServers(),
                SharedStack.endpoints().registryUrl(),
                Map.of(),
                false);
        return new BrokerRunner(terminal, cluster, shape);
    }

    private static String report(CaseRunner runner, Case judged) throws InterruptedException {
        List<String> reports = new ArrayList<>();
        new Scoreboard(runner, 1).run(List.of(judged), run -> reports.add(StormReportText.of(run)));
        return reports.getFirst();
    }

    private static String sameEverywhere(Case judged, BrokerRunner.Shape... shapes) throws InterruptedException {
        String report = report(new DriverRunner(Perturbation.NONE), judged);
        for (BrokerRunner.Shape shape : shapes) {
            assertThat(report(broker(shape), judged))
                    .as("%s, %s", judged.name(), shape)
                    .isEqualTo(report);
        }
        return report;
    }

    @Test
    void reportsOfTheLibrary() throws InterruptedException, ScenarioFileException {
        List<Case> cases = new ArrayList<>();
        for (String name : FULL ? ScenarioLibrary.names() : QUICK) {
            cases.add(Case.of(ScenarioLibrary.load(name).scenario(), 1, Small.EVERY_200_MS));
        }
        cases.add(Case.of(Small.storm(), 1, Small.EVERY_200_MS));
        cases.add(Case.of(Small.brokenRing(), 1, Small.EVERY_200_MS));
        List<String> wrong = new ArrayList<>();
        new Scoreboard(new DriverRunner(Perturbation.NONE), Runtime.getRuntime().availableProcessors())
                .run(cases, run -> compare(run, wrong));
        assertThat(wrong).isEmpty();
        assertThat(cases).extracting(Case::name).containsAll(FULL ? files() : List.of());
    }

    /** Scenarios that there are files of. */
    private static List<String> files() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".txt", ""))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With its file, which a run has that holds anything to read. */
    private static void compare(Scoreboard.Run run, List<String> wrong) {
        Path file = FOLDER.resolve(run.judged().name() + ".txt");
        boolean isTold =
                !run.versions().isEmpty() || !run.judged().scenario().labels().isEmpty();
        if (!isTold) {
            if (Files.exists(file)) {
                wrong.add(file + " is there, but there is nothing to tell of the scenario");
            }
            return;
        }
        try {
            Golden.checkFile(file, StormReportText.of(run));
        } catch (AssertionError e) {
            // All of them are compared, and with golden.update rewritten, before the test fails.
            wrong.add(String.valueOf(e.getMessage()));
        }
    }

    /** With one thread {@link ScoreboardIT} runs a storm through a broker. */
    @Test
    void aStormHasOneReport() throws InterruptedException {
        assertThat(sameEverywhere(Case.of(Small.storm(), 1, Small.EVERY_200_MS), FOUR_THREADS, THREE_INSTANCES))
                .contains("    cause     nic-pause-storm")
                .contains("  verdict   found, right");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bonded-nic-storm",
                "demo",
                "host-hang-8-rails",
                "idle-paused",
                "link-flap-recovery",
                "nic-pause-storm",
                "oversubscribed-leaf",
                "pcie-back-pressure",
                "pfc-deadlock-ring",
                "victim-flow",
                "watchdog-flapping"
            })
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "each scenario goes through four pipelines: bench/full runs it")
    void scenariosOfTheLibraryHaveOneReportEach(String name) throws ScenarioFileException, InterruptedException {
        sameEverywhere(
                Case.of(ScenarioLibrary.load(name).scenario(), 1, Small.EVERY_200_MS),
                ONE_THREAD,
                FOUR_THREADS,
                THREE_INSTANCES);
    }
}
