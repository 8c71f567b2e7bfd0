package io.stormglass.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.bench.RestoreRates.Load;
import io.stormglass.bench.RestoreRates.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An instance is killed, loses its state directory, and starts again. */
class RestoreRatesIT {
    private static final int FLOWS = 2_000;

    @Test
    void afterAKillWithAnEmptyStateDirectoryNothingIsLostAndNothingIsCountedTwice() throws Exception {
        Result result = RestoreRates.measure(new Load(FLOWS, 3, 2, 2), List.of());

        assertThat(result.counted()).isEqualTo(FLOWS);
        // Twice the goal for a million flows: with sessions and transactions at Kafka's own settings the wait alone is
        // 45 s.
        assertThat(result.readySeconds()).isLessThan(44);
    }
}
