package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headroom as computed loses nothing at any speed and length of cable; a third of it does. */
final class LosslessTest {
    private static final int SCALE = Boolean.getBoolean("stormglass.full") ? 8 : 1;

    @ParameterizedTest
    @CsvSource({
        "10, 2",
        "25, 2",
        "25, 100",
        "100, 2",
        "100, 100",
        "100, 2000",
        "400, 2",
        "400, 100",
        "400, 2000",
        "800, 2",
        "800, 100",
        "800, 2000"
    })
    void pfcLosesNothingWithHeadroomAndSomethingWithAThirdOfIt(int gigabits, int metres) {
        Emulation whole = congested(gigabits, metres, Headroom.computed());
        assertThat(dropped(whole)).isZero();
        assertThat(counted(whole, true)).isPositive().isEqualTo(counted(whole, false));

        Emulation third = congested(gigabits, metres, Headroom.computed().times(1.0 / 3));
        assertThat(dropped(third)).isPositive();
    }

    /** All of six hosts to all, and an incast on top, in a buffer whose shared part is small. */
    private static Emulation congested(int gigabits, int metres, Headroom headroom) {
        Topology.Link link = new Topology.Link(gigabits * 1_000_000_000L, metres * 5L * Picos.PER_NANO);
        WireFormat format = WireFormat.roce(4096);
        long aside = 6 * (headroom.bytes(link.between(0, 1), format.fullBytes()) + 4096);
        BufferSettings buffer = BufferSettings.standard().with(headroom).withTotal(aside + 400_000);
        FabricSettings settings =
                FabricSettings.of(format, SwitchSettings.standard().with(buffer));
        // Long enough for every sender to fill its loop many times.
        long bytes = SCALE * Math.max(1_000_000, 8 * headroom.bytes(link.between(0, 1), format.fullBytes()));
        Emulation emulation = new Emulation(
                        Topology.star(6, link), settings, new SplittableRandom(1), FabricObserver.NONE)
                .keepFinishedFlows();
        Transport line = Transport.of(new CongestionControl.None());
        for (int from = 0; from < 6; from++) {
            for (int to = 0; to < 6; to++) {
                if (from != to) {
                    emulation.add(new FlowSpec(from, to, to == 0 ? bytes : bytes / 4, 0, 3, line));
                }
            }
        }
        // What was dropped is waited for no longer than this.
        emulation.runToQuiet(200 * Picos.PER_MILLI);
        return emulation;
    }

    private static long dropped(Emulation emulation) {
        long dropped = 0;
        for (int port = 0; port < 6; port++) {
            dropped += emulation.counters(6, port).dropped(3);
        }
        return dropped;
    }

    private static long counted(Emulation emulation, boolean xoff) {
        long count = 0;
        for (int port = 0; port < 6; port++) {
            PortCounters counters = emulation.counters(6, port);
            count += xoff ? counters.xoffSent(3) : counters.xonSent(3);
        }
        return count;
    }
}
