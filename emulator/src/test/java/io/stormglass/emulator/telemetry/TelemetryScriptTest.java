package io.stormglass.emulator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class TelemetryScriptTest {
    private static final long SECOND = 1_000 * Picos.PER_MILLI;
    private static final long NANOS = 1_000_000_000L;

    private static Heard told(TelemetryScript script, List<ScheduledFault> faults, long seconds) {
        Heard heard = new Heard();
        EmulatedAgents agents = Lab.agents(TelemetrySettings.standard(), faults, heard, new SplittableRandom(3));
        agents.attach(script);
        agents.runUntil(seconds * SECOND, nothing -> {});
        agents.end();
        return heard;
    }

    private static TelemetryScript.Load load(int node, int port, long packetsPerSecond, long from, long to) {
        return new TelemetryScript.Load(
                node, port, 3, packetsPerSecond, 1000, packetsPerSecond == 0 ? 50_000 : 0, 0.1, 0, from, to);
    }

    @Test
    void aPortThatIsPausedInAScriptIsReadAsPausedByBothEnds() {
        TelemetryScript script = new TelemetryScript(List.of(
                load(5, 4, 1000, 0, 10 * SECOND),
                new TelemetryScript.Paused(5, 4, 3, 0.98, 4000, 10 * SECOND, 20 * SECOND),
                load(5, 4, 0, 10 * SECOND, 20 * SECOND)));
        Heard heard = told(script, List.of(), 25);

        List<PortEvent.PauseCounters> atSwitch =
                heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.PauseCounters.class).stream()
                        .filter(read -> read.direction() == Direction.RX)
                        .toList();
        assertThat(Objects.requireNonNull(atSwitch.getLast().pausedNanos())).isEqualTo(9_800_000_000L);
        assertThat(atSwitch.getLast().frames()).isEqualTo(40_000);
        List<PortEvent.PauseCounters> atNic = heard.events("nic-host-4", "eth0", PortEvent.PauseCounters.class).stream()
                .filter(read -> read.direction() == Direction.TX)
                .toList();
        assertThat(atNic.getLast().pausedNanos()).isEqualTo(9_800_000_000L);
        List<PortEvent.QueueSample> waiting =
                heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.QueueSample.class).stream()
                        .filter(sample -> sample.refresh().refreshedNanos() > Lab.START + 11 * NANOS
                                && sample.refresh().refreshedNanos() < Lab.START + 19 * NANOS
                                && sample.sentPackets() != null)
                        .toList();
        assertThat(waiting).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.sentPackets()).isEqualTo(10_000);
            assertThat(sample.depthBytes()).isEqualTo(50_000);
        });
    }

    @Test
    void aWatchdogSpeaksAtBothEndsOfItsStorm() {
        TelemetryScript script =
                new TelemetryScript(List.of(new TelemetryScript.WatchdogStorm(5, 4, 3, 2 * SECOND, 5 * SECOND)));
        assertThat(told(script, List.of(), 10).events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.Watchdog.class))
                .containsExactly(
                        new PortEvent.Watchdog(Lab.START + 2 * NANOS, 3, 3, true),
                        new PortEvent.Watchdog(Lab.START + 5 * NANOS, 3, 3, false));
    }

    @Test
    void aRebootIsALinkThatWentDownAndAnAgentThatWasAway() {
        TelemetryScript script = new TelemetryScript(List.of(
                load(4, 0, 1000, 0, 5 * SECOND),
                new TelemetryScript.LinkDown(5, 4, 5 * SECOND, 15 * SECOND),
                load(4, 0, 1000, 15 * SECOND, 30 * SECOND)));
        Heard heard = told(script, List.of(new ScheduledFault(new Fault.DeviceDown(4), 5 * SECOND, 15 * SECOND)), 30);
        assertThat(heard.of("nic-host-4")).allSatisfy(batch -> {
            long at = batch.events().getFirst().timeNanos() - Lab.START;
            assertThat(at)
                    .satisfiesAnyOf(
                            before -> assertThat(before).isLessThan(5 * NANOS),
                            after -> assertThat(after).isGreaterThan(15 * NANOS));
            assertThat(batch.header().epoch()).isEqualTo(at < 10 * NANOS ? 0 : 1);
        });
        assertThat(heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.LinkHealth.class)
                        .getLast()
                        .linkDowned())
                .isEqualTo(1);
    }

    @Test
    void anHourIsToldInLittleTimeAndItsIntervalsAreThoseOfTheSource() {
        TelemetryScript script = new TelemetryScript(List.of(load(5, 4, 1000, 0, 600 * SECOND)));
        Heard heard = told(script, List.of(), 600);
        List<Long> watermarkRefreshes =
                heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.QueueSample.class).stream()
                        .filter(sample -> sample.watermarkBytes() != null)
                        .map(sample -> sample.refresh().refreshedNanos())
                        .distinct()
                        .toList();
        assertThat(watermarkRefreshes).hasSizeBetween(8, 10);
        for (int i = 1; i < watermarkRefreshes.size(); i++) {
            assertThat(watermarkRefreshes.get(i) - watermarkRefreshes.get(i - 1))
                    .isEqualTo(60 * NANOS);
        }
        assertThat(heard.of("nic-host-0")).hasSizeBetween(590, 601);
    }

    @Test
    void spansThatOverlapAndPortsThatDoNotExistAreRefused() {
        assertThatThrownBy(() -> new TelemetryScript(
                        List.of(load(5, 4, 1, 0, 10 * SECOND), load(5, 4, 2, 9 * SECOND, 11 * SECOND))))
                .hasMessageContaining("overlap");
        assertThatThrownBy(() -> told(new TelemetryScript(List.of(load(5, 9, 1, 0, SECOND))), List.of(), 1))
                .hasMessageContaining("port 9");
    }
}
