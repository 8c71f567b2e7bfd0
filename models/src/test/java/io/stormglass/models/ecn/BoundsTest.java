package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.testkit.Property;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static Bound named(String name, Bounds bounds, Thresholds thresholds) {
        return Objects.requireNonNull(named(bounds, thresholds).get(name), name);
    }

    private static Map<String, Bound> named(Bounds bounds, Thresholds thresholds) {
        return bounds.of(thresholds).stream().collect(Collectors.toMap(Bound::name, Function.identity()));
    }

    @Test
    void whateverIsMovedInsideKeepsEveryHardLimit() {
        Property.check("the hard region is never empty and is reached", 1_000, random -> {
            Bounds bounds = Bounds.of(Workloads.any(random));
            Thresholds thresholds = Workloads.anyThresholds(random);
            Thresholds moved = bounds.into(thresholds);

            assertThat(bounds.hold(moved)).as(bounds.of(moved).toString()).isTrue();
            assertThat(bounds.into(moved)).isEqualTo(moved);
            if (bounds.hold(thresholds)) {
                assertThat(Math.abs(moved.kminBytes() - thresholds.kminBytes())).isLessThanOrEqualTo(1);
                assertThat(Math.abs(moved.kmaxBytes() - thresholds.kmaxBytes())).isLessThanOrEqualTo(1);
            }
        });
    }

    @Test
    void theClosedFormNeedsHardlyEverToBeMoved() {
        Property.check("the closed form keeps the hard limits wherever the buffer is not tiny", 500, random -> {
            Workload workload = Workloads.any(random);
            Bounds bounds = Bounds.of(workload);
            Thresholds closed = ClosedForm.of(workload, Profile.BALANCED).thresholds();
            boolean roomy = bounds.pausingBytes() > 4 * workload.bursts().volumeBytes() + 1_000_000;
            if (roomy) {
                for (Bound bound : bounds.of(closed)) {
                    boolean byBuffer = bound.name().equals("mark-before-pause");
                    assertThat(bound.holds() || bound.kind() != Bound.Kind.HARD || byBuffer)
                            .as(bound + " of " + workload)
                            .isTrue();
                }
            }
        });
    }

    @Test
    void eachLimitIsTheFormulaThatItSays() {
        Workload workload = Workloads.longFlowsWithBursts(100, 16, 10);
        Map<String, Bound> bounds = named(Bounds.of(workload), new Thresholds(100_000, 1_000_000, 0.5));

        assertThat(Objects.requireNonNull(bounds.get("pmax-fixed-point")).limit())
                .isCloseTo(0.0204, within(0.0002));
        // 7 of 8 parts of 40 us.
        assertThat(Objects.requireNonNull(bounds.get("kmax-burst")).limit()).isCloseTo(437_500, within(1.0));
        // Three halved flows of 9.375 us are less than a burst of 40 us.
        assertThat(Objects.requireNonNull(bounds.get("kmin-most")).limit()).isCloseTo(500_000, within(1.0));
        assertThat(Objects.requireNonNull(bounds.get("kmin-least")).limit()).isCloseTo(0.2 * 117_187.5, within(1.0));
        // 24 ports share 31 MB at alpha 1/8: 24 (31 MB / 8 / 4 + 4096); the burst is less than 8 x 14 us.
        assertThat(Objects.requireNonNull(bounds.get("mark-before-pause")).limit())
                .isCloseTo(24 * (31e6 / 32 + 4_096) - 500_000, within(2.0));
        assertThat(Objects.requireNonNull(bounds.get("paper-worst-case")).limit())
                .isCloseTo(8 * 31e6 / (8 * 32 * 9), within(1.0));
        assertThat(Objects.requireNonNull(bounds.get("dctcp-step")).limit()).isCloseTo(125_000 / 7.0, within(1.0));
        assertThat(bounds.values()).allMatch(bound -> bound.holds() || bound.kind() == Bound.Kind.INFORMATION);
    }

    @Test
    void softAndInformativeLimitsForbidNothing() {
        Bounds bounds = Bounds.of(Workloads.longFlowsWithBursts(100, 16, 10));
        Thresholds tiny = new Thresholds(5_000, 1_000_000, 0.5);

        assertThat(named("kmin-least", bounds, tiny).holds()).isFalse();
        assertThat(named("dctcp-step", bounds, tiny).holds()).isFalse();
        assertThat(bounds.hold(tiny)).isTrue();
    }

    @Test
    void whereNoKminIsSoonEnoughThatIsOnlySaid() {
        Workload workload = Workloads.longFlowsWithBursts(100, 2, 10);
        Workload cramped =
                workload.with(workload.facts().with(new Buffer(400_000, 0, new Buffer.Dynamic(1.0 / 8), 3_072)));
        Bound start = named("mark-before-pause", Bounds.of(cramped), new Thresholds(5_000, 200_000, 0.5));

        assertThat(start.limit()).isNegative();
        assertThat(start.holds()).isFalse();
        assertThat(start.kind()).isEqualTo(Bound.Kind.INFORMATION);
    }

    @Test
    void withoutBurstsNothingIsAskedForThem() {
        Bounds bounds = Bounds.of(Workloads.longFlowsWithBursts(100, 16, 10).with(Bursts.NONE));

        assertThat(named(bounds, new Thresholds(5_000, 5_000, 0.5))).doesNotContainKeys("kmax-burst", "kmin-least");
    }
}
