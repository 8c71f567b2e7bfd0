package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.FaultLabel;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GeneratedCaseTest {
    private static final int CASES = 300;

    @Test
    void everySeedIsACaseThatCanBeRunAgainFromItsText() throws ScenarioFileException {
        Set<String> kinds = new HashSet<>();
        Set<String> texts = new HashSet<>();
        int storms = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            GeneratedCase made = GeneratedCase.of(seed);
            assertThat(ScenarioFile.parse(made.text(), "again").scenario().labels())
                    .isEqualTo(made.scenario().labels());
            assertThat(GeneratedCase.of(seed).text()).isEqualTo(made.text());
            texts.add(made.text());
            for (FaultLabel label : made.scenario().labels()) {
                kinds.add(label.kind());
                storms += Expectation.of(label.kind()).answer() == Expectation.Answer.STORM ? 1 : 0;
            }
        }
        assertThat(texts).hasSize(CASES);
        assertThat(storms).isBetween(CASES * 2 / 5, CASES * 3 / 5);
        assertThat(kinds)
                .contains(
                        "nic-pause-storm",
                        "host-hang",
                        "slow-receiver",
                        "pcie-back-pressure",
                        "deadlock",
                        "ignores-cnps",
                        "ecn-off",
                        "agent-silent",
                        "counter-reset");
    }

    @Test
    void everyStormOfACaseCanBeSeenAtASecondWithItsPage() {
        for (long seed = 1; seed <= CASES; seed++) {
            Case each = Case.of(GeneratedCase.of(seed).scenario(), seed, new Refresh.Counters(1_000_000_000L));
            for (Row row : Judge.rows(each, List.of())) {
                assertThat(row.outcome()).as("seed %d", seed).isIn(Row.Outcome.MISSED, Row.Outcome.QUIET);
                assertThat(row.pageWanted()).isEqualTo(row.outcome() == Row.Outcome.MISSED);
            }
        }
    }

    /** A slow host is a storm by the rules only where it pauses half of the time and more. */
    @Test
    void slowHostsPauseLongEnough() {
        int slow = 0;
        int stalled = 0;
        for (long seed = 1; slow < 2 || stalled < 2; seed++) {
            Scenario scenario = GeneratedCase.of(seed).scenario();
            for (ScheduledFault each : scenario.faults()) {
                if (each.fault() instanceof Fault.SlowReceiver of && slow++ < 2) {
                    assertThat(pausedRatio(scenario, seed, each, of.host()))
                            .as("seed %d", seed)
                            .isGreaterThan(0.9);
                } else if (each.fault() instanceof Fault.PcieBackPressure of && stalled++ < 2) {
                    assertThat(pausedRatio(scenario, seed, each, of.host()))
                            .as("seed %d", seed)
                            .isGreaterThan(0.55);
                }
            }
        }
    }

    /** Of the first two seconds of a fault, the share in which the switch before a host was paused. */
    private static double pausedRatio(Scenario scenario, long seed, ScheduledFault fault, int host) {
        ScenarioRun run = ScenarioRun.start(scenario, seed, List.of());
        long span = 2_000_000_000_000L;
        run.runUntil(fault.fromPicos() + span);
        int[] next = new int[scenario.topology().nodes()];
        for (Cable cable : scenario.topology().cables()) {
            int port = next[cable.b()]++;
            next[cable.a()]++;
            if (cable.a() == host) {
                return (double) run.emulation().pausedPicos(cable.b(), port, 3) / span;
            }
        }
        throw new AssertionError("host " + host + " has no cable");
    }
}
