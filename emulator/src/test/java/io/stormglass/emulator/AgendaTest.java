package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class AgendaTest {
    private static final Topology STAR = Topology.star(2, new Topology.Link(100_000_000_000L, 500 * Picos.PER_NANO));
    private static final FabricSettings SETTINGS = FabricSettings.of(WireFormat.roce(1024), SwitchSettings.standard());

    private final Emulation emulation =
            new Emulation(STAR, SETTINGS, new SplittableRandom(1), FabricObserver.NONE).keepFinishedFlows();
    private final List<String> done = new ArrayList<>();

    private void note(String what, long picos) {
        emulation.at(picos, () -> done.add(what + " at " + emulation.nowPicos()));
    }

    @Test
    void actionsAreDoneInTheOrderOfTheirTimesAndThenOfTheirScheduling() {
        note("late", 90 * Picos.PER_MILLI);
        note("first", 10);
        note("second", 10);
        emulation.at(10, () -> note("nested", 10));
        note("third", 10);
        emulation.runUntil(9);
        assertThat(done).isEmpty();
        emulation.runUntil(100 * Picos.PER_MILLI);
        assertThat(done)
                .containsExactly("first at 10", "second at 10", "third at 10", "nested at 10", "late at 90000000000");
    }

    @Test
    void anActionIsPartOfTheHashAndMayAddAFlow() {
        Emulation other =
                new Emulation(STAR, SETTINGS, new SplittableRandom(1), FabricObserver.NONE).keepFinishedFlows();
        FlowSpec spec = new FlowSpec(0, 1, 10_000, 50, 3, Transport.of(new CongestionControl.None()));
        emulation.at(50, () -> emulation.add(spec));
        emulation.runUntil(Picos.PER_MILLI);
        assertThat(emulation.flowCounts(0).acceptedBytes()).isEqualTo(10_000);
        other.add(spec);
        other.runUntil(Picos.PER_MILLI);
        assertThat(emulation.completedPicos(0)).isEqualTo(other.completedPicos(0));
        assertThat(emulation.eventLogHash()).isNotEqualTo(other.eventLogHash());
    }

    @Test
    void thePastIsRefused() {
        emulation.runUntil(100);
        assertThatThrownBy(() -> note("too late", 99))
                .hasMessageContaining("99")
                .hasMessageContaining("100");
    }
}
