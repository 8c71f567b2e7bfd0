package io.stormglass.models.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FlowSpellsTest {
    /** A packet of 4,000 bytes takes 320 ns. */
    private static final long LINE = 100_000_000_000L;

    private static final long PACKET = 4000;

    private final List<Spell> told = new ArrayList<>();
    private FlowSpells spells = new FlowSpells(LoadSettings.defaults(), "f", LINE, FlowSpells.Memory.NONE);

    private void sent(long atNanos, long packets) {
        sent(FlowEventKind.SENT, atNanos, packets);
    }

    private void sent(FlowEventKind kind, long atNanos, long packets) {
        spells.accept(new FlowEvent(kind, atNanos, packets, packets * PACKET, 0, 0))
                .ifPresent(told::add);
        // What is stored is all that there is.
        spells = new FlowSpells(LoadSettings.defaults(), "f", LINE, spells.memory());
    }

    @Test
    void aMessageBeginsWithItsFirstPacketAtLineRate() {
        sent(1_000_000, 11);
        sent(1_003_200, 10);
        assertThat(spells.advanceTo(1_053_199)).isEmpty();
        assertThat(spells.advanceTo(1_053_200))
                .contains(new Spell("f", 1_000_000 - 10 * 320, 1_003_200, 21, 21 * PACKET));
        assertThat(spells.memory().open()).isNull();
        assertThat(spells.end()).isEmpty();
    }

    @Test
    void theNextMessageEndsTheOneBefore() {
        sent(1_000_000, 16);
        sent(1_500_000 + 15 * 320, 16);
        assertThat(told).containsExactly(new Spell("f", 1_000_000 - 15 * 320, 1_000_000, 16, 16 * PACKET));
        assertThat(spells.end()).contains(new Spell("f", 1_500_000, 1_500_000 + 15 * 320, 16, 16 * PACKET));
    }

    @Test
    void aFlowThatIsSlowedDownGoesOn() {
        sent(FlowEventKind.CNP_SEEN, 990_000, 1);
        // 40 Mb/s: a packet each 800 us.
        for (int i = 0; i < 50; i++) {
            sent(1_000_000 + i * 800_000L, 1);
            if (i == 0) {
                sent(1_000_320, 1);
            }
        }
        // Two packets at line rate, then slow: the first gap looks like an end, the others do not.
        assertThat(told).containsExactly(new Spell("f", 1_000_000, 1_000_320, 2, 2 * PACKET));
        assertThat(Objects.requireNonNull(spells.memory().open()).packets()).isEqualTo(49);
        assertThat(spells.advanceTo(1_000_000 + 49 * 800_000L + 6_000_000)).isEmpty();
        assertThat(spells.advanceTo(1_000_000 + 49 * 800_000L + 7_000_000)).isPresent();
    }

    @Test
    void whileAFlowIsSlowedDownGapsMayBeLonger() {
        sent(1_000_000, 11);
        sent(FlowEventKind.CNP_SEEN, 1_001_000, 1);
        assertThat(spells.advanceTo(1_499_999)).isEmpty();
        assertThat(spells.advanceTo(1_500_000)).isPresent();
        // 2 ms after the CNP nobody slows it down any more.
        sent(3_001_000, 11);
        assertThat(spells.advanceTo(3_051_000)).isPresent();
    }

    @Test
    void ofAPacketThatCameAloneTheGapMayBeLonger() {
        sent(1_000_000, 1);
        sent(FlowEventKind.CNP_SEEN, 1_000_000, 1);
        assertThat(spells.advanceTo(2_999_999)).isEmpty();
        assertThat(spells.advanceTo(3_000_000)).isPresent();
    }

    @Test
    void messagesOfOneQueuePairAreToldApart() {
        for (int i = 0; i < 20; i++) {
            sent(1_000_000 + i * 60_000L, 16);
        }
        assertThat(told).hasSize(19).allMatch(spell -> spell.packets() == 16 && spell.nanos() == 15 * 320);
    }

    @Test
    void markedPacketsAreDataToo() {
        sent(FlowEventKind.SENT, 1000, 1);
        sent(FlowEventKind.CE_MARKED, 1320, 1);
        assertThat(spells.end()).contains(new Spell("f", 1000, 1320, 2, 2 * PACKET));
    }

    @ParameterizedTest
    @EnumSource(
            value = FlowEventKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SENT", "CE_MARKED", "CNP_SEEN", "CNP_HANDLED"})
    void whatIsNoDataChangesNothing(FlowEventKind kind) {
        sent(kind, 1000, 1);
        assertThat(spells.memory().open()).isNull();
    }

    @Test
    void aPortWithoutASpeedIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FlowSpells(LoadSettings.defaults(), "f", 0, FlowSpells.Memory.NONE))
                .withMessageContaining("above 0");
    }

    /** However packets are gathered into events, nothing is lost or counted twice, and spells do not overlap. */
    @Test
    void everythingThatWasSentIsInOneSpell() {
        Property.check("spells of a flow", 200, random -> {
            FlowSpells flow = new FlowSpells(LoadSettings.defaults(), "f", LINE, FlowSpells.Memory.NONE);
            List<Spell> all = new ArrayList<>();
            long packets = 0;
            long now = 10_000_000;
            for (int i = 0; i < 300; i++) {
                int more = 1 + random.nextInt(40);
                now += more * 320L + gap(random);
                packets += more;
                flow.accept(new FlowEvent(FlowEventKind.SENT, now, more, more * PACKET, 0, 0))
                        .ifPresent(all::add);
                if (random.nextInt(5) == 0) {
                    flow.advanceTo(now).ifPresent(all::add);
                }
            }
            flow.end().ifPresent(all::add);
            assertThat(all.stream().mapToLong(Spell::packets).sum()).isEqualTo(packets);
            assertThat(all.stream().mapToLong(Spell::bytes).sum()).isEqualTo(packets * PACKET);
            for (int i = 1; i < all.size(); i++) {
                assertThat(all.get(i).fromNanos() - all.get(i - 1).toNanos())
                        .isGreaterThanOrEqualTo(LoadSettings.defaults().idleNanos());
            }
        });
    }

    private static long gap(SplittableRandom random) {
        return random.nextInt(10) == 0 ? random.nextLong(5_000_000) : random.nextLong(2_000);
    }
}
