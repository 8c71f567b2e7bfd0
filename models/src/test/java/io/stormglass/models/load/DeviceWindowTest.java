package io.stormglass.models.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stormglass.models.congestion.QueueGrowth;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.QueueEcn;
import io.stormglass.models.pause.PauseSpan;
import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class DeviceWindowTest {
    private static final long MS = 1_000_000;
    private static final PortKey HOT = new PortKey("f", "leaf1", "e9");
    private static final PortKey ONE = new PortKey("f", "leaf1", "e1");
    private static final PortKey TWO = new PortKey("f", "leaf1", "e2");

    private static QueueGrowth growth(long fromMillis, long toMillis, @Nullable Long packets, @Nullable Long depth) {
        return new QueueGrowth(3, 3, fromMillis * MS, toMillis * MS, packets, packets, packets, 0L, null, depth, depth);
    }

    private static PauseSpan paused(Direction direction, long fromMillis, long toMillis, long millis, boolean frames) {
        return new PauseSpan(3, direction, fromMillis * MS, toMillis * MS, millis * MS, frames);
    }

    private static FlowShare share(String flow, long packets, Spell... spells) {
        FlowPart part =
                new FlowPart(0, packets, packets * 4000, 1, 2, 9_000L, 3, 1, false, List.of(0, 2), List.of(spells));
        return new FlowShare(flow, "10.0.0.1", false, "dcqcn", "ns3-hpcc", 0, part);
    }

    private static List<Consumer<DeviceWindow>> told() {
        List<Consumer<DeviceWindow>> told = new ArrayList<>();
        told.add(window -> window.growth(HOT, growth(0, 500, 10L, 100L)));
        told.add(window -> window.growth(HOT, growth(500, 900, 20L, 300L)));
        told.add(window -> window.pause(HOT, paused(Direction.RX, 600, 950, 7, false)));
        told.add(window -> window.pause(HOT, paused(Direction.TX, 0, 900, 500, false)));
        told.add(window -> window.pause(ONE, paused(Direction.TX, 0, 900, 5, false)));
        told.add(window -> window.pause(TWO, paused(Direction.TX, 0, 1000, 40, true)));
        told.add(window -> window.pause(TWO, paused(Direction.TX, 0, 900, 999, false)));
        told.add(window -> window.flow(HOT, 3, share("a", 5, new Spell("a", 0, 100 * MS, 5, 20_000))));
        told.add(window -> window.flow(HOT, 3, share("b", 0)));
        told.add(window -> window.flow(HOT, 3, share("a", 1, new Spell("a", 200 * MS, 300 * MS, 1, 4_000))));
        return told;
    }

    private static List<QueueLoad> loads(List<Consumer<DeviceWindow>> told, Map<PortKey, LinkFacts> facts) {
        DeviceWindow window = new DeviceWindow(LoadSettings.defaults(), 0, FlowLoad.WINDOW_NANOS);
        told.forEach(each -> each.accept(window));
        return window.loads(facts);
    }

    @Test
    void whatWasToldAddsUp() {
        LinkFacts facts = LinkFacts.speedOnly(100_000_000_000L, true)
                .withEcn(List.of(new QueueEcn(-1, 1, 2), new QueueEcn(3, 10, 20)));
        assertThat(loads(told(), Map.of(HOT, facts))).singleElement().satisfies(load -> {
            assertThat(load.queue()).isEqualTo("f/leaf1/e9/3");
            assertThat(load.settings().ecn()).isEqualTo(new QueueEcn(3, 10, 20));
            assertThat(load.settings().lineAssumed()).isTrue();
            QueueLoad.Counters counters = Objects.requireNonNull(load.counters());
            assertThat(counters.coveredNanos()).isEqualTo(900 * MS);
            assertThat(counters.sentPackets()).isEqualTo(30);
            assertThat(counters.wredDropped()).isNull();
            assertThat(counters.watermarkBytes()).isEqualTo(300);
            // The depth at 900 ms may be of the time in which the queue was paused.
            assertThat(counters.depths()).isEqualTo(new QueueLoad.Depths(1, 100, 100, 100));
            assertThat(counters.pausedNanos()).isEqualTo(7 * MS);
            // Two other ports; of one frames tell.
            assertThat(counters.ingress()).isEqualTo(new QueueLoad.Ingress(2, 1900 * MS, 45 * MS));
            QueueLoad.Flows flows = Objects.requireNonNull(load.flows());
            assertThat(flows.flows()).isEqualTo(1);
            assertThat(flows.sentPackets()).isEqualTo(6);
            assertThat(flows.cnps()).isEqualTo(6);
            assertThat(flows.traffic().longFlows()).isEqualTo(0.2);
            assertThat(flows.controls()).containsExactly(new QueueLoad.Control("dcqcn", "ns3-hpcc", 1));
            assertThat(flows.priorities()).isEqualTo(8);
            // Six CNPs of 100 slots, all in one: sqrt(99).
            assertThat(flows.cnpVariation()).isEqualTo(Math.sqrt(99), within(1e-9));
        });
    }

    @Test
    void theOrderInWhichItIsToldChangesNothing() {
        List<QueueLoad> expected = loads(told(), Map.of());
        Property.check("order of measures", 50, random -> {
            List<Consumer<DeviceWindow>> told = told();
            Collections.shuffle(told, new Random(random.nextLong()));
            assertThat(loads(told, Map.of())).isEqualTo(expected);
        });
    }

    @Test
    void anIdleQueueAndAHostHaveNoLoad() {
        assertThat(loads(List.of(window -> window.growth(HOT, growth(0, 500, 0L, 0L))), Map.of()))
                .isEmpty();
        LinkFacts host =
                LinkFacts.speedOnly(1, false).change().role(EntityRole.HOST).done();
        assertThat(loads(told(), Map.of(HOT, host))).isEmpty();
    }

    @Test
    void ofPausesThatAPortSendsTheEndCountsThatTellsOfMore() {
        PortKey three = new PortKey("f", "leaf1", "e3");
        List<Consumer<DeviceWindow>> told = told();
        // A switch that counts frames only knows no more than when there were none.
        told.add(window -> window.pause(three, paused(Direction.TX, 0, 500, 0, false)));
        told.add(window -> window.received(three, paused(Direction.RX, 0, 1000, 30, false)));
        told.add(window -> window.received(ONE, paused(Direction.RX, 0, 1000, 4, false)));
        assertThat(loads(told, Map.of())).singleElement().satisfies(load -> {
            assertThat(Objects.requireNonNull(load.counters()).ingress())
                    .isEqualTo(new QueueLoad.Ingress(3, 2900 * MS, 75 * MS));
        });
    }

    @Test
    void tcpIsApart() {
        FlowShare tcp =
                new FlowShare("t", "10.0.0.1", true, "", "", 0, share("t", 7).part());
        assertThat(loads(List.of(window -> window.flow(HOT, 0, tcp)), Map.of()))
                .singleElement()
                .satisfies(load -> {
                    assertThat(load.counters()).isNull();
                    QueueLoad.Flows flows = Objects.requireNonNull(load.flows());
                    assertThat(flows.flows()).isZero();
                    assertThat(flows.otherFlows()).isEqualTo(1);
                    assertThat(flows.otherBytes()).isEqualTo(28_000);
                });
    }

    @Test
    void limitedGroupsAreLimitedAsOne() {
        Property.check("limit of spells", 100, random -> {
            List<FlowShare> all = new ArrayList<>();
            for (int flow = 0; flow < 6; flow++) {
                List<Spell> spells = new ArrayList<>();
                for (int i = random.nextInt(8); i > 0; i--) {
                    long from = random.nextLong(6);
                    spells.add(new Spell("f" + flow, from, from + random.nextLong(3), 1, 4000));
                }
                all.add(share("f" + flow, 1, spells.toArray(Spell[]::new)));
            }
            int most = 1 + random.nextInt(20);
            List<FlowShare> once = SpellLimit.of(most, all);
            List<FlowShare> groups = new ArrayList<>(SpellLimit.of(most, all.subList(0, 3)));
            groups.addAll(SpellLimit.of(most, all.subList(3, 6)));
            assertThat(SpellLimit.of(most, groups)).isEqualTo(once);
            long kept = once.stream()
                    .mapToLong(share -> share.part().spells().size())
                    .sum();
            long lost = once.stream().mapToLong(FlowShare::notKept).sum();
            assertThat(kept).isLessThanOrEqualTo(most);
            assertThat(kept + lost)
                    .isEqualTo(all.stream()
                            .mapToLong(share -> share.part().spells().size())
                            .sum());
        });
    }
}
