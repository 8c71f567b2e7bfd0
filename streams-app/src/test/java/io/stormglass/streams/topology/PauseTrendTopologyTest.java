package io.stormglass.streams.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Finding;
import io.stormglass.avro.Severity;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.pause.PortPauses;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.state.StoredPort;
import io.stormglass.streams.state.StoredTrend;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pauses that rise, through the stages of ports and fabric. */
class PauseTrendTopologyTest {
    private static final long MINUTE = 60_000 * Harness.MS;
    private static final long HOUR = 60 * MINUTE;
    private static final long READ = 5 * MINUTE;
    /** A multiple of 5 min. */
    private static final long T0 = Harness.T0 / HOUR * HOUR;

    private static final PortKey RISES = new PortKey("f", "leaf-0", "e0");
    private static final PortKey STEADY = new PortKey("f", "leaf-1", "e0");
    private static final PortKey NEVER = new PortKey("f", "leaf-2", "e0");

    @TempDir
    private Path folder;

    private static PortEvent counters(long at, long paused) {
        return new PortEvent.PauseCounters(at, new Refresh(at, READ), Direction.RX, 3, null, paused, null, null);
    }

    /** One day as always; then leaf-0 is paused for 4 % of an hour. */
    private TelemetryStages run(String name, int partitions, int restartEvery) {
        TelemetryStages stages = new TelemetryStages(folder.resolve(name), partitions, restartEvery);
        long rising = 0;
        for (int minute = 0; minute <= 26 * 60; minute += 5) {
            long at = T0 + minute * MINUTE;
            boolean risen = minute > 24 * 60 && minute <= 25 * 60;
            rising += risen ? READ / 25 : READ / 1000;
            stages.progress(RecordKind.TICK, at);
            stages.port("agent-0", RISES, null, counters(at, rising));
            stages.port("agent-1", STEADY, null, counters(at, minute * MINUTE / 20));
            stages.port("agent-2", NEVER, null, counters(at, 0));
            stages.progress(RecordKind.TICK, at + MINUTE / 2);
            if (minute % 100 == 50) {
                // Too late: it is before the watermark.
                stages.port("agent-0", RISES, null, counters(at + MINUTE / 3, rising + 10 * MINUTE));
            }
        }
        stages.progress(RecordKind.END, T0 + 26 * HOUR + MINUTE);
        return stages;
    }

    private static List<Finding> trends(TelemetryStages stages) {
        return stages.findings.stream()
                .filter(finding -> finding.getKindName().equals("pauses-rising"))
                .toList();
    }

    @Test
    void aRiseIsAWarningThatClears() {
        List<Finding> found = trends(run("one", 1, 0));
        assertThat(found).hasSize(2);
        Finding began = found.getFirst();
        assertThat(began.getFindingId()).isEqualTo("f/pauses-rising/leaf-0/e0 priority 3 rx");
        assertThat(began.getEntity()).isEqualTo("leaf-0/e0 priority 3 rx");
        assertThat(began.getSeverity()).isEqualTo(Severity.WARNING);
        assertThat(began.getSinceNanos()).isEqualTo(T0 + 24 * HOUR);
        assertThat(began.getClearedNanos()).isNull();
        assertThat(began.getEvidence())
                .containsExactly(
                        "leaf-0/e0 was held up by pauses of priority 3 it received for 4 % of 5 min, its median"
                                + " of 7 days is 0.11 % (288 windows)");
        Finding cleared = found.getLast();
        assertThat(cleared.getFindingId()).isEqualTo(began.getFindingId());
        assertThat(cleared.getClearedNanos()).isEqualTo(T0 + 25 * HOUR + 10 * MINUTE);
        assertThat(cleared.getEvidence().getFirst()).endsWith("; over: 0.1 % of 5 min");
    }

    @Test
    void partitionsAndRestartsChangeNothing() {
        List<Finding> one = trends(run("one", 1, 0));
        assertThat(trends(run("four", 4, 0))).isEqualTo(one);
        assertThat(trends(run("restarted", 4, 31))).isEqualTo(one);
    }

    @Test
    void theWholeTopologyTellsOfItAndAShortReplayOfNothing() {
        try (Harness harness = Harness.replay()) {
            long paused = 0;
            for (int minute = 0; minute <= 24 * 60 + 10; minute += 5) {
                long at = T0 + minute * MINUTE;
                paused += minute > 24 * 60 ? READ / 10 : 0;
                harness.mark(RecordKind.TICK, at);
                harness.port(RISES, null, List.of(counters(at, paused)));
                harness.mark(RecordKind.TICK, at + MINUTE / 2);
            }
            harness.mark(RecordKind.END, T0 + 24 * HOUR + 12 * MINUTE);
            assertThat(harness.read(Topic.FINDINGS))
                    .extracting(record -> record.key() == null ? "" : new String(record.key(), UTF_8))
                    .startsWith("f/pauses-rising/leaf-0/e0 priority 3 rx")
                    .hasSize(2);
        }
        try (Harness harness = Harness.replay()) {
            for (int minute = 0; minute <= 20; minute += 5) {
                long at = T0 + minute * MINUTE;
                harness.mark(RecordKind.TICK, at);
                harness.port(RISES, null, List.of(counters(at, minute * MINUTE / 10)));
                harness.mark(RecordKind.TICK, at + MINUTE / 2);
            }
            harness.mark(RecordKind.END, T0 + 22 * MINUTE);
            assertThat(harness.read(Topic.FINDINGS)).singleElement().matches(record -> record.value() == null);
        }
    }

    @Test
    void whatIsStoredOfATrendIsSmall() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        PortPauses worst = new PortPauses(PauseSettings.defaults());
        PortPauses never = new PortPauses(PauseSettings.defaults());
        long paused = 0;
        for (int i = 0; i < 8 * 288; i++) {
            long at = T0 + i * 5L * MINUTE;
            paused += Math.round(5 * MINUTE * StrictMath.pow(10, -4.2 * random.nextDouble()));
            worst.accept(counters(at, paused));
            for (int priority = 0; priority < 8; priority++) {
                never.accept(new PortEvent.PauseCounters(
                        at, new Refresh(at, 5 * MINUTE), Direction.RX, priority, null, 0L, null, null));
            }
        }
        StoredPort stored = StoredPorts.store(worst.state());
        assertThat(stored.getTrends()).hasSize(1);
        assertThat(bytes(stored.getTrends().getFirst())).isLessThan(400);
        assertThat(StoredPorts.state(stored)).isEqualTo(worst.state());
        List<StoredTrend> calm = StoredPorts.store(never.state()).getTrends();
        assertThat(calm).hasSize(1);
        assertThat(bytes(calm.getFirst())).isLessThan(100);
    }

    private static int bytes(StoredTrend trend) throws Exception {
        return StoredTrend.getEncoder().encode(trend).remaining();
    }
}
