package io.stormglass.models.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.congestion.CongestionSettings;
import io.stormglass.models.congestion.PortCongestion;
import io.stormglass.models.event.CounterGroup;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import io.stormglass.models.facts.FollowedAgents.Turn;
import io.stormglass.models.pause.PauseSettings;
import io.stormglass.models.pause.PortPauses;
import io.stormglass.models.pause.PortSign;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FollowedAgentsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_700_000_000L * SECOND;

    private final FollowedAgents agents = new FollowedAgents(List.of());

    private static PortEvent.PauseCounters pauses(long second, Direction direction, @Nullable Long intervalNanos) {
        long at = T0 + second * SECOND;
        return new PortEvent.PauseCounters(at, new Refresh(at, intervalNanos), direction, 3, 0L, 0L, null, null);
    }

    private Turn take(String agent, long second) {
        return agents.take(agent, pauses(second, Direction.RX, SECOND));
    }

    @Test
    void whoCameFirstIsFollowedUntilItIsSilentForTenSeconds() {
        assertThat(take("b", 0)).isEqualTo(Turn.FOLLOWS);
        assertThat(take("a", 0)).isEqualTo(Turn.NOT_TAKEN);
        assertThat(take("b", 1)).isEqualTo(Turn.FOLLOWS);
        assertThat(take("a", 10)).isEqualTo(Turn.NOT_TAKEN);
        assertThat(take("a", 11)).isEqualTo(Turn.BEGINS);
        assertThat(take("a", 12)).isEqualTo(Turn.FOLLOWS);
        assertThat(take("b", 12)).isEqualTo(Turn.NOT_TAKEN);
    }

    @Test
    void whoTellsSeldomIsNotSilentBeforeThreeOfItsIntervals() {
        assertThat(agents.take("slow", pauses(0, Direction.RX, 60 * SECOND))).isEqualTo(Turn.FOLLOWS);
        assertThat(take("other", 179)).isEqualTo(Turn.NOT_TAKEN);
        assertThat(take("other", 180)).isEqualTo(Turn.BEGINS);
    }

    @Test
    void anIntervalThatIsNotNamedIsMeasured() {
        agents.take("slow", pauses(0, Direction.RX, null));
        agents.take("slow", pauses(20, Direction.RX, null));
        assertThat(take("other", 79)).isEqualTo(Turn.NOT_TAKEN);
        assertThat(take("other", 80)).isEqualTo(Turn.BEGINS);
    }

    @Test
    void eachGroupHasAnAgentOfItsOwn() {
        assertThat(take("a", 0)).isEqualTo(Turn.FOLLOWS);
        assertThat(agents.take("b", pauses(0, Direction.TX, SECOND))).isEqualTo(Turn.FOLLOWS);
        assertThat(agents.take("a", pauses(0, Direction.TX, SECOND))).isEqualTo(Turn.NOT_TAKEN);
        assertThat(agents.take("b", health(0, 0))).isEqualTo(Turn.FOLLOWS);
        assertThat(agents.state())
                .extracting(FollowedAgent::group, FollowedAgent::agentId)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(CounterGroup.RECEIVED_PAUSES, "a"),
                        org.assertj.core.groups.Tuple.tuple(CounterGroup.SENT_PAUSES, "b"),
                        org.assertj.core.groups.Tuple.tuple(CounterGroup.LINK_HEALTH, "b"));
    }

    @Test
    void theFlagIsThereWhileTheOtherTells() {
        take("a", 0);
        assertThat(agents.quality()).isEmpty();
        take("b", 0);
        assertThat(agents.quality()).containsExactly("two-agents");
        take("a", 9);
        assertThat(new FollowedAgents(agents.state()).quality()).containsExactly("two-agents");
        take("a", 10);
        assertThat(agents.quality()).isEmpty();
    }

    private static Refresh refresh(long second) {
        return new Refresh(T0 + second * SECOND, SECOND);
    }

    private static PortEvent.Counters health(long second, long total) {
        return new PortEvent.LinkHealth(T0 + second * SECOND, refresh(second), null, total, total, total);
    }

    private static PortEvent.Counters queue(long second, long total) {
        return new PortEvent.QueueSample(
                T0 + second * SECOND, refresh(second), 3, 3, 0L, null, total, total, total, total, total);
    }

    private static PortEvent.Counters nic(long second, long total) {
        return new PortEvent.NicCongestion(T0 + second * SECOND, refresh(second), total, total, total, total, total);
    }

    private static PortEvent.Counters errors(long second, long total) {
        return new PortEvent.TransportErrors(T0 + second * SECOND, refresh(second), total, total, total, total, total);
    }

    private static PortEvent.Counters backPressure(long second, long total) {
        return new PortEvent.HostBackPressure(T0 + second * SECOND, refresh(second), total, total, total, total, total);
    }

    private static PortEvent.Counters paused(long second, Direction direction, long total) {
        return new PortEvent.PauseCounters(
                T0 + second * SECOND, refresh(second), direction, 3, total, total, total, null);
    }

    /** Totals of the group at a second, all the same. */
    private static PortEvent.Counters read(CounterGroup group, long second, long total) {
        return switch (group) {
            case RECEIVED_PAUSES -> paused(second, Direction.RX, total);
            case SENT_PAUSES -> paused(second, Direction.TX, total);
            case OTHER_PAUSES -> paused(second, Direction.UNKNOWN, total);
            case QUEUES -> queue(second, total);
            case NIC_CONGESTION -> nic(second, total);
            case TRANSPORT_ERRORS -> errors(second, total);
            case BACK_PRESSURE -> backPressure(second, total);
            case LINK_HEALTH -> health(second, total);
        };
    }

    /** What a port says where its counters stand still, after another agent begins at second 20. */
    private static List<Object> seen(LongFunction<PortEvent.Counters> reads, @Nullable CounterGroup begins) {
        PortPauses port = new PortPauses(PauseSettings.defaults());
        port.losslessPriorities(8);
        PortCongestion congestion = new PortCongestion(CongestionSettings.defaults());
        TreeSet<String> quality = new TreeSet<>();
        for (long second = 0; second < 40; second++) {
            if (second == 20 && begins != null) {
                port.begin(begins);
                congestion.begin(begins);
                // What begins is stored like anything else.
                port = new PortPauses(PauseSettings.defaults(), port.state());
                congestion = new PortCongestion(CongestionSettings.defaults(), congestion.state());
            }
            port.accept(reads.apply(second));
            congestion.accept(reads.apply(second));
            quality.addAll(port.quality());
            quality.addAll(congestion.quality());
        }
        List<PortSign.Kind> signs =
                port.drainSigns().stream().map(PortSign::kind).distinct().toList();
        return List.of(signs, List.copyOf(quality), port.stormOpen());
    }

    @ParameterizedTest
    @EnumSource(CounterGroup.class)
    void theFirstSampleOfAnotherAgentIsABeginningAndNoReset(CounterGroup group) {
        List<Object> nothing = List.of(List.of(), List.of(), false);
        for (long other : new long[] {0, 7, 5_000_000}) {
            assertThat(seen(second -> read(group, second, second < 20 ? 1000 : other), group))
                    .as("from 1000 to %d", other)
                    .isEqualTo(nothing);
        }
        if (group != CounterGroup.TRANSPORT_ERRORS && group != CounterGroup.OTHER_PAUSES) {
            // Taken for the same source, that is a reset.
            assertThat(seen(second -> read(group, second, second < 20 ? 1000 : 7), null))
                    .isNotEqualTo(nothing);
        }
    }

    @ParameterizedTest
    @EnumSource(CounterGroup.class)
    void anotherAgentsClockMayBeBehind(CounterGroup group) {
        assertThat(seen(second -> read(group, second < 20 ? second : second - 5, second < 20 ? 5000 : 7), group))
                .isEqualTo(List.of(List.of(), List.of(), false));
    }
}
