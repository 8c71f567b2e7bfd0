package io.stormglass.models.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class QueueGrowthTest {
    private PortCongestion port = new PortCongestion(CongestionSettings.defaults());

    private QueueGrowth told(long at, @Nullable Long packets, @Nullable Long bytes, @Nullable Long watermark) {
        port.accept(new PortEvent.QueueSample(
                at, new Refresh(at, null), 3, 3, 7L, watermark, packets, bytes, null, null, null));
        QueueGrowth growth = port.drainGrowth().getFirst();
        // What is stored is all that there is.
        port = new PortCongestion(CongestionSettings.defaults(), port.state());
        return growth;
    }

    @Test
    void growthIsBetweenTwoRefreshesAndAResetIsNone() {
        assertThat(told(1000, 5L, 500L, null).sentBytes()).isNull();
        assertThat(told(2000, 8L, 900L, 44L))
                .isEqualTo(new QueueGrowth(3, 3, 1000, 2000, 3L, 400L, null, null, null, 44L, 7L));
        QueueGrowth again = told(2000, 8L, 900L, 44L);
        assertThat(again).isEqualTo(new QueueGrowth(3, 3, 2000, 2000, null, null, null, null, null, null, null));
        QueueGrowth reset = told(3000, 1L, 100L, null);
        assertThat(reset.sentPackets()).isNull();
        assertThat(reset.sentBytes()).isNull();
        assertThat(told(4000, 2L, 300L, null))
                .isEqualTo(new QueueGrowth(3, 3, 3000, 4000, 1L, 200L, null, null, null, null, 7L));
    }

    @Test
    void groupsWithRefreshesOfTheirOwnLookBackOnTheirOwn() {
        told(1000, 5L, null, 1L);
        told(1500, null, 100L, null);
        assertThat(told(2000, 6L, null, 2L).fromNanos()).isEqualTo(1000);
        assertThat(told(2500, null, 300L, null))
                .isEqualTo(new QueueGrowth(3, 3, 1500, 2500, null, 200L, null, null, null, null, 7L));
    }
}
