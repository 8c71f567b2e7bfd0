package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.CongestionControl;
import io.stormglass.emulator.WindowLimit;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.telemetry.NicControl;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Reactions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What agents tell of the settings of NICs is enough to know what the emulated NICs do. */
class NicSettingsTest {
    private static final String SMALL = """
            name: small
            about: a test
            fabric: {topology: star, hosts: 4, linkGbps: 100}
            workloads:
              - {kind: incast, senders: 3, receiver: host-3, flowBytes: 100000}
            """;

    /** Of every workload with DCQCN. */
    private static Set<Reaction> emulated(Scenario scenario) {
        Set<Reaction> reactions = new HashSet<>();
        scenario.workloads().forEach(workload -> {
            if (workload.terms().transport().control() instanceof CongestionControl.Dcqcn dcqcn) {
                WindowLimit limit = workload.terms().transport().window();
                Reaction.Window window =
                        switch (limit.scaling()) {
                            case FIXED -> limit.bytes() == Long.MAX_VALUE ? Reaction.Window.NONE : Reaction.Window.BDP;
                            case WITH_RATE -> Reaction.Window.VARIABLE;
                        };
                reactions.add(
                        new Reaction(dcqcn.reaction(), dcqcn.notification().intervalNanos(), window));
            }
        });
        return reactions;
    }

    private static int assertAllKnown(Scenario scenario) {
        List<NicControl> told = scenario.nicControls().stream()
                .filter(each -> each.mode().equals("dcqcn"))
                .distinct()
                .toList();
        Set<Reaction> emulated = emulated(scenario);
        for (NicControl each : told) {
            long line = emulated.iterator().next().point().lineBitsPerSecond();
            assertThat(emulated).contains(Reactions.parse(each.settings(), line).orElseThrow());
        }
        return told.size();
    }

    @Test
    void ofEveryScenarioOfTheLibrary() throws ScenarioFileException {
        int told = 0;
        for (String name : ScenarioLibrary.names()) {
            told += assertAllKnown(ScenarioLibrary.load(name).scenario());
        }
        assertThat(told).isGreaterThan(20);
    }

    @Test
    void ofEveryPresetAndWhateverIsSetBesides() throws ScenarioFileException {
        ScenarioFile small = ScenarioFile.parse(SMALL, "small.yaml");
        for (DcqcnPreset preset : DcqcnPreset.values()) {
            for (String window : List.of("none", "bdp", "variable")) {
                Map<String, String> values = Map.of("preset", preset.text(), "window", window);
                assertThat(assertAllKnown(small.with(values).scenario())).isEqualTo(1);
            }
        }
        for (String preset : List.of("ns3-hpcc", "msr-ns3", "paper")) {
            Map<String, String> values = Map.of("preset", preset, "gain", "0.123", "minRateMbps", "7.5");
            assertThat(assertAllKnown(small.with(values).scenario())).isEqualTo(1);
        }
        assertThat(assertAllKnown(small.with(Map.of("preset", "paper", "cnpMicros", "12.5"))
                        .scenario()))
                .isEqualTo(1);
    }
}
