package io.stormglass.fabric.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.measure.PortName;
import io.stormglass.emulator.queue.FabricQueue;
import io.stormglass.emulator.queue.QueueModel;
import io.stormglass.emulator.queue.Span;
import io.stormglass.emulator.scenario.ScenarioRun;
import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.ecn.Buffer;
import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.Outcome;
import io.stormglass.models.ecn.QueueFacts;
import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Thresholds;
import io.stormglass.models.ecn.Workload;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A queue of a whole fabric, measured by the rules of the one-queue model: beside that model, and where the answer is known. */
final class FabricQueueTest {
    private static final long LINE = 100_000_000_000L;
    private static final int PACKET = 4_096 + 82;

    private static FabricQueue queue(String text, Span span) throws ScenarioFileException {
        return FabricQueue.mostCongested(ScenarioFile.parse(text, "test.yaml").scenario(), 1, span);
    }

    private static String star(String switches, String workloads) {
        return """
                name: queue
                about: a test
                fabric: {topology: star, hosts: 25, linkGbps: 100, propagationMicros: 2.33}
                switch: {kminBytes: 100000, kmaxBytes: 400000, pmax: 0.2%s}
                transport: {cc: dcqcn, preset: ns3-hpcc}
                durationMicros: 120000
                ending: at-time
                workloads:
                """.formatted(switches) + workloads;
    }

    private static String longFlowsAndBursts(String switches) {
        return star(switches, """
                  - {kind: incast, from: host-0..host-15, senders: 16, receiver: host-24, flowBytes: 10000000000, jitterMicros: 30000}
                  - {kind: incast, from: host-16..host-23, senders: 8, receiver: host-24, flowBytes: 65536, bursts: 0, periodMicros: 400, jitterMicros: 0, fromMicros: 32000}
                """);
    }

    /** The same workload by the one-queue model. */
    private static Outcome model(Thresholds thresholds, Span span) {
        Buffer buffer = new Buffer(30_000_000, 4_096, new Buffer.Dynamic(1.0 / 8), 3_072);
        QueueFacts facts = new QueueFacts(LINE, PACKET, 10_002, buffer, QueueFacts.Marking.AT_DEQUEUE);
        Bursts bursts = new Bursts(8, 8, 16 * PACKET, 400_000, Bursts.Arrival.PERIODIC, Bursts.QueuePairs.KEPT);
        return QueueModel.run(
                        Workload.of(facts, Reaction.of(DcqcnPreset.NS3_HPCC.at(LINE), 0), 16, bursts),
                        thresholds,
                        1,
                        span)
                .outcome();
    }

    @ParameterizedTest
    @CsvSource({"200000, 800000, 0.2", "12500, 125000, 0.5"})
    void itIsMeasuredAsTheOneQueueModelMeasures(long kmin, long kmax, double pmax) throws ScenarioFileException {
        Thresholds thresholds = new Thresholds(kmin, kmax, pmax);
        FabricQueue queue = queue(longFlowsAndBursts(""), Span.millis(60, 60));
        Outcome whole = queue.run(thresholds, 1);
        Outcome one = model(thresholds, Span.millis(20, 60));
        System.out.println(String.format(Locale.ROOT, "%s%n  whole %s%n  one   %s", thresholds, whole, one));

        assertThat(queue.at()).isEqualTo(new PortName(25, 24));
        assertThat(queue.facts().baseRttNanos()).isEqualTo(10_002);
        assertThat(queue.facts().packetBytes()).isEqualTo(PACKET);
        assertThat(whole.wasteRatio()).isCloseTo(one.wasteRatio(), within(0.03));
        assertThat(whole.meanDelayNanos()).isCloseTo(one.meanDelayNanos(), within(0.12 * one.meanDelayNanos() + 350));
        assertThat(whole.p99DelayNanos()).isCloseTo(one.p99DelayNanos(), within(0.15 * one.p99DelayNanos()));
        assertThat(whole.shortMessages().messages())
                .isCloseTo(one.shortMessages().messages(), within(16L));
        assertThat(whole.shortMessages().mean())
                .isCloseTo(
                        one.shortMessages().mean(),
                        within(0.12 * one.shortMessages().mean()));
        assertThat(whole.longMessages()).isEqualTo(Outcome.Slowdown.NONE);
        assertThat(whole.pausedRatio()).isZero();
        assertThat((double) whole.packetHops()).isCloseTo((double) one.packetHops(), within(0.04 * one.packetHops()));
    }

