package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DeterminismTest {
    private static long hash(Laws law, long seed) {
        return law.incast(16)
                .withBytes(400_000)
                .withJitter(2 * Picos.PER_MICRO)
                .run(seed)
                .emulation()
                .eventLogHash();
    }

    @ParameterizedTest
    @EnumSource
    void theSameSeedGivesTheSameEventsAndAnotherSeedOthers(Laws law) {
        assertThat(hash(law, 7)).isEqualTo(hash(law, 7)).isNotEqualTo(hash(law, 8));
    }

    @Test
    void emulationsSideBySideDoNotTouchEachOther() {
        Incast incast = Laws.DCQCN_4.incast(16).withBytes(400_000).withJitter(2 * Picos.PER_MICRO);
        Emulation one = incast.start(7, FabricObserver.NONE);
        Emulation other = incast.start(8, FabricObserver.NONE);
        for (int micros = 1; micros <= 3_000; micros++) {
            one.runUntil(micros * Picos.PER_MICRO);
            other.runUntil(micros * Picos.PER_MICRO);
        }
        assertThat(one.eventLogHash()).isEqualTo(hash(Laws.DCQCN_4, 7));
        assertThat(other.eventLogHash()).isEqualTo(hash(Laws.DCQCN_4, 8));
    }

    /** The same in every process on every machine. It changes only where the order or the time of events changes, and then the changelog says why. */
    @Test
    void theEventsOfOneRunAreKnown() {
        assertThat(hash(Laws.DCQCN_4, 7)).isEqualTo(4_290_209_995_301_683_195L);
    }
}
