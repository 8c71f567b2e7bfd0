package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.models.advice.AdviceRounds;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.ecn.Profile;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.advice.RecommenderSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunConfigTest {
    private static final FlowSettings DEFAULTS = FlowSettings.defaults();

    @TempDir
    private Path folder;

    private FlowSettings flows(String section) throws IOException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(
                file, "bootstrapServers: localhost:9092\nschemaRegistry:\n  url: http://localhost:8081\n" + section);
        return RunConfig.read(file).flows().over(DEFAULTS);
    }

    @Test
    void whatIsLeftOutIsAsByDefault() throws IOException {
        assertThat(flows("")).isEqualTo(DEFAULTS);
        assertThat(flows("flows: {assumedLine: 400G}")).isEqualTo(DEFAULTS.withAssumedLine(400_000_000_000L));
    }

    @Test
    void everySettingOfFlowsIsTaken() throws IOException {
        assertThat(flows("flows: {reference: ns3-hpcc, compare: [paper, msr-ns3], assumedLine: 25G, reorderMillis: 5,"
                        + " intervalSeconds: 2, statesPerSecond: 70, expirySeconds: 30}"))
                .isEqualTo(new FlowSettings(
                        DcqcnPreset.NS3_HPCC,
                        List.of(DcqcnPreset.PAPER, DcqcnPreset.MSR_NS3),
                        25_000_000_000L,
                        Duration.ofMillis(5),
                        Duration.ofSeconds(2),
                        70,
                        Duration.ofSeconds(30)));
        assertThat(flows("flows: {reference: none, compare: []}").reference()).isNull();
    }

    @Test
    void whatCannotBeIsRefusedWithItsReason() {
        assertThatThrownBy(() -> flows("flows: {reference: dcqcn}")).hasMessageContaining("nvidia-firmware, ns3-hpcc");
        assertThatThrownBy(() -> flows("flows: {reference: paper}")).hasMessageContaining("only a compared preset");
        assertThatThrownBy(() -> flows("flows: {expirySeconds: 5}")).hasMessageContaining("less than the interval");
        assertThatThrownBy(() -> flows("flows: {every: 5}")).hasMessageContaining("unknown key 'every'");
    }

    private RunConfig read(String section) throws IOException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(
                file, "bootstrapServers: localhost:9092\nschemaRegistry:\n  url: http://localhost:8081\n" + section);
        return RunConfig.read(file);
    }

    @Test
    void adviceIsOnUnlessItIsSwitchedOff() throws IOException {
        assertThat(read("").recommender()).contains(RecommenderSettings.of(Profile.BALANCED));
        assertThat(read("advice: {on: false}").recommender()).isEmpty();
        assertThat(read("advice: {profile: latency, roundSeconds: 5, periodSeconds: 60, searches: 7}")
                        .recommender())
                .hasValueSatisfying(advice -> {
                    assertThat(advice.advice().profile()).isEqualTo(Profile.LATENCY);
                    assertThat(advice.limits())
                            .isEqualTo(new AdviceRounds.Limits(5_000_000_000L, 60_000_000_000L, 7, 3_600_000_000_000L));
                });
        assertThatThrownBy(() -> read("advice: {profile: fast}")).hasMessageContaining("latency, balanced, throughput");
        assertThatThrownBy(() -> read("advice: {roundSeconds: 0}")).hasMessageContaining("roundSeconds is 0");
        assertThatThrownBy(() -> read("advice: {rounds: 5}")).hasMessageContaining("unknown key 'rounds'");
    }
}
