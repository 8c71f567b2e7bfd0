package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.AlertLabel;
import io.stormglass.avro.CauseClass;
import io.stormglass.avro.IncidentState;
import io.stormglass.avro.Severity;
import io.stormglass.avro.StormIncident;
import io.stormglass.avro.StormPage;
import io.stormglass.avro.StormPort;
import io.stormglass.cli.scoreboard.Row.Outcome;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.publish.FabricSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Incidents by hand beside labels: the storm of {@link Small#storm} is at host-3 behind leaf-1 from 0.5 to 4 s. */
final class JudgeTest {
    private static final long MS = 1_000_000L;

    private static StormIncident.Builder incident(String id, String entity, long openedMillis) {
        long opened = FabricSource.DEFAULT_START_NANOS + openedMillis * MS;
        return StormIncident.newBuilder()
                .setIncidentId(id)
                .setState(IncidentState.OPEN)
                .setSeverity(Severity.CRITICAL)
                .setRule("sustained")
                .setCause(CauseClass.NIC_PAUSE_STORM)
                .setOriginEntity(entity)
                .setOriginDevice("leaf-1")
                .setOriginPort("Ethernet4")
                .setOpenedNanos(opened)
                .setOpenings(List.of(opened));
    }

    private static StormIncident.Builder paged(StormIncident.Builder incident) {
        String origin = incident.getOriginEntity();
        boolean host = origin.startsWith("host");
        return incident.setPage(page(incident.getOpenedNanos(), host ? origin : "", host ? "leaf-1" : origin));
    }

    private static StormPage page(long atNanos, String host, String device) {
        return StormPage.newBuilder()
                .setAtNanos(atNanos)
                .setLabels(List.of(
                        new AlertLabel("device", device),
                        new AlertLabel("host", host),
                        new AlertLabel("port", "Ethernet0")))
                .build();
    }

    private static List<Row> judged(Scenario scenario, StormIncident.Builder... versions) {
        return Judge.rows(
                Case.of(scenario, 1, Small.EVERY_200_MS),
                List.of(versions).stream().map(StormIncident.Builder::build).toList());
    }

    private static Row only(List<Row> rows) {
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    @Test
    void aStormThatIsFoundInTimeAndPagesOnceIsRight() {
        Row row = only(judged(Small.storm(), incident("a", "host-3", 1000), paged(incident("a", "host-3", 1000))));
        assertThat(row.outcome()).isEqualTo(Outcome.FOUND);
        assertThat(row.pageWanted()).isTrue();
        assertThat(row.pages()).isOne();
        assertThat(row.isRight()).isTrue();
        Row.Found found = Objects.requireNonNull(row.found());
        assertThat(found.detectNanos()).isEqualTo(500 * MS);
        assertThat(found.limitNanos()).isEqualTo(700 * MS);
    }

    @Test
    void withoutAPageItIsWrong() {
        Row row = only(judged(Small.storm(), incident("a", "host-3", 1000)));
        assertThat(row.outcome()).isEqualTo(Outcome.FOUND);
        assertThat(row.isPageWrong()).isTrue();
        assertThat(row.isRight()).isFalse();
    }

    @Test
    void nothingIsAMiss() {
        Row row = only(judged(Small.storm()));
        assertThat(row.outcome()).isEqualTo(Outcome.MISSED);
        assertThat(row.isRight()).isFalse();
    }

    @Test
    void whatComesBeforeTheFaultOrLongAfterItIsFalse() {
        for (long millis : new long[] {400, 5000}) {
            assertThat(judged(Small.storm(), incident("a", "host-3", millis)))
                    .extracting(Row::outcome)
                    .containsExactly(Outcome.MISSED, Outcome.FALSE);
        }
    }

    @Test
    void anIncidentElsewhereIsFalseAndTheStormIsMissed() {
        assertThat(judged(Small.storm(), incident("a", "host-1", 1000)))
                .extracting(Row::outcome)
                .containsExactly(Outcome.MISSED, Outcome.FALSE);
    }

    @Test
    void anIncidentWithThePortThatNamesSomebodyElseIsFoundWithAWrongOrigin() {
        StormPort port = StormPort.newBuilder()
                .setDevice("leaf-1")
                .setPort("Ethernet4")
                .setPriority(3)
                .build();
        Row row = only(judged(Small.storm(), paged(incident("a", "leaf-1", 1000).setPorts(List.of(port)))));
        assertThat(row.outcome()).isEqualTo(Outcome.FOUND);
        assertThat(Objects.requireNonNull(row.found()).originRight()).isFalse();
        assertThat(row.isRight()).isFalse();
    }

    @Test
    void anotherCauseIsFoundAndWrong() {
        Row row = only(judged(Small.storm(), paged(incident("a", "host-3", 1000).setCause(CauseClass.SLOW_RECEIVER))));
        assertThat(Objects.requireNonNull(row.found()).causeRight()).isFalse();
        assertThat(row.isRight()).isFalse();
    }

    @Test
    void congestionAtTheSickHostDoesNotFindTheStorm() {
        Row row = only(judged(
                Small.storm(),
                incident("a", "host-3", 1000).setRule("congestion").setSeverity(Severity.WARNING)));
        assertThat(row.outcome()).isEqualTo(Outcome.MISSED);
    }

    @Test
    void aSecondIncidentOfTheSameHostIsFalse() {
        assertThat(judged(Small.storm(), paged(incident("a", "host-3", 1000)), incident("b", "host-3", 1200)))
                .extracting(Row::outcome)
                .containsExactly(Outcome.FOUND, Outcome.FALSE);
    }

    @Test
    void anIncidentThatBecamePartOfTheRightOneIsNotCountedButItsPageIs() {
        StormIncident.Builder open = incident("b", "leaf-1", 900);
        StormIncident.Builder merged =
                incident("b", "leaf-1", 900).setState(IncidentState.MERGED_INTO).setMergedInto("a");
        Row once = only(judged(Small.storm(), open, paged(incident("a", "host-3", 1000)), merged));
        assertThat(once.isRight()).isTrue();

        Row twice = only(judged(Small.storm(), paged(open), paged(incident("a", "host-3", 1000)), merged));
        assertThat(twice.pages()).isEqualTo(2);
        assertThat(twice.isRight()).isFalse();
    }

    @Test
    void aPageThatMovedIsOnePage() {
        StormIncident.Builder paged = paged(incident("b", "host-3", 900));
        StormIncident.Builder merged =
                incident("b", "host-3", 900).setState(IncidentState.MERGED_INTO).setMergedInto("a");
        Row row =
                only(judged(Small.storm(), paged, incident("a", "host-3", 1000).setPage(paged.getPage()), merged));
        assertThat(row.pages()).isOne();
        assertThat(row.isRight()).isTrue();
    }

    @Test
    void aPageThatNamesSomebodyElseIsWrongThoughTheIncidentNamesTheHostLater() {
        StormIncident.Builder early = incident("a", "leaf-1", 1000).setPage(page(1, "", "leaf-1"));
        Row row =
                only(judged(Small.storm(), early, incident("a", "host-3", 1000).setPage(page(1, "", "leaf-1"))));
        assertThat(row.outcome()).isEqualTo(Outcome.FOUND);
        assertThat(row.pages()).isOne();
        assertThat(Objects.requireNonNull(row.found()).originRight()).isFalse();
    }

    @Test
    void lateIsSeen() {
        Row row = only(judged(Small.storm(), paged(incident("a", "host-3", 1300))));
        assertThat(Objects.requireNonNull(row.found()).isLate()).isTrue();
        assertThat(row.isRight()).isFalse();
    }

    @Test
    void theCycleOfADeadlockIsNamedExactlyWhereverItBegins() {
        List<String> ring = List.of(
                "switch-2/Ethernet8/3",
                "switch-3/Ethernet8/3",
                "switch-4/Ethernet8/3",
                "switch-0/Ethernet4/3",
                "switch-1/Ethernet8/3");
        assertThat(isRingRight(ring)).isTrue();
        assertThat(isRingRight(ring.reversed())).isFalse();
        assertThat(isRingRight(ring.subList(0, 4))).isFalse();
        assertThat(isRingRight(
                        ring.stream().map(port -> port.replace("/3", "/4")).toList()))
                .isFalse();
        assertThat(isRingRight(List.of())).isFalse();
    }

    private static boolean isRingRight(List<String> told) {
        Row row = only(judged(
                Small.ring(),
                paged(incident("a", "switch-1", 1200)
                        .setCause(CauseClass.DEADLOCK)
                        .setCycle(told))));
        assertThat(row.outcome()).isEqualTo(Outcome.FOUND);
        return Objects.requireNonNull(row.found()).originRight();
    }

    @Test
    void aBlinkIsNotObservableWhetherItIsToldOrNot() {
        assertThat(only(judged(Small.blink())).outcome()).isEqualTo(Outcome.NOT_OBSERVABLE);
        assertThat(only(judged(Small.blink(), incident("a", "host-3", 1000))).outcome())
                .isEqualTo(Outcome.NOT_OBSERVABLE);
        assertThat(judged(Small.blink(), incident("a", "host-1", 1000)))
                .extracting(Row::outcome)
                .containsExactly(Outcome.NOT_OBSERVABLE, Outcome.FALSE);
    }

    @Test
    void whereNothingIsWrongAWarningIsNoneAndACriticalOneOrAPageIsFalse() {
        StormIncident.Builder warning = incident("a", "host-3", 1000).setSeverity(Severity.WARNING);
        assertThat(only(judged(Small.incast(), warning)).outcome()).isEqualTo(Outcome.QUIET);
        assertThat(only(judged(Small.incast(), paged(warning))).outcome()).isEqualTo(Outcome.FALSE);
        assertThat(only(judged(Small.incast(), incident("a", "host-3", 1000))).outcome())
                .isEqualTo(Outcome.FALSE);
        assertThat(judged(Small.silence(), incident("a", "leaf-1", 1000)))
                .extracting(Row::outcome)
                .containsExactly(Outcome.QUIET, Outcome.FALSE);
    }

    @Test
    void onceCriticalIsCriticalAlsoIfItFell() {
        StormIncident.Builder critical = incident("a", "host-3", 1000);
        StormIncident.Builder after = incident("a", "host-3", 1000).setSeverity(Severity.WARNING);
        assertThat(only(judged(Small.incast(), critical, after)).outcome()).isEqualTo(Outcome.FALSE);
    }
}
