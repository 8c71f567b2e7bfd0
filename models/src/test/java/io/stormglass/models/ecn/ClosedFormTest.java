package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import org.junit.jupiter.api.Test;

class ClosedFormTest {
    @Test
    void theWorkedNumberComesOut() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 8);
        ClosedForm closed = ClosedForm.of(workload, Profile.BALANCED);
        QueueFacts facts = workload.facts();

        // 300 us / 32; fixed point with a rise of an eighth of 40 us; four bursts.
        assertThat(facts.nanos((double) closed.thresholds().kminBytes())).isCloseTo(9_375, within(1.0));
        assertThat(closed.fixedPoint()).isCloseTo(0.0204, within(0.0002));
        assertThat(facts.nanos(closed.riseBytes())).isCloseTo(5_000, within(5.0));
        assertThat(facts.nanos((double) closed.thresholds().kmaxBytes())).isCloseTo(160_000, within(5.0));
        assertThat(closed.thresholds().maxProbability()).isCloseTo(0.615, within(0.01));
    }

    @Test
    void aLongRoundTripFlattensTheSlope() {
        ClosedForm near = ClosedForm.of(Workloads.longFlowsWithBursts(100, 16, 8), Profile.BALANCED);
        ClosedForm far = ClosedForm.of(Workloads.longFlowsWithBursts(100, 16, 40), Profile.BALANCED);

        assertThat(far.riseBytes() / near.riseBytes()).isCloseTo(Math.sqrt(45.18 / 15), within(0.01));
        assertThat(far.thresholds().kminBytes()).isEqualTo(near.thresholds().kminBytes());
    }

    @Test
    void burstsLimitKminAndWithoutThemNothingIsKeptInTheQueue() {
        Workload workload = Workloads.longFlowsWithBursts(100, 8, 8);
        Workload quiet = workload.with(Bursts.NONE);

        // 18.75 us of a halved flow, a quarter of 40 us.
        assertThat(workload.facts().nanos((double)
                        ClosedForm.of(workload, Profile.BALANCED).thresholds().kminBytes()))
                .isCloseTo(10_000, within(1.0));
        assertThat(ClosedForm.of(quiet, Profile.BALANCED).thresholds().kminBytes())
                .isEqualTo(4_048);
    }

    @Test
    void moreLatencyMindedIsLessQueue() {
        Property.check("latency asks for less queue than throughput", 200, random -> {
            Workload workload = Workloads.any(random);
            Thresholds latency = ClosedForm.of(workload, Profile.LATENCY).thresholds();
            Thresholds balanced = ClosedForm.of(workload, Profile.BALANCED).thresholds();
            Thresholds throughput = ClosedForm.of(workload, Profile.THROUGHPUT).thresholds();
            double p = ClosedForm.of(workload, Profile.BALANCED).fixedPoint();

            assertThat(latency.kminBytes()).isLessThanOrEqualTo(balanced.kminBytes());
            assertThat(balanced.kminBytes()).isLessThanOrEqualTo(throughput.kminBytes());
            assertThat(latency.queueBytesAt(p)).isLessThanOrEqualTo(balanced.queueBytesAt(p) + 2);
            assertThat(balanced.queueBytesAt(p)).isLessThanOrEqualTo(throughput.queueBytesAt(p) + 2);
        });
    }

    @Test
    void threeSentencesSayWhyWithTheNumbers() {
        ClosedForm closed = ClosedForm.of(Workloads.longFlowsWithBursts(100, 16, 8), Profile.BALANCED);

        assertThat(closed.sentences()).hasSize(3);
        assertThat(closed.sentences().get(0))
                .contains("of 16 flows", "1/32", "100 Gb/s", "300 us", "117.2 kB (9.4 us)");
        assertThat(closed.sentences().get(1)).contains("Pmax 0.6", "(5.0 us) above Kmin", "0.020");
        assertThat(closed.sentences().get(2)).contains("2.00 MB (160.0 us)", "437.5 kB (35.0 us)", "24 ingress ports");
        for (String sentence : closed.sentences()) {
            assertThat(sentence).endsWith(".");
        }
    }

    @Test
    void aQueueCostsFarLessThanFiveMilliseconds() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 8);
        long sum = 0;
        for (int i = 0; i < 500; i++) {
            sum += ClosedForm.of(workload, Profile.BALANCED).thresholds().kmaxBytes();
        }
        long started = System.nanoTime();
        for (int i = 0; i < 500; i++) {
            sum += ClosedForm.of(workload, Profile.BALANCED).thresholds().kmaxBytes();
        }
        double millis = (System.nanoTime() - started) / 1e6 / 500;

        System.out.println("closed form: " + millis + " ms");
        assertThat(sum).isPositive();
        assertThat(millis).isLessThan(5);
    }
}