    @Test
    void pausesOfThePortsThatFeedItCount() throws ScenarioFileException {
        Thresholds thresholds = new Thresholds(200_000, 800_000, 0.05);
        FabricQueue queue = queue(longFlowsAndBursts(", pfc: 'static:40000:36928'"), Span.millis(60, 40));
        ScenarioRun run = ScenarioRun.start(
                FabricQueue.with(
                        ScenarioFile.parse(longFlowsAndBursts(", pfc: 'static:40000:36928'"), "test.yaml")
                                .scenario(),
                        thresholds),
                1,
                List.of());
        run.runUntil(60 * Picos.PER_MILLI);
        long before = pausing(run);
        run.runUntil(100 * Picos.PER_MILLI);
        double expected = (double) (pausing(run) - before) / (24 * 40 * Picos.PER_MILLI);

        assertThat(expected).isGreaterThan(0.005);
        assertThat(queue.run(thresholds, 1).pausedRatio()).isCloseTo(expected, within(0.01 * expected));
    }

    private static long pausing(ScenarioRun run) {
        long sum = 0;
        for (int port = 0; port < 24; port++) {
            sum += run.emulation().pausingPicos(25, port, 3);
        }
        return sum;
    }

    @Test
    void aLoneMessageTakesWhatItTakes() throws ScenarioFileException {
        FabricQueue queue = queue(star("", """
                  - {kind: incast, from: host-0..host-1, senders: 2, receiver: host-24, flowBytes: 40960, bursts: 0, periodMicros: 500, jitterMicros: 0}
                """), Span.millis(5, 50));
        Outcome outcome = queue.run(queue.start(), 3);

        assertThat(outcome.shortMessages().messages()).isBetween(198L, 200L);
        assertThat(outcome.shortMessages().mean()).isCloseTo(1, within(0.12));
        // 20 packets of two senders in turn: the last one waits for all of the other's. Empty in between, and never
        // without something to send while it sends.
        assertThat(outcome.meanDelayNanos()).isBetween(1_000.0, 3_500.0);
        assertThat(outcome.wasteRatio()).isLessThan(0.45);
        assertThat(outcome.packetHops()).isBetween(1_980L, 2_000L);
    }

    @Test
    void aSeedIsTheSameTrafficUnderEverySetting() throws ScenarioFileException {
        FabricQueue queue = queue(star("", """
                  - {kind: poisson, from: host-0..host-15, to: host-24, sizes: fixed, flowBytes: 30000, load: 0.03}
                """), Span.millis(5, 20));
        Outcome few = queue.run(new Thresholds(10_000, 20_000, 1), 7);
        Outcome many = queue.run(new Thresholds(1_000_000, 2_000_000, 1), 7);

        assertThat(few).isNotEqualTo(many);
        assertThat(few.shortMessages().messages())
                .isCloseTo(many.shortMessages().messages(), within(3L));
        assertThat(queue.run(new Thresholds(10_000, 20_000, 1), 7)).isEqualTo(few);
        assertThat(queue.run(new Thresholds(10_000, 20_000, 1), 8).shortMessages())
                .isNotEqualTo(few.shortMessages());
    }

    @Test
    void aScenarioThatEndsTooEarlyIsRefused() {
        assertThatThrownBy(() -> queue(longFlowsAndBursts(""), Span.millis(60, 61)))
                .hasMessageContaining("must go on for 121000000000 ps");
    }
}
