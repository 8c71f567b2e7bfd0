package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.emulator.queue.PacketQueueWhatIf;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.models.advice.Advice;
import io.stormglass.models.ecn.Decline;
import io.stormglass.models.ecn.Profile;
import io.stormglass.streams.advice.FinishedAdvice;
import io.stormglass.streams.advice.RecommenderSettings;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Emulated telemetry through the topologies, and what is advised on what they publish; what the scenario is nobody is told. */
final class AdviceScenariosTest {
    /** Thresholds of a fast link on a slow one. */
    private static final String BASE = """
            name: advice
            about: a test
            fabric: {topology: star, hosts: 9, linkGbps: 10, propagationMicros: 1}
            packets: {payloadBytes: 4096}
            switch: {bufferBytes: 33554432, kminBytes: 1048576, kmaxBytes: 2097152, pmax: 0.05}
            transport: {cc: dcqcn, preset: ns3-hpcc, minRateMbps: 10}
            durationMicros: 300000
            ending: at-time
            telemetry: {reads: quick, mirrors: senders, ackSpanMicros: 100}
            workloads:
              - {kind: incast, senders: 8, receiver: host-8, flowBytes: 4000000000}
            """;

    private static Advice advice(String text) throws ScenarioFileException {
        DriverRunner.Results results = new DriverRunner(Perturbation.NONE)
                .run(ScenarioFile.parse(text, "test.yaml").scenario(), 1, "advice");
        FinishedAdvice advice = new FinishedAdvice(RecommenderSettings.of(Profile.BALANCED), 1000);
        results.loads().forEach(advice::take);
        List<Advice> all = advice.make(results.incidents(), PacketQueueWhatIf.standard());
        // Queues to senders carry acknowledgements only.
        return all.stream()
                .filter(each -> each.queues().stream().anyMatch(queue -> queue.startsWith("Ethernet32|3")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no advice for Ethernet32, only " + all));
    }

    private static void assertDeclined(String text, Decline.Reason reason) throws ScenarioFileException {
        Advice advice = advice(text);
        assertThat(Objects.requireNonNull(advice.decline(), () -> "it says " + advice))
                .satisfies(decline ->
                        assertThat(decline.reason()).as(decline.words()).isEqualTo(reason));
    }

    @Test
    void wrongThresholdsAreChangedAndTheWayBackIsTold() throws ScenarioFileException {
        Advice advice = advice(BASE);
        assertThat(advice.status()).as(String.valueOf(advice.decline())).isEqualTo(Advice.Status.CHANGE);
        assertThat(Objects.requireNonNull(advice.step()).kminBytes()).isLessThan(1_048_576);
        assertThat(advice.instructions().commands()).anyMatch(line -> line.startsWith("ecnconfig -p AZURE_LOSSLESS"));
        assertThat(advice.instructions().rollback())
                .anyMatch(line -> line.contains("-gmin 1048576 -gmax 2097152 -gdrop 5"));
    }

    @Test
    void withoutCongestionControlThresholdsAreNotTheMatter() throws ScenarioFileException {
        assertDeclined(BASE.replace("cc: dcqcn, preset: ns3-hpcc, minRateMbps: 10", "cc: none"), Decline.Reason.CC_OFF);
    }

    @Test
    void aTenthOfASecondIsTooLittle() throws ScenarioFileException {
        assertDeclined(
                BASE.replace("durationMicros: 300000", "durationMicros: 100000"), Decline.Reason.TOO_LITTLE_DATA);
    }

    @Test
    void flowsThatNobodySeesAreMissed() throws ScenarioFileException {
        assertDeclined(BASE.replace("mirrors: senders", "mirrors: none"), Decline.Reason.NOT_OBSERVABLE);
    }

    @Test
    void percentsAreNoBytes() throws ScenarioFileException {
        assertDeclined(
                BASE.replace("reads: quick", "reads: quick, switchSystem: nx-os, thresholdUnit: percent"),
                Decline.Reason.NO_BYTES);
    }

    @Test
    void duringAStormNothingIsAdvised() throws ScenarioFileException {
        String storm = BASE.replace("durationMicros: 300000", "durationMicros: 1400000") + """
                faults:
                  - {kind: nic-pause-storm, host: host-8, priorities: 3, fromMicros: 100000, toMicros: 1400000}
                """;
        assertDeclined(storm, Decline.Reason.STORM);
    }

    @Test
    void packetsWithoutEctWouldBeDropped() throws ScenarioFileException {
        String mixed = BASE.replace("hosts: 9", "hosts: 10")
                + "  - {kind: incast, from: host-9, senders: 1, receiver: host-8, flowBytes: 4000000000, priority: 3, transport: {cc: cubic}}\n";
        assertDeclined(mixed, Decline.Reason.NOT_ECT);
    }
}
