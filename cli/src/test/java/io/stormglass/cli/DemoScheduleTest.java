package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import org.junit.jupiter.api.Test;

class DemoScheduleTest {
    private static final String TEXT = """
                name: two
                about: Two faults.
                workloads:
                  - {kind: incast, senders: 2, bursts: 0, periodMicros: 1000}
                faults:
                  - {kind: nic-pause-storm, host: host-1, fromMicros: 1000, toMicros: 3000}
                  - {kind: ecn-off, device: switch-0, fromMicros: 2000}
                durationMicros: 5000
                """;

    private static DemoSchedule schedule() throws ScenarioFileException {
        return new DemoSchedule(ScenarioFile.parse(TEXT, "two.yaml"));
    }

    @Test
    void faultsComeAgainAfterTheLengthOfTheScenarioAndOneWithoutAnEndEndsWithIt() throws Exception {
        DemoSchedule schedule = schedule();
        assertThat(schedule.repeated().faults())
                .hasSize(2000)
                .contains(
                        new ScheduledFault(
                                new Fault.NicPauseStorm(1, 8), 6000 * Picos.PER_MICRO, 8000 * Picos.PER_MICRO),
                        new ScheduledFault(
                                new Fault.EcnOff(schedule.repeated().topology().hosts()),
                                7000 * Picos.PER_MICRO,
                                10_000 * Picos.PER_MICRO));
        assertThat(schedule.repeated().ending().durationPicos()).isEqualTo(5_000_000 * Picos.PER_MICRO);
        assertThat(schedule.repeated().workloads().getFirst().terms().untilPicos())
                .isEqualTo(5_000_000 * Picos.PER_MICRO);
    }

    @Test
    void whatHappenedIsToldOnceAndInOrder() throws Exception {
        DemoSchedule schedule = schedule();
        assertThat(schedule.happenedBy(999_999)).isEmpty();
        assertThat(schedule.happenedBy(3_000_000))
                .containsExactly(
                        new DemoSchedule.Happening(1_000_000, "nic-pause-storm at host-1 eth0 priority 3 begins"),
                        new DemoSchedule.Happening(2_000_000, "ecn-off at switch-0 begins"),
                        new DemoSchedule.Happening(3_000_000, "nic-pause-storm at host-1 eth0 priority 3 ends"));
        assertThat(schedule.happenedBy(3_000_000)).isEmpty();
        assertThat(schedule.happenedBy(6_000_000))
                .extracting(DemoSchedule.Happening::what)
                .containsExactly("ecn-off at switch-0 ends", "nic-pause-storm at host-1 eth0 priority 3 begins");
    }

    @Test
    void aScenarioThatIsShortenedOrLongIsRepeatedAsOftenAsItMay() throws Exception {
        DemoSchedule shortened = new DemoSchedule(ScenarioFile.parse(TEXT + "shorten: 10\n", "two.yaml"));
        assertThat(shortened.repeated().ending().durationPicos()).isEqualTo(500_000 * Picos.PER_MICRO);
        assertThat(shortened.repeated().faults()).hasSize(2000);
        String days = TEXT.replace("durationMicros: 5000", "durationMicros: 1e12");
        DemoSchedule lasting = new DemoSchedule(ScenarioFile.parse(days, "two.yaml"));
        assertThat(lasting.repeated().ending().durationPicos()).isEqualTo(2_000_000_000_000L * Picos.PER_MICRO);
        assertThat(lasting.repeated().faults()).hasSize(4);
    }

    @Test
    void aScenarioThatWouldEndWhenItIsDoneGoesOn() throws Exception {
        DemoSchedule schedule = new DemoSchedule(ScenarioLibrary.load("incast-8"));
        assertThat(schedule.repeated().ending().kind()).isEqualTo(Scenario.Ending.Kind.AT_TIME);
    }
}
