package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stormglass.cli.scoreboard.Row.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
        AtomicInteger done = new AtomicInteger();
        Report report = new Scoreboard(new DriverRunner(perturbation), threads).run(cases(), done::set);
        assertThat(done).hasValue(4);
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
        assertThat(report.ownTelemetry()).containsOnlyKeys("small-silence");
        assertThat(run(Perturbation.NONE, 2)).isEqualTo(report);
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
