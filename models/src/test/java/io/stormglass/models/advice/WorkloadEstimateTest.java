package io.stormglass.models.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.ecn.Bursts;
import io.stormglass.models.ecn.NamedProfile;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.Workload;
import io.stormglass.models.ecn.Workloads;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WorkloadEstimateTest {
    /** 2,500 bursts of 8 messages in a second, from 32 ports. */
    private static final Workload WORKLOAD = Workloads.longFlowsWithBursts(100, 16, 10);

    private static Loads loads() {
        return new Loads(WORKLOAD, NamedProfile.SONIC_DEFAULT.at(100 * Workloads.GIGABIT));
    }

    private static Bursts bursts(Loads loads) {
        ObjectLoads object = loads.one();
        AdviceSettings settings = AdviceSettings.of(Profile.BALANCED);
        QueueSpan span = Objects.requireNonNull(
                QueueSpan.of(object.queues().getFirst(), Long.MIN_VALUE, object.toNanos(), settings));
        return Objects.requireNonNull(WorkloadEstimate.of(span, settings))
                .workload()
                .bursts();
    }

    @Test
    void queuePairsThatSendManyMessagesAreKept() {
        Bursts bursts = bursts(loads());

        assertThat(bursts.queuePairs()).isEqualTo(Bursts.QueuePairs.KEPT);
        assertThat(bursts.ports()).isEqualTo(32);
        assertThat(bursts.arrival()).isEqualTo(Bursts.Arrival.POISSON);
        assertThat(bursts.fanIn()).isEqualTo(8);
        assertThat(bursts.bytesEach()).isEqualTo(62_500);
        assertThat(bursts.periodNanos()).isEqualTo(400_000);
    }

    @Test
    void burstsThatFellTogetherChangeNeitherLoadNorSizeOfMessages() {
        Loads loads = loads();
        loads.together = 1.1;
        Bursts bursts = bursts(loads);

        assertThat(bursts.fanIn()).isEqualTo(9);
        assertThat((double) bursts.bytesEach()).isCloseTo(62_500, within(10.0));
        assertThat((double) bursts.volumeBytes() / bursts.periodNanos()).isCloseTo(500_000 / 400_000.0, within(0.002));
    }

    @Test
    void asManyQueuePairsAsMessagesAreFresh() {
        Loads loads = loads();
        loads.moreFlows = 20_000;
        loads.flowVariation = 0.1;
        Bursts bursts = bursts(loads);

        assertThat(bursts.queuePairs()).isEqualTo(Bursts.QueuePairs.FRESH);
        assertThat(bursts.arrival()).isEqualTo(Bursts.Arrival.POISSON);
    }

    @Test
    void flowsThatKeepABeatSendTrains() {
        Loads loads = loads();
        loads.flowVariation = 0.1;

        assertThat(bursts(loads).arrival()).isEqualTo(Bursts.Arrival.TRAINS);
    }
}
