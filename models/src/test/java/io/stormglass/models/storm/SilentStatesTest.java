package io.stormglass.models.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.StormRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Storm states of devices that fall silent. The storm pauses leaf1/e1; both ends of its link tell of it. */
class SilentStatesTest {
    private static final long HOUR = 3_600_000;
    private static final long SECONDS_60 = 60_000;

    private static StormScript storm(boolean restoring) {
        return new StormScript(StormSettings.defaults(), restoring)
                .fabric()
                .heard(0, "leaf1")
                .heard(0, "host1")
                .opened(210, "leaf1/e1")
                .opened(400, "host1/eth0", 3, Direction.TX, 0);
    }

    private static Incident.State at(StormScript script, long millis) {
        return script.advance(millis).only().state();
    }

    private static long nanos(long millis) {
        return StormScript.T0 + millis * StormScript.MS;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatIsPoweredOffEndsItsStormOnceItsLeafIsClear(boolean restoring) {
        StormScript script = storm(restoring).cleared(20_000, "leaf1/e1").silentSince(20_000, "host1");
        assertThat(script.only().page()).isNotNull();
        assertThat(at(script, 79_999)).isEqualTo(Incident.State.OPEN);
        assertThat(at(script, 80_000)).isEqualTo(Incident.State.RESOLVED);

        Incident resolved = script.only();
        assertThat(resolved.resolvedNanos()).isEqualTo(nanos(20_000));
        String words = "host1/eth0 priority 3 tx not observed since " + nanos(20_000)
                + " ns, counts as over: host1 is silent, and leaf1 at the other end is heard and tells of no such pause";
        assertThat(resolved.evidence())
                .contains(new Incident.Evidence(StormGraph.RULE_NOT_OBSERVED, words, nanos(80_000)));
        assertThat(resolved.timeline()).contains(new Incident.TimelineEntry(nanos(80_000), words));
    }

    @Test
    void anAgentThatSaidGoodbyeIsAsSilent() {
        StormScript script = storm(false)
                .cleared(20_000, "leaf1/e1")
                .take(StormScript.voice("host1", StormTransition.Silence.Voice.STOPPED, 15_000L, 50_000));
        assertThat(at(script, 80_000)).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.only().evidence()).noneMatch(e -> e.rule().equals(StormGraph.RULE_HOST_SILENT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aVictimWhoseAgentDiesIsClearOnceTheHostIs(boolean restoring) {
        StormScript script =
                storm(restoring).silentSince(10_000, "leaf1").cleared(300_000, "host1/eth0", 3, Direction.TX);
        assertThat(at(script, 359_999)).isEqualTo(Incident.State.OPEN);
        assertThat(at(script, 360_000)).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.only().resolvedNanos()).isEqualTo(nanos(300_000));
    }

    @Test
    void aStormGoesOnWhileTheOtherEndTellsOfIt() {
        for (String device : new String[] {"host1", "leaf1"}) {
            StormScript script = storm(false).silentSince(10_000, device);
            assertThat(at(script, 23 * HOUR)).as(device).isEqualTo(Incident.State.OPEN);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereNeitherEndIsHeardItTakesADay(boolean restoring) {
        StormScript script = storm(restoring).silentSince(10_000, "leaf1").silentSince(11_000, "host1");
        assertThat(at(script, 24 * HOUR + 10_999)).isEqualTo(Incident.State.OPEN);
        assertThat(at(script, 24 * HOUR + 11_000)).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.only().resolvedNanos()).isEqualTo(nanos(11_000));
        assertThat(script.only().evidence())
                .anyMatch(e -> e.rule().equals(StormGraph.RULE_NOT_OBSERVED)
                        && e.text().endsWith("host1 has been silent for 86400 s"));
    }

    @Test
    void whoWasNeverHeardVouchesForNothing() {
        StormScript script = StormScript.leafSpine()
                .heard(0, "leaf1")
                .opened(210, "leaf1/e1")
                .silentSince(10_000, "leaf1");
        assertThat(at(script, 23 * HOUR)).isEqualTo(Incident.State.OPEN);
        assertThat(at(script, 24 * HOUR + 10_000)).isEqualTo(Incident.State.RESOLVED);
    }

    @Test
    void neitherDoesADeviceWhoseCountersStandStill() {
        StormScript script = storm(false)
                .cleared(20_000, "leaf1/e1")
                .take(StormScript.voice("leaf1", StormTransition.Silence.Voice.DOUBTFUL, null, 30_000))
                .silentSince(20_000, "host1");
        assertThat(at(script, HOUR)).isEqualTo(Incident.State.OPEN);
        script.heard(HOUR, "leaf1");
        assertThat(at(script, HOUR + SECONDS_60 - 1)).isEqualTo(Incident.State.OPEN);
        assertThat(at(script, HOUR + SECONDS_60)).isEqualTo(Incident.State.RESOLVED);
    }

    @Test
    void minutesWithoutTelemetryResolveNothing() {
        StormScript script = storm(false).silentSince(10_000, "leaf1").silentSince(10_000, "host1");
        script.heard(600_000, "leaf1").heard(600_000, "host1");
        assertThat(at(script, 48 * HOUR)).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().evidence()).noneMatch(e -> e.rule().equals(StormGraph.RULE_NOT_OBSERVED));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoSpeaksAgainAndStillPausesIsBack(boolean restoring) {
        StormScript script = storm(restoring).cleared(20_000, "leaf1/e1").silentSince(20_000, "host1");
        assertThat(at(script, 90_000)).isEqualTo(Incident.State.RESOLVED);
        script.heard(100_000, "host1");
        assertThat(at(script, 159_999)).isEqualTo(Incident.State.RESOLVED);
        assertThat(at(script, 160_000)).isEqualTo(Incident.State.OPEN);
        assertThat(script.only().evidence())
                .contains(new Incident.Evidence(
                        StormGraph.RULE_NOT_OBSERVED,
                        "host1/eth0 priority 3 tx is observed again and goes on",
                        nanos(160_000)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPortThatTellsMoreOfItsStormIsBackAtOnce(boolean restoring) {
        StormScript script = storm(restoring).cleared(20_000, "leaf1/e1").silentSince(20_000, "host1");
        assertThat(at(script, 90_000)).isEqualTo(Incident.State.RESOLVED);
        script.take(new StormScript.Storm(
                        PauseChange.Kind.CHANGED, 100_000, "host1/eth0", 3, Direction.TX, StormRule.CHOPPY, 7)
                .transition(99));
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
        assertThat(script.graph().takeChangedStorms()).noneMatch(s -> s.overNanos() != null);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHostThatBootsAgainAndIsHealthyOpensNothing(boolean restoring) {
        StormScript script = storm(restoring).cleared(20_000, "leaf1/e1").silentSince(20_000, "host1");
        script.heard(300_000, "host1").cleared(302_000, "host1/eth0", 3, Direction.TX);
        assertThat(at(script, HOUR)).isEqualTo(Incident.State.RESOLVED);
        assertThat(script.only().openings()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoIsForgottenIsNotBack(boolean restoring) {
        StormScript script = storm(restoring).silentSince(10_000, "leaf1").silentSince(11_000, "host1");
        script.advance(25 * HOUR);
        for (String device : new String[] {"leaf1", "host1"}) {
            script.take(StormScript.voice(device, StormTransition.Silence.Voice.FORGOTTEN, null, 168 * HOUR));
        }
        int told = script.versions.size();
        script.advance(30 * 24 * HOUR);
        assertThat(script.versions).hasSize(told);
        script.heard(31 * 24 * HOUR, "host1").advance(31 * 24 * HOUR + SECONDS_60);
        assertThat(script.versions.get(script.versions.size() - 1).state()).isEqualTo(Incident.State.OPEN);
    }

    @Test
    void whatIsStoredOfAStateThatIsOverIsTold() {
        StormScript script = storm(false).cleared(20_000, "leaf1/e1").silentSince(20_000, "host1");
        script.advance(90_000);
        assertThat(script.graph().takeChangedStorms())
                .singleElement()
                .satisfies(s -> assertThat(s.overNanos()).isEqualTo(nanos(20_000)));
        assertThat(script.graph().takeChangedStorms()).isEmpty();
        script.heard(100_000, "host1").advance(160_000);
        assertThat(script.graph().takeChangedStorms())
                .singleElement()
                .satisfies(s -> assertThat(s.overNanos()).isNull());
    }

    @Test
    void theEndOfAReplayEndsNoStormByItself() {
        StormScript script = storm(false)
                .silentSince(10_000, "leaf1")
                .silentSince(11_000, "host1")
                .end();
        assertThat(script.only().state()).isEqualTo(Incident.State.OPEN);
    }
}
