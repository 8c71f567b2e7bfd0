package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SharedBufferTest {
    private static final Cable CABLE = new Cable(0, 1, 400_000_000_000L, Picos.PER_MICRO);

    private static SharedBuffer buffer(long totalBytes, int ports) {
        BufferSettings settings = BufferSettings.standard().with(Headroom.ns3()).withTotal(totalBytes);
        return new SharedBuffer(settings, 1 << 3, Collections.nCopies(ports, CABLE), 4048);
    }

    @Test
    void whatIsSharedIsWhatHeadroomAndReserveLeave() {
        SharedBuffer buffer = buffer(32L << 20, 10);
        assertThat(buffer.sharedBytes(0)).isEqualTo((32L << 20) - 10 * (150_000 + 4096));
        assertThat(buffer.thresholdBytes(0)).isEqualTo(buffer.sharedBytes(0) / 8);
    }

    @Test
    void aBufferThatIsAllHeadroomIsRefusedWithItsNumbers() {
        assertThatThrownBy(() -> buffer(1_000_000, 10))
                .hasMessageContaining("1000000")
                .hasMessageContaining("1540960");
    }

    @Test
    void computedHeadroomIsTheWorkedNumber() {
        assertThat(Headroom.computed().bytes(CABLE, 4048)).isEqualTo(112_400);
        assertThat(Headroom.ns3().bytes(CABLE, 4048)).isEqualTo(150_000);
    }

    @Test
    void aPortIsPausedAtTheThresholdAndResumesBelowItByTheOffset() {
        SharedBuffer buffer = buffer(3_000_000, 2);
        int taken = 0;
        while (!buffer.wantsPause(0, 3)) {
            assertThat(buffer.admit(0, 3, 1000, 0)).isTrue();
            taken++;
        }
        assertThat(buffer.heldBytes(0, 3) - 4096).isGreaterThanOrEqualTo(buffer.thresholdBytes(0));
        while (!buffer.mayResume(0, 3)) {
            buffer.release(0, 3, 1000);
            taken--;
        }
        assertThat(buffer.heldBytes(0, 3) - 4096 + 3072).isLessThanOrEqualTo(buffer.thresholdBytes(0));
        assertThat(taken).isPositive();
    }

    @Test
    void whatCameInGoesOutAndNothingIsEverOverbooked() {
        Property.check("shared buffer", 100, SharedBufferTest::anyOrderOfComingAndGoing);
    }

    private static void anyOrderOfComingAndGoing(SplittableRandom random) {
        int ports = random.nextInt(2, 6);
        SharedBuffer buffer = buffer(ports * 170_000L + random.nextInt(500_000), ports);
        List<int[]> inside = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            if (random.nextInt(5) < 3) {
                int[] packet = {random.nextInt(ports), random.nextBoolean() ? 3 : 0, random.nextInt(64, 9_000)};
                if (buffer.admit(packet[0], packet[1], packet[2], 0)) {
                    inside.add(packet);
                }
            } else if (!inside.isEmpty()) {
                int[] packet = inside.remove(random.nextInt(inside.size()));
                buffer.release(packet[0], packet[1], packet[2]);
            }
            assertThat(buffer.usedBytes(0)).isBetween(0L, buffer.sharedBytes(0));
        }
        for (int[] packet : inside) {
            buffer.release(packet[0], packet[1], packet[2]);
        }
        assertThat(buffer.usedBytes(0)).isZero();
        for (int port = 0; port < ports; port++) {
            assertThat(buffer.heldBytes(port, 3)).isZero();
            assertThat(buffer.heldBytes(port, 0)).isZero();
        }
    }
}
