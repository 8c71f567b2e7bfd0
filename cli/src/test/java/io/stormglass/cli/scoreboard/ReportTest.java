package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.cli.scoreboard.Row.Outcome;
import io.stormglass.emulator.fault.FaultLabel;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ReportTest {
    private static final FaultLabel LABEL = new FaultLabel("nic-pause-storm", "host-1", "eth0", 3, 0, 9);

    private static Row found(long detectMillis, boolean originRight, boolean causeRight, int pages) {
        Row.Found found = new Row.Found(
                "id",
                "host-1",
                "leaf-0",
                "Ethernet0",
                "sustained",
                "unknown",
                "critical",
                List.of(),
                originRight,
                causeRight,
                0,
                detectMillis * 1_000_000L,
                700_000_000L);
        return new Row("s", 1, Outcome.FOUND, LABEL, found, true, pages);
    }

    private static Row row(Outcome outcome, int pages) {
        boolean labelled = outcome != Outcome.FALSE;
        return new Row("s", 1, outcome, labelled ? LABEL : null, null, outcome == Outcome.MISSED, pages);
    }

    private static Report report(Row... rows) {
        return new Report(1, new TreeMap<>(), List.of(rows));
    }

    @Test
    void sharesAreOfWhatWasFoundMissedAndToldOfNothing() {
        Report report = report(
                found(400, true, true, 1),
                found(500, true, false, 1),
                found(800, false, true, 2),
                row(Outcome.MISSED, 0),
                row(Outcome.FALSE, 1),
                row(Outcome.NOT_OBSERVABLE, 0),
                row(Outcome.QUIET, 0));
        assertThat(report.precision()).isEqualTo(0.75);
        assertThat(report.recall()).isEqualTo(0.75);
        assertThat(report.originAccuracy()).isEqualTo(2.0 / 3);
        assertThat(report.causeAccuracy()).isEqualTo(2.0 / 3);
        assertThat(report.pagesPerStorm()).isEqualTo(1.0);
        assertThat(report.wrongPages()).as("twice, never, and of nothing").isEqualTo(3);
        assertThat(report.falsePages()).isOne();
        assertThat(report.late()).isOne();
        assertThat(report.detection()).isEqualTo(new Report.Detection(500, 800, 800));
        assertThat(Goals.LIBRARY.missedBy(report)).hasSize(7);
        assertThat(Goals.LOSSY.missedBy(report))
                .containsExactly("recall is 0.7500, at least 0.95 is needed", "false pages: 1");
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheMiddle() {
        assertThat(report(found(400, true, true, 1), found(600, true, true, 1)).detection())
                .isEqualTo(new Report.Detection(500, 600, 600));
    }

    @Test
    void nothingWasWrongWhereNothingWasAsked() {
        Report report = report(new Row("s", 1, Outcome.QUIET, null, null, false, 0));
        assertThat(report.precision()).isOne();
        assertThat(report.recall()).isOne();
        assertThat(report.pagesPerStorm()).isNull();
        assertThat(report.detection()).isNull();
        assertThat(report.healthy()).isOne();
        assertThat(Goals.LIBRARY.missedBy(report)).isEmpty();
    }

    @Test
    void lessIsAskedForOfCoarseCountersAndOfLosses() {
        Refresh second = new Refresh.Counters(1_000_000_000L);
        assertThat(Goals.of(Small.EVERY_200_MS, Perturbation.NONE, false)).isSameAs(Goals.LIBRARY);
        assertThat(Goals.of(new Refresh.Frames(), Perturbation.NONE, false)).isSameAs(Goals.LIBRARY);
        assertThat(Goals.of(new Refresh.Own(), Perturbation.NONE, false)).isSameAs(Goals.COARSE);
        assertThat(Goals.of(second, Perturbation.NONE, false)).isSameAs(Goals.COARSE);
        assertThat(Goals.of(Small.EVERY_200_MS, Perturbation.NONE, true)).isSameAs(Goals.COARSE);
        assertThat(Goals.of(second, new Perturbation(0.1), false)).isSameAs(Goals.LOSSY);
    }
}
