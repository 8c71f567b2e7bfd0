package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.PortState;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.streams.StreamsCounters.Count;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ports are told of a time that cannot be. */
class PortTimesTopologyTest {
    private static final long SECOND = 1000 * Harness.MS;
    private static final long HOUR = 3600 * SECOND;
    private static final long T0 = Harness.T0;
    private static final PortKey PORT = new PortKey("f", "leaf-0", "e0");

    @TempDir
    private Path folder;

    private static PortEvent paused(long atNanos, long refreshedNanos, long pausedNanos) {
        return new PortEvent.PauseCounters(
                atNanos, new Refresh(refreshedNanos, SECOND), Direction.RX, 3, null, pausedNanos, null, null);
    }

    private static boolean stormed(TelemetryStages stages) {
        return stages.states.stream()
                .map(PortState::getPauses)
                .anyMatch(pauses -> pauses.stream().anyMatch(each -> each.getStorm()));
    }

    /** Paused all the time; one read is stamped an hour ahead, or says so of its refresh. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "read", "refresh"})
    void oneReadThatIsAnHourAheadBlindsNoPort(String ahead) {
        TelemetryStages stages = new TelemetryStages(folder, 1, 0);
        stages.progress(RecordKind.TICK, T0);
        for (int second = 0; second < 60; second++) {
            long at = T0 + second * SECOND;
            PortEvent read = paused(at, at, second * SECOND);
            if (second == 5) {
                read = switch (ahead) {
                    case "read" -> paused(at + HOUR, at + HOUR, second * SECOND);
                    case "refresh" -> paused(at, at + HOUR, second * SECOND);
                    default -> read;
                };
            }
            stages.port("switch", PORT, null, read);
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        stages.progress(RecordKind.END, T0 + 60 * SECOND);
        boolean impossible = !ahead.equals("none");
        assertThat(stormed(stages)).isTrue();
        assertThat(stages.counters.get(Count.AHEAD)).isEqualTo(impossible ? 1 : 0);
        assertThat(stages.counters.get(Count.LATE)).isZero();
        assertThat(stages.refused).isEqualTo(impossible ? List.of("impossible-time") : List.of());
    }

    @Test
    void whatElseARecordTellsIsTaken() {
        TelemetryStages stages = new TelemetryStages(folder, 1, 0);
        stages.progress(RecordKind.TICK, T0);
        LinkFacts facts = LinkFacts.speedOnly(0, false).change().mtu(1500).done();
        stages.port("switch", PORT, facts, paused(T0 + 24 * HOUR, T0 + 24 * HOUR, 0));
        stages.progress(RecordKind.TICK, T0 + SECOND);
        // By its own clock this agent told that a day ago.
        for (int second = 60; second < 120; second += 10) {
            long at = T0 + second * SECOND;
            stages.progress(RecordKind.TICK, at);
            LinkFacts later = facts.change().mtu(9216).done();
            stages.port("other", PORT, later, paused(at, at, 0));
            stages.progress(RecordKind.TICK, at + SECOND);
        }
        stages.progress(RecordKind.END, T0 + 200 * SECOND);
        assertThat(stages.links)
                .extracting(link -> link.getFacts().getMtuBytes())
                .containsExactly(1500, 9216);
        assertThat(stages.links.getFirst().getSinceNanos()).isBetween(T0, T0 + 10 * SECOND);
        assertThat(stages.counters.get(Count.AHEAD)).isEqualTo(1);
        assertThat(stages.refused).isEmpty();
    }

    @Test
    void liveNothingIsAheadOfTheWallClock() {
        try (Harness harness = Harness.live()) {
            harness.port(PORT, null, List.of(paused(T0, T0, 0)));
            harness.port(PORT, null, List.of(paused(T0 + HOUR, T0 + HOUR, 0)));
            harness.port(PORT, null, List.of(paused(T0 + SECOND, T0 + SECOND, 0)));
            assertThat(harness.counters.get(Count.AHEAD)).isEqualTo(1);
            assertThat(harness.counters.get(Count.REFUSED)).isEqualTo(1);
            assertThat(harness.counters.get(Count.LATE)).isZero();
        }
    }
}
