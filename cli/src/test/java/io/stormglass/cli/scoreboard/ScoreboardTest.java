package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stormglass.avro.Evidence;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import io.stormglass.cli.scoreboard.Row.Outcome;
import io.stormglass.fabric.publish.FabricSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Small scenarios through the topologies. */
final class ScoreboardTest {
    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        cases.add(Case.of(Small.storm(), 1, Small.EVERY_200_MS));
        cases.add(Case.of(Small.storm(), 2, Small.EVERY_200_MS));
        cases.add(Case.of(Small.incast(), 1, Small.EVERY_200_MS));
        cases.add(Case.of(Small.silence(), 1, Small.EVERY_200_MS));
        return cases;
    }

    private static Report run(Perturbation perturbation, int threads) throws InterruptedException {
        List<Case> done = new ArrayList<>();
        Report report =
                new Scoreboard(new DriverRunner(perturbation), threads).run(cases(), each -> done.add(each.judged()));
        assertThat(done)
                .extracting(Case::name)
                .isEqualTo(cases().stream().map(Case::name).toList());
        return report;
    }

    @Test
    void theStormIsFoundTheIncastAndTheSilenceAreQuietAndThreadsDoNotMatter() throws InterruptedException {
        Report report = run(Perturbation.NONE, 1);

        assertThat(report.rows())
                .extracting(Row::outcome)
                .containsExactly(Outcome.FOUND, Outcome.FOUND, Outcome.QUIET, Outcome.QUIET);
        assertThat(report.scenarios()).isEqualTo(3);
        assertThat(report.healthy()).isOne();
        assertThat(report.precision()).isOne();
        assertThat(report.recall()).isOne();
        assertThat(report.originAccuracy()).isOne();
        assertThat(report.causeAccuracy()).isOne();
        assertThat(report.late()).isZero();
        assertThat(report.falsePages()).isZero();
        assertThat(report.pagesPerStorm()).isEqualTo(1.0);
        assertThat(report.wrongPages()).isZero();
        assertThat(report.ownTelemetry()).containsOnlyKeys("small-silence");
        assertThat(run(Perturbation.NONE, 2)).isEqualTo(report);
    }

    @Test
    void aDeadlockIsNamedPortByPortAndItIsOverWhenTheRingIsBroken() {
        Case judged = Case.of(Small.brokenRing(), 1, Small.EVERY_200_MS);
        List<StormIncident> versions = new DriverRunner(Perturbation.NONE).run(judged);
        Row row = Judge.rows(judged, versions).getFirst();
        assertThat(row.isRight()).as(row.toString()).isTrue();
        Row.Found found = Objects.requireNonNull(row.found());
        assertThat(found.cycle())
                .containsExactly(
                        "switch-0/Ethernet4/3",
                        "switch-1/Ethernet8/3",
                        "switch-2/Ethernet8/3",
                        "switch-3/Ethernet8/3",
                        "switch-4/Ethernet8/3");
        StormIncident end = versions.stream()
                .filter(version -> version.getIncidentId().equals(found.incidentId()))
                .reduce((one, next) -> next)
                .orElseThrow();
        assertThat(end.getState()).isEqualTo(IncidentState.RESOLVED);
        long brokenNanos = FabricSource.DEFAULT_START_NANOS + 4_000_000_000L;
        assertThat(end.getResolvedNanos()).isBetween(brokenNanos, brokenNanos + 1_000_000_000L);
        assertThat(end.getEvidence()).extracting(Evidence::getRule).contains("deadlock-over");
    }

    @Test
    void lossesAreDecidedByTheSeed() throws InterruptedException {
        Report report = run(new Perturbation(0.1), 2);
        assertThat(run(new Perturbation(0.1), 1)).isEqualTo(report);
        assertThat(report.recall()).isOne();
        assertThat(report.falsePages()).isZero();
    }

    @Test
    void aCaseThatCannotBeRunIsNamed() {
        CaseRunner broken = each -> {
            throw new IllegalArgumentException("no");
        };
        assertThatIllegalStateException()
                .isThrownBy(() -> new Scoreboard(broken, 1).run(cases(), done -> {}))
                .withMessageContaining("small-storm with seed 1");
    }
}
