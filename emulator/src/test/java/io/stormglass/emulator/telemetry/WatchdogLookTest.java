package io.stormglass.emulator.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.emulator.Picos;
import io.stormglass.models.event.PortEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WatchdogLookTest {
    private static final long MS = Lab.MS;

    private static Lab watched() {
        return new Lab(
                Lab.quick()
                        .with(new TelemetrySettings.PfcWatchdog(
                                MS, 5 * MS, 4 * MS, TelemetrySettings.WatchdogAction.ALERT)),
                List.of());
    }

    private static List<PortEvent.Watchdog> said(Lab lab) {
        return lab.heard.events(Lab.SWITCH, Lab.RECEIVER_PORT, PortEvent.Watchdog.class);
    }

    @Test
    void aStormIsSaidAfterTheDetectionTimeAndItsEndAfterTheRestorationTime() {
        Lab lab = watched();
        lab.emulation.at(5 * Picos.PER_MILLI + 1, () -> lab.emulation.actions().pauseForGood(Lab.RECEIVER, 1 << 3));
        lab.emulation.at(25 * Picos.PER_MILLI + 1, () -> lab.emulation.actions().pauseForGood(Lab.RECEIVER, 0));
        lab.runTo(40);

        List<PortEvent.Watchdog> said = said(lab);
        assertThat(said).extracting(PortEvent.Watchdog::stormed).containsExactly(true, false);
        assertThat(said).extracting(PortEvent.Watchdog::priority).containsOnly(3);
        // The poll in which the pause began still saw packets leave; the one in which it ended still saw frames.
        assertThat(said.getFirst().timeNanos() - Lab.START).isBetween(10 * MS, 12 * MS);
        assertThat(said.getLast().timeNanos() - Lab.START).isBetween(29 * MS, 31 * MS);
    }

    @Test
    void senderPortsThatArePausedByAnIncastAreNoStormAndNeitherIsTheReceivers() {
        Lab lab = watched().runTo(30);
        assertThat(lab.heard.ports.stream()
                        .flatMap(batch -> batch.events().stream())
                        .filter(PortEvent.Watchdog.class::isInstance))
                .isEmpty();
        assertThat(lab.emulation.counters(0, 0).xoffReceived(3)).isPositive();
    }

    @Test
    void aDetectionTimeBelowAPollIsRefused() {
        assertThatThrownBy(() ->
                        new TelemetrySettings.PfcWatchdog(2 * MS, MS, 2 * MS, TelemetrySettings.WatchdogAction.ALERT))
                .hasMessageContaining("shorter than a poll");
    }

    @Test
    void whatAWatchdogCannotDoHereIsRefused() {
        TelemetrySettings drops = Lab.quick()
                .with(new TelemetrySettings.PfcWatchdog(MS, 5 * MS, 4 * MS, TelemetrySettings.WatchdogAction.DROP));
        assertThatThrownBy(() -> new Lab(drops, List.of())).hasMessageContaining("DROP is not emulated");
    }
}
