package io.stormglass.models.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatermarkMergeTest {
    @Test
    void nothingMovesBeforeEachPartitionHasSpoken() {
        WatermarkMerge merge = new WatermarkMerge(2);
        assertThat(merge.update(0, 100)).isEqualTo(WatermarkMerge.NONE);
        assertThat(merge.update(1, 50)).isEqualTo(50);
    }

    @Test
    void progressIsNeverTakenBack() {
        WatermarkMerge merge = new WatermarkMerge(1);
        merge.update(0, 100);
        assertThat(merge.update(0, 90)).isEqualTo(100);
    }

    @Test
    void anEndedPartitionHoldsNobodyUp() {
        WatermarkMerge merge = new WatermarkMerge(2);
        merge.update(0, WatermarkMerge.END);
        assertThat(merge.update(1, 70)).isEqualTo(70);
        assertThat(merge.ended()).isFalse();
        merge.update(1, WatermarkMerge.END);
        assertThat(merge.ended()).isTrue();
    }

    @Test
    void anUnknownPartitionIsRefusedByNumber() {
        assertThatThrownBy(() -> new WatermarkMerge(2).update(2, 1)).hasMessageContaining("partition 2");
    }

    @Test
    void bytesSortAsTheOrderDoes() {
        Property.check("boundary keys sort by time, key, order", 200, random -> {
            List<BoundaryKey> keys = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String key = "f/" + (char) ('a' + random.nextInt(3)) + "/" + (random.nextBoolean() ? "é" : "e1");
                keys.add(new BoundaryKey(random.nextInt(3) * 1_000_000_000L, key, random.nextInt(3)));
            }
            keys.sort(null);
            for (int i = 1; i < keys.size(); i++) {
                BoundaryKey a = keys.get(i - 1);
                BoundaryKey b = keys.get(i);
                assertThat(a.timeNanos()).isLessThanOrEqualTo(b.timeNanos());
                if (a.timeNanos() == b.timeNanos()) {
                    assertThat(a.key().compareTo(b.key())).isLessThanOrEqualTo(0);
                }
                if (a.timeNanos() == b.timeNanos() && a.key().equals(b.key())) {
                    assertThat(a.order()).isLessThanOrEqualTo(b.order());
                }
            }
        });
    }
}
