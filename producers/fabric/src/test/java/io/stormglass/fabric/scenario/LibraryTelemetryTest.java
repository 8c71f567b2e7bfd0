package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.TelemetryOutput;
import io.stormglass.fabric.publish.FabricSource;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.PortBatch;
import io.stormglass.models.event.PortEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the agents say of the scenarios that are told rather than emulated, and that they say something of the others. */
final class LibraryTelemetryTest {
    private static final long START = FabricSource.DEFAULT_START_NANOS;

    /** Everything that was said. */
    private static final class Said implements TelemetryOutput {
        final List<PortBatch> ports = new ArrayList<>();
        long events;
        long untilNanos;

        @Override
        public void flow(FlowBatch batch, Fate fate, long lateNanos) {
            events += batch.events().size();
        }

        @Override
        public void port(PortBatch batch, Fate fate, long lateNanos) {
            events += batch.events().size();
            ports.add(batch);
        }

        @Override
        public void progress(long nanos) {
            untilNanos = nanos;
        }

        List<PortEvent> of(String device, String port) {
            List<PortEvent> events = new ArrayList<>();
            for (PortBatch batch : ports) {
                if (batch.port() != null
                        && batch.port().device().equals(device)
                        && batch.port().port().equals(port)) {
                    events.addAll(batch.events());
                }
            }
            return events;
        }

        Set<Long> epochs(String device) {
            Set<Long> epochs = new HashSet<>();
            for (PortBatch batch : ports) {
                if (batch.port() != null && batch.port().device().equals(device)) {
                    epochs.add(batch.header().epoch());
                }
            }
            return epochs;
        }
    }

    private static Said said(Scenario scenario) {
        Said said = new Said();
        FabricSource.start(scenario, 1, START, said).runToEnd();
        return said;
    }

    /** Each seventh; all with {@code -Dstormglass.full=true}. */
    static List<String> names() {
        List<String> all = ScenarioLibrary.names();
        int step = Boolean.getBoolean("stormglass.full") ? 1 : 7;
        return IntStream.range(0, all.size())
                .filter(index -> index % step == 0)
                .mapToObj(all::get)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void agentsTellOfAScenario(String name) throws ScenarioFileException {
        // Short runs end before the first read of most agents; mirrors tell of every packet.
        Scenario scenario = ScenarioLibrary.load(name)
                .smoke()
                .with(Map.of("mirrors", "both-ends"))
                .scenario();

        Said said = said(scenario);

        assertThat(said.events).isPositive();
        assertThat(said.untilNanos).isGreaterThan(START);
    }

    @Test
    void theWatchdogSaysStormAndRestored170Times() throws ScenarioFileException {
        List<PortEvent> events = said(ScenarioLibrary.load("watchdog-flapping")
                        .smoke()
                        .scenario())
                .of("leaf-1", "Ethernet12");

        List<Boolean> stormed = events.stream()
                .filter(PortEvent.Watchdog.class::isInstance)
                .map(each -> ((PortEvent.Watchdog) each).stormed())
                .toList();
        assertThat(stormed).hasSize(340);
        for (int i = 0; i < 340; i++) {
            assertThat(stormed.get(i)).isEqualTo(i % 2 == 0);
        }
    }

    @Test
    void anIdlePortIsPausedAndSendsNothing() throws ScenarioFileException {
        List<PortEvent> events =
                said(ScenarioLibrary.load("idle-paused").smoke().scenario()).of("leaf-1", "Ethernet4");

        long pausedNanos = 0;
        long sent = 0;
        for (PortEvent event : events) {
            if (event instanceof PortEvent.PauseCounters counters
                    && counters.priority() == 3
                    && counters.direction() == Direction.RX
                    && counters.pausedNanos() != null) {
                pausedNanos = Math.max(pausedNanos, counters.pausedNanos());
            } else if (event instanceof PortEvent.QueueSample queue && queue.sentPackets() != null) {
                sent = Math.max(sent, queue.sentPackets());
            }
        }
        assertThat(pausedNanos).isGreaterThan(11_000_000_000L);
        assertThat(sent).isZero();
    }

    @Test
    void aReloadedSwitchIsSilentAndItsNeighboursLoseTheirLinks() throws ScenarioFileException {
        Said said = said(ScenarioLibrary.load("planned-switch-reload").smoke().scenario());

        assertThat(said.of("spine-1", "Ethernet0"))
                .isNotEmpty()
                .noneMatch(each ->
                        each.timeNanos() > START + 13_000_000_000L && each.timeNanos() < START + 30_000_000_000L);
        assertThat(said.of("leaf-0", "Ethernet20").stream()
                        .filter(PortEvent.LinkHealth.class::isInstance)
                        .map(PortEvent.LinkHealth.class::cast)
                        .anyMatch(each -> each.linkDowned() != null && each.linkDowned() > 0))
                .isTrue();
    }

    @Test
    void everyAgentOfAnUpgradeComesBackWithANewEpoch() throws ScenarioFileException {
        Said said = said(ScenarioLibrary.load("agent-upgrade-fleet").smoke().scenario());

        for (String device : List.of("host-0", "host-7", "leaf-0", "leaf-1")) {
            assertThat(said.epochs(device)).as(device).hasSize(2);
        }
    }
}
