package io.stormglass.cli.scoreboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.load.QueueLoad;
import io.stormglass.models.load.Traffic;
import io.stormglass.schemas.Decoded;
import io.stormglass.schemas.codec.QueueLoadCodec;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Loads of queues beside what the emulated fabric really did. */
final class QueueLoadsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long LINE = 10_000_000_000L;

    private static final String STAR = """
            name: loads
            about: a test
            fabric: {topology: star, hosts: 25, linkGbps: 10, propagationMicros: 1}
            packets: {payloadBytes: 4096}
            switch: {kminBytes: 40000, kmaxBytes: 160000, pmax: 0.2}
            transport: {cc: dcqcn, preset: ns3-hpcc, minRateMbps: 20}
            durationMicros: 2200000
            ending: at-time
            telemetry: {PATHS queueRefreshMillis: 500, queueReadMillis: 500, watermarkRefreshMillis: 500, watermarkReadMillis: 500, portRefreshMillis: 500, portReadMillis: 500}
            workloads:
              - {kind: incast, from: host-0..host-15, senders: 16, receiver: host-24, flowBytes: 4000000000}
              - {kind: incast, from: host-16..host-23, senders: 8, receiver: host-24, flowBytes: 12000, bursts: 0, periodMicros: 5000, jitterMicros: 2}
            """;

    private static final String INCAST = """
            name: pauses
            about: a test
            fabric: {topology: star, hosts: 9, linkGbps: 2.5, propagationMicros: 1}
            packets: {payloadBytes: 4096}
            transport: {cc: none}
            durationMicros: 2200000
            ending: at-time
            telemetry: {queueRefreshMillis: 500, queueReadMillis: 500, portRefreshMillis: 500, portReadMillis: 500}
            workloads:
              - {kind: incast, from: host-0..host-7, senders: 8, receiver: host-8, flowBytes: 4000000000}
            """;

    private static List<QueueLoad> loads(String text) throws ScenarioFileException {
        return new DriverRunner(Perturbation.NONE)
                .run(ScenarioFile.parse(text, "test.yaml").scenario(), 1, "loads").loads().stream()
                        .map(QueueLoadCodec::toNeutral)
                        .map(decoded -> ((Decoded.Value<QueueLoad>) decoded).value())
                        .toList();
    }

    private static List<QueueLoad> of(List<QueueLoad> loads, String port) {
        return loads.stream()
                .filter(load -> load.queue().equals("emulated/switch-0/" + port + "/3"))
                .toList();
    }

    @Test
    void theHotQueueHasItsFlowsBurstsAndCounters() throws ScenarioFileException {
        List<QueueLoad> loads = loads(STAR.replace("PATHS ", ""));
        // The second of three windows: all flows have met by then.
        List<QueueLoad> ofQueue = of(loads, "Ethernet96");
        assertThat(ofQueue).hasSize(3);
        QueueLoad hot = ofQueue.get(1);
        assertThat(hot.toNanos() - hot.fromNanos()).isEqualTo(SECOND);
        assertSettings(hot.settings());
        QueueLoad.Flows flows = Objects.requireNonNull(hot.flows());
        Traffic traffic = flows.traffic();
        assertThat(flows.flows()).isEqualTo(24);
        assertThat(traffic.longFlows()).isCloseTo(16, within(0.5));
        assertThat(traffic.bursts().count()).isBetween(195, 201);
        assertThat(traffic.bursts().fanIn()).isCloseTo(8, within(0.1));
        assertThat(traffic.bursts().periodNanos()).isCloseTo(5_000_000, within(100_000.0));
        // Three packets a message, with 90 bytes of headers each.
        assertThat(traffic.bursts().volumeBytes()).isCloseTo(8 * (12_000 + 3 * 90), within(0.02 * 8 * 12_000));
        // 11 us through empty queues; this queue is seldom empty.
        assertThat(flows.baseRttNanos()).isBetween(10_000L, 30_000L);
        assertThat(flows.sentBytes()).isCloseTo((long) (0.125 * LINE * 0.99), withinPercentage(2));
        assertThat(flows.deaf()).isZero();
        assertThat(flows.controls())
                .singleElement()
                .satisfies(control -> assertThat(control.mode()).isEqualTo("dcqcn"))
                .satisfies(control -> assertThat(control.senders()).isEqualTo(24));
        assertCounters(hot, flows);
    }

    private static void assertSettings(QueueLoad.Settings settings) {
        assertThat(settings.role()).isEqualTo(EntityRole.SWITCH);
        assertThat(settings.lineBitsPerSecond()).isEqualTo(LINE);
        assertThat(settings.ecnOn()).isTrue();
        assertThat(settings.ecn()).isEqualTo(new QueueEcn(3, 40_000, 160_000));
        assertThat(Objects.requireNonNull(settings.marking()).maxProbability()).isEqualTo(0.2);
        assertThat(settings.buffer()).isNotNull();
    }

    private static void assertCounters(QueueLoad hot, QueueLoad.Flows flows) {
        QueueLoad.Counters counters = Objects.requireNonNull(hot.counters());
        assertThat(counters.coveredNanos()).isBetween(SECOND / 2, 2 * SECOND);
        double bytesPerSecond = Objects.requireNonNull(counters.sentBytes()) * 1e9 / counters.coveredNanos();
        assertThat(bytesPerSecond).isCloseTo((double) flows.sentBytes(), withinPercentage(5));
        double marksPerSecond = Objects.requireNonNull(counters.marked()) * 1e9 / counters.coveredNanos();
        assertThat(marksPerSecond).isCloseTo((double) flows.marked(), withinPercentage(10));
        assertThat(counters.watermarkBytes()).isGreaterThan(160_000);
        assertThat(counters.dropped()).isZero();
        assertThat(counters.pausedNanos()).isZero();
        // The switch counts no durations; where it sent no pause that says enough.
        QueueLoad.Ingress ingress = Objects.requireNonNull(counters.ingress());
        assertThat(ingress.ports()).isEqualTo(24);
        // The NICs' refresh looks back on the first moments, in which all begin at line rate.
        assertThat(ingress.pausedNanos()).isLessThan(ingress.coveredNanos() / 1000);
    }

    @Test
    void pausesOfTheIngressPortsAreThoseThatTheSendersCount() throws ScenarioFileException {
        List<QueueLoad> ofQueue = of(loads(INCAST), "Ethernet32");
        QueueLoad hot = ofQueue.get(1);
        QueueLoad.Ingress ingress =
                Objects.requireNonNull(Objects.requireNonNull(hot.counters()).ingress());
        assertThat(ingress.ports()).isEqualTo(8);
        // Eight at line rate into one: each is held for seven eighths of the time, and while a packet that is under way
        // still goes.
        assertThat((double) ingress.pausedNanos() / ingress.coveredNanos()).isBetween(0.85, 0.96);
    }

    @Test
    void aQueueWithoutFlowsHasCountersAndAnIdleOneIsNotTold() throws ScenarioFileException {
        List<QueueLoad> loads = loads(STAR.replace("PATHS ", "mirrors: none, ").replace("2200000", "1100000"));
        List<QueueLoad> ofQueue = of(loads, "Ethernet96");
        assertThat(ofQueue).isNotEmpty().allSatisfy(load -> {
            assertThat(load.flows()).isNull();
            assertThat(load.counters()).isNotNull();
        });
        assertThat(loads).noneMatch(load -> load.priority() != 3 && load.priority() != 6 && load.priority() != 0);
    }
}
