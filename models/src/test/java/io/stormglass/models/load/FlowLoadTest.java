package io.stormglass.models.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FlowLoadTest {
    private static final long SECOND = FlowLoad.WINDOW_NANOS;
    private static final long LINE = 100_000_000_000L;
    private static final long PACKET = 4000;
    private static final ShadowSource SENDER = source(Vantage.SENDER, 1);
    private static final ShadowSource RECEIVER = source(Vantage.RECEIVER, 1);

    private final List<FlowPart> parts = new ArrayList<>();
    private FlowLoad load = new FlowLoad(LoadSettings.defaults(), "f", LINE);

    private static ShadowSource source(Vantage vantage, int oneIn) {
        return new ShadowSource(Scope.FLOW, vantage, ObserverRole.MIRROR, oneIn);
    }

    private void told(ShadowSource source, FlowEventKind kind, long atNanos, long packets) {
        if (load.isOver(atNanos)) {
            load.close(false);
        }
        load.accept(source, new FlowEvent(kind, atNanos, packets, packets * PACKET, 9_000, 0));
        parts.addAll(load.drain());
        // What is stored is all that there is.
        load = new FlowLoad(LoadSettings.defaults(), "f", LINE, load.state());
    }

    private List<FlowPart> ended() {
        load.close(false);
        parts.addAll(load.drain());
        return parts;
    }

    @Test
    void aSpellThatGoesOnIsToldInEachWindowAsFarAsItHadCome() {
        for (long at = SECOND - 300_000; at <= SECOND + 300_000; at += 20_000) {
            told(SENDER, FlowEventKind.SENT, at, 1);
        }
        ended();
        assertThat(parts).extracting(FlowPart::windowNanos).containsExactly(0L, SECOND);
        assertThat(parts.get(0).spells())
                .containsExactly(new Spell("f", SECOND - 300_000, SECOND - 20_000, 15, 15 * PACKET));
        assertThat(parts.get(1).spells())
                .containsExactly(new Spell("f", SECOND - 300_000, SECOND + 300_000, 31, 31 * PACKET));
        assertThat(parts).extracting(FlowPart::packets).containsExactly(15L, 16L);
    }

    @Test
    void aSpellThatWasOverIsNotToldAgain() {
        told(SENDER, FlowEventKind.SENT, SECOND - 500_000, 10);
        told(SENDER, FlowEventKind.SENT, SECOND + 500_000_000, 10);
        assertThat(ended()).allSatisfy(part -> assertThat(part.spells()).hasSize(1));
    }

    @Test
    void aMessageThatIsToldAfterTheBoundaryBeginsThere() {
        // Its ten packets took 2.9 us before their event, which is 1 us behind the boundary.
        told(SENDER, FlowEventKind.SENT, 2 * SECOND + 1_000, 10);
        assertThat(ended())
                .singleElement()
                .satisfies(part -> assertThat(part.spells())
                        .containsExactly(new Spell("f", 2 * SECOND, 2 * SECOND + 1_000, 10, 10 * PACKET)));
    }

    @Test
    void packetsCountAtTheSenderAndMarksAtTheReceiver() {
        told(SENDER, FlowEventKind.SENT, 1_000, 10);
        told(RECEIVER, FlowEventKind.SENT, 4_000, 6);
        told(RECEIVER, FlowEventKind.CE_MARKED, 5_000, 4);
        told(SENDER, FlowEventKind.CNP_SEEN, 9_000, 1);
        told(RECEIVER, FlowEventKind.CNP_SEEN, 7_000, 1);
        told(RECEIVER, FlowEventKind.RTT_SAMPLE, 8_000, 1);
        told(SENDER, FlowEventKind.RTT_SAMPLE, 10_000, 1);
        assertThat(ended()).singleElement().satisfies(part -> {
            assertThat(part.packets()).isEqualTo(10);
            assertThat(part.marked()).isEqualTo(4);
            assertThat(part.cnps()).isEqualTo(1);
            assertThat(part.cnpsOfSlots()).containsExactly(1);
            assertThat(part.rttSamples()).isEqualTo(1);
            assertThat(part.rttNanos()).isEqualTo(9_000);
        });
    }

    /** Later round trips hold the queue that stands by then. */
    @Test
    void theLeastRoundTripIsKeptForTheFlowsLife() {
        told(SENDER, FlowEventKind.RTT_SAMPLE, 1_000, 1);
        told(SENDER, FlowEventKind.SENT, SECOND + 1_000, 1);
        assertThat(ended()).extracting(FlowPart::rttSamples).containsExactly(1L, 0L);
        assertThat(parts).extracting(FlowPart::rttNanos).containsExactly(9_000L, 9_000L);
    }

    @Test
    void samplesAreScaledAndMakeNoSpells() {
        told(source(Vantage.SENDER, 100), FlowEventKind.SENT, 1_000, 3);
        assertThat(ended()).singleElement().satisfies(part -> {
            assertThat(part.packets()).isEqualTo(300);
            assertThat(part.sampledOneIn()).isEqualTo(100);
            assertThat(part.spells()).isEmpty();
        });
    }

    @Test
    void anEventBehindAWindowThatIsOverCountsInTheNext() {
        told(SENDER, FlowEventKind.SENT, SECOND / 2, 1);
        load.close(false);
        told(SENDER, FlowEventKind.SENT, SECOND / 3, 1);
        assertThat(ended()).extracting(FlowPart::windowNanos).containsExactly(0L, SECOND);
    }

    @Test
    void aWindowHasToBeClosedBeforeTheNextBegins() {
        told(SENDER, FlowEventKind.SENT, 0, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> load.accept(SENDER, new FlowEvent(FlowEventKind.SENT, SECOND, 1, PACKET, 0, 0)))
                .withMessageContaining("is over by");
    }

    @Test
    void partsOfAWindowHoldAllThatWasSent() {
        Property.check("parts of windows add up", 50, random -> {
            parts.clear();
            load = new FlowLoad(LoadSettings.defaults(), "f", LINE);
            long at = 0;
            long sent = 0;
            for (int i = 0; i < 400; i++) {
                at += random.nextBoolean() ? random.nextLong(100_000) : random.nextLong(20_000_000);
                int packets = 1 + random.nextInt(20);
                sent += packets;
                told(SENDER, FlowEventKind.SENT, at, packets);
            }
            ended();
            assertThat(parts.stream().mapToLong(FlowPart::packets).sum()).isEqualTo(sent);
            assertThat(load.handed()).isEqualTo(parts.size());
            assertThat(parts).isSortedAccordingTo((a, b) -> Long.compare(a.windowNanos(), b.windowNanos()));
            for (FlowPart part : parts) {
                assertThat(part.spells()).hasSizeLessThanOrEqualTo(17).allSatisfy(spell -> {
                    assertThat(spell.toNanos()).isGreaterThanOrEqualTo(part.windowNanos());
                    assertThat(spell.toNanos()).isLessThan(part.windowNanos() + SECOND);
                });
            }
        });
    }
}
