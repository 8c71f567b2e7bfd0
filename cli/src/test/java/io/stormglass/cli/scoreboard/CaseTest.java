package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetrySettings;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import io.stormglass.schemas.topics.TopicNaming;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is seen of scenarios. */
final class CaseTest {
    private static final long MS = 1_000_000L;

    private static Scenario library(String name) throws ScenarioFileException {
        return ScenarioLibrary.load(name).scenario();
    }

    @Test
    void countersTakeThePlaceOfAScenariosOwn() {
        for (long millis : new long[] {10, 200, 1000}) {
            Case seen = Case.of(Small.storm(), 1, new Refresh.Counters(millis * MS));
            TelemetrySettings.SwitchReads reads = seen.scenario().telemetry().switches();
            for (TelemetrySettings.CounterGroup group : TelemetrySettings.CounterGroup.values()) {
                assertThat(reads.group(group))
                        .as(group.word())
                        .isEqualTo(new TelemetrySettings.Group(millis * MS, Math.min(50, millis) * MS));
            }
            assertThat(seen.scenario().telemetry().nics().pollNanos()).isEqualTo(Math.max(500, millis) * MS);
            assertThat(seen.sight()).isEqualTo(new Refresh.Sight(millis * MS, Math.max(200, 2 * millis) * MS));
            assertThat(seen.ownTelemetry()).isNull();
            assertThat(seen.scenario().faults()).isEqualTo(Small.storm().faults());
        }
    }

    @Test
    void framesAreTappedAtEveryPortOfEverySwitch() {
        TelemetrySettings seen =
                Case.of(Small.storm(), 1, new Refresh.Frames()).scenario().telemetry();
        // Two leaves with two hosts and an uplink each, a spine with two ports.
        assertThat(seen.taps()).hasSize(8).doesNotHaveDuplicates().allMatch(tap -> tap.node() >= 4);
        assertThat(seen.switches().port().exists()).isFalse();
    }

    @Test
    void faultsOfTheTelemetryKeepItAndSoDoScriptsThatWouldBeReadTooOften() throws ScenarioFileException {
        for (String name : new String[] {"agent-silent", "slow-refresh-counters", "agent-upgrade-fleet"}) {
            Case kept = Case.of(library(name), 1, Small.EVERY_200_MS);
            assertThat(kept.ownTelemetry()).as(name).isNotNull();
            assertThat(kept.scenario().telemetry()).isEqualTo(library(name).telemetry());
        }
        assertThat(Case.of(library("idle-paused"), 1, Small.EVERY_200_MS).ownTelemetry())
                .isNull();
        assertThat(Case.of(library("idle-paused"), 1, new Refresh.Counters(10 * MS))
                        .ownTelemetry())
                .isNotNull();
        assertThat(Case.of(library("idle-paused"), 1, new Refresh.Frames()).ownTelemetry())
                .isNotNull();
    }

    @Test
    void whatTheFileSaysIsSeenWhereThatIsAskedFor() throws ScenarioFileException {
        for (String name : new String[] {"slow-receiver", "idle-paused", "agent-silent"}) {
            Case own = Case.of(library(name), 1, new Refresh.Own());
            assertThat(own.scenario().telemetry())
                    .as(name)
                    .isEqualTo(library(name).telemetry());
            assertThat(own.ownTelemetry()).as("no exception of the run").isNull();
            assertThat(own.sight().detectionNanos())
                    .isEqualTo(Math.max(200_000_000L, 2 * own.sight().intervalNanos()));
        }
    }

    @Test
    void runIdsMakeTopicNames() throws ScenarioFileException {
        Case each = Case.of(library("oversubscribed-leaf"), Long.MIN_VALUE, Small.EVERY_200_MS);
        assertThat(TopicNaming.replay(each.runId()).applicationId()).startsWith("stormglass-oversubscribed-leaf-");
    }

    @Test
    void aRefreshHasAText() {
        assertThat(new Refresh.Counters(1_000 * MS).text()).isEqualTo("1s");
        assertThat(new Refresh.Counters(200 * MS).text()).isEqualTo("200ms");
        assertThat(new Refresh.Counters(1_500_000).text()).isEqualTo("1.5ms");
        assertThat(new Refresh.Own().text()).isEqualTo("own");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Refresh.Counters(10))
                .withMessageContaining("10 ns");
    }

    /** Each storm of the library can be seen at 200 ms with its page, and at 1 s at least every second one. */
    @Test
    void stormsOfTheLibraryLastLongEnough() throws ScenarioFileException {
        int storms = 0;
        int atASecond = 0;
        for (String name : ScenarioLibrary.names()) {
            Scenario scenario = library(name);
            for (Row row : Judge.rows(Case.of(scenario, 1, Small.EVERY_200_MS), List.of())) {
                boolean storm = row.label() != null
                        && Expectation.of(row.label().kind()).answer() == Expectation.Answer.STORM;
                if (storm) {
                    storms++;
                    assertThat(row.outcome()).as(name).isEqualTo(Row.Outcome.MISSED);
                    assertThat(row.pageWanted()).as(name).isTrue();
                }
            }
            for (Row row : Judge.rows(Case.of(scenario, 1, new Refresh.Counters(1000 * MS)), List.of())) {
                atASecond += row.outcome() == Row.Outcome.MISSED && row.pageWanted() ? 1 : 0;
            }
        }
        assertThat(storms).isGreaterThanOrEqualTo(10);
        assertThat(2 * atASecond).isGreaterThanOrEqualTo(storms);
    }
}
