package io.stormglass.models.ecn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.dcqcn.HpccParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReactionTest {
    /** Values of ecn-tuning.md, section 2, two or three digits each. */
    @ParameterizedTest
    @CsvSource({
        "100, 8, 0.0089",
        "100, 16, 0.0204",
        "100, 32, 0.046",
        "100, 64, 0.101",
        "25, 8, 0.0092",
        "25, 32, 0.048",
        "400, 8, 0.0022",
        "400, 32, 0.0117",
        "400, 64, 0.026"
    })
    void theFixedPointIsTheOnePrinted(long gigabits, int flows, double printed) {
        double ours = Workloads.nvidiaTimers(gigabits).fixedPoint(Workloads.facts(gigabits, 10), flows);

        assertThat(ours).isCloseTo(printed, within(0.02 * printed));
    }

    /** ~N^1.17 from 8 to 64 flows at 100G. */
    @Test
    void itGrowsALittleFasterThanTheFlows() {
        QueueFacts facts = Workloads.facts(100, 10);
        Reaction reaction = Workloads.nvidiaTimers(100);
        double power = Math.log(reaction.fixedPoint(facts, 64) / reaction.fixedPoint(facts, 8)) / Math.log(8);

        assertThat(power).isCloseTo(1.17, within(0.03));
    }

    @ParameterizedTest
    @EnumSource
    void everyPresetHasOne(DcqcnPreset preset) {
        Reaction reaction = Reaction.of(preset.at(100_000_000_000L), 50_000);
        double few = reaction.fixedPoint(Workloads.facts(100, 10), 2);
        double many = reaction.fixedPoint(Workloads.facts(100, 10), 64);

        assertThat(few).isBetween(1e-9, 0.5);
        assertThat(many).isGreaterThan(few).isLessThanOrEqualTo(1);
    }

    @Test
    void theFirmwareIsReadInTheTermsOfTheLaw() {
        HpccParameters timers = Reaction.of(DcqcnPreset.NVIDIA_FIRMWARE.at(25_000_000_000L), 4_000)
                .timers();

        assertThat(timers.gain()).isEqualTo(5.0 / 1024);
        assertThat(timers.increaseMicros()).isEqualTo(300);
        assertThat(timers.decreaseMicros()).isEqualTo(4);
        assertThat(timers.alphaMicros()).isEqualTo(1);
        assertThat(timers.fastRecoveryTimes()).isEqualTo(1);
        assertThat(timers.aiBitsPerSecond()).isEqualTo(5_000_000);
        assertThat(timers.haiBitsPerSecond()).isEqualTo(50_000_000);
    }

    @Test
    void aReactionPointThatCutsPerCnpCutsAsOftenAsCnpsCome() {
        assertThat(Reaction.of(DcqcnPreset.PAPER.at(100_000_000_000L), 50_000).decreaseNanos())
                .isEqualTo(50_000);
        assertThat(Workloads.nvidiaTimers(100).decreaseNanos()).isEqualTo(4_000);
    }
}
