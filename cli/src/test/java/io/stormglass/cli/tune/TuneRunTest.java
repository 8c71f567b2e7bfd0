package io.stormglass.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.SeedSet;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.load.QueueLoad;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is compared with what, at a link that is slow enough for seconds of it to be emulated in seconds. */
public final class TuneRunTest {
    private static final long MILLI = 1_000_000;
    /** Every other setting of the grid, briefly. */
    public static final TuneSize SMALL = new TuneSize(
            150 * MILLI, 3, 2, List.of(new TuneSize.Stage(60 * MILLI, 1, 8), new TuneSize.Stage(150 * MILLI, 2, 1)));

    /** A scenario file with settings of its switch. */
    public static String slowText(String thresholds) {
        return """
                name: slow-link
                about: Eight long flows to one host at 10G, four of sixteen further ports send a burst every 700 us. Healthy.
                fabric: {topology: star, hosts: 25, linkGbps: 10, propagationMicros: 1}
                switch: {%s}
                transport: {cc: dcqcn, preset: ns3-hpcc, minRateMbps: 10}
                workloads:
                  - {kind: incast, from: host-0..host-7, senders: 8, receiver: host-24, flowBytes: 100000000000, jitterMicros: 40000}
                  - {kind: incast, from: host-8..host-11, senders: 4, receiver: host-24, flowBytes: 20480, bursts: 0, periodMicros: 2740, fromMicros: 44000}
                  - {kind: incast, from: host-12..host-15, senders: 4, receiver: host-24, flowBytes: 20480, bursts: 0, periodMicros: 2780, fromMicros: 44700}
                  - {kind: incast, from: host-16..host-19, senders: 4, receiver: host-24, flowBytes: 20480, bursts: 0, periodMicros: 2820, fromMicros: 45400}
                  - {kind: incast, from: host-20..host-23, senders: 4, receiver: host-24, flowBytes: 20480, bursts: 0, periodMicros: 2860, fromMicros: 46100}
                durationMicros: 240000
                ending: at-time
                """.formatted(thresholds);
    }

    private static ScenarioFile slow(String thresholds) throws ScenarioFileException {
        return ScenarioFile.parse(slowText(thresholds), "slow.yaml");
    }

    @Test
    void everySettingIsMeasuredUnderTheSameTraffic() throws ScenarioFileException, InterruptedException {
        TuningScenario scenario = TuningScenario.of(slow("kminBytes: 20000, kmaxBytes: 80000, pmax: 0.2"), SMALL);
        Thresholds few = new Thresholds(5_000, 20_000, 1);
        Thresholds many = new Thresholds(200_000, 400_000, 1);
        SeedSet seeds = new SeedSet(7, 2);
        try (FabricRuns one = new FabricRuns(1, () -> {});
                FabricRuns three = new FabricRuns(3, () -> {})) {
            Map<Thresholds, ?> alone = one.evaluate(scenario.queue(), List.of(few, many), seeds);
            assertThat(three.evaluate(scenario.queue(), List.of(few, many, few), seeds))
                    .isEqualTo(alone);
            assertThat(alone.get(few)).isNotEqualTo(alone.get(many));
        }
    }

    /** The recommender gets windows of its step and nothing else; what it says is what the next step runs with. */
    @Test
    void eachStepSeesOnlyItsOwnWindows() throws ScenarioFileException {
        TuningScenario scenario = TuningScenario.of(slow("kminBytes: 20000, kmaxBytes: 80000, pmax: 0.2"), SMALL);
        List<Long> starts = new ArrayList<>();
        ClosedLoop.Telemetry none = (told, seed, start) -> {
            starts.add(start);
            return List.<QueueLoad>of();
        };
        assertThatThrownBy(() -> new Loops(none, share -> {}).run(scenario, Profile.LATENCY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no window of any queue");
        assertThat(starts).hasSize(1);
        assertThat((starts.getFirst() + 100 * MILLI) % 1_000_000_000).isZero();
    }

    @Test
    void aScenarioThatCannotBeTunedSaysWhy() throws ScenarioFileException {
        ScenarioFile unmarked = slow("ecn: 'off'");
        assertThatThrownBy(() -> TuningScenario.of(unmarked, SMALL)).hasMessageContaining("marks nothing");
        ScenarioFile once = ScenarioLibrary.load("incast-8").smoke();
        assertThatThrownBy(() -> TuningScenario.of(once, SMALL)).hasMessageContaining("no queue held anything");
    }
}
