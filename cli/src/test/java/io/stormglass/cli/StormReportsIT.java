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
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The report of a run is the same from the test driver and through a broker, with one thread or four, one instance or three, whatever the partitions. */
final class StormReportsIT {
    private static final List<BrokerRunner.Shape> SHAPES =
            List.of(new BrokerRunner.Shape(2, 1, 1), new BrokerRunner.Shape(4, 4, 1), new BrokerRunner.Shape(3, 1, 3));

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

    private static String sameEverywhere(Case judged) throws InterruptedException {
        String report = report(new DriverRunner(Perturbation.NONE), judged);
        for (BrokerRunner.Shape shape : SHAPES) {
            assertThat(report(broker(shape), judged))
                    .as("%s, %s", judged.name(), shape)
                    .isEqualTo(report);
        }
        return report;
    }

    @Test
    void aStormHasOneReport() throws InterruptedException {
        assertThat(sameEverywhere(Case.of(Small.storm(), 1, Small.EVERY_200_MS)))
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
        sameEverywhere(Case.of(ScenarioLibrary.load(name).scenario(), 1, Small.EVERY_200_MS));
    }
}
