package io.stormglass.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.testkit.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class EventQueueTest {
    private record Due(long time, long sequence, int what) {}

    @Test
    void eventsComeByTimeAndThenInTheOrderInWhichTheyWereScheduled() {
        Property.check("event order", 200, EventQueueTest::sameAsASortedList);
    }

    /** Handlers add 0 to 3 events at a few coarse times, so that ties are common. */
    private static void sameAsASortedList(SplittableRandom random) {
        EventQueue queue = new EventQueue(1L << random.nextInt(12));
        // From all in one slot to most of it past the last slot.
        int span = 1 << random.nextInt(2, 24);
        PriorityQueue<Due> model =
                new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparingLong(Due::sequence));
        List<Due> handled = new ArrayList<>();
        List<Due> expected = new ArrayList<>();
        int[] left = {2_000};
        int[] actor = new int[1];
        Actor adding = what -> {
            handled.add(new Due(queue.now(), -1, what));
            for (int i = random.nextInt(4); i > 0 && left[0] > 0; i--, left[0]--) {
                schedule(queue, model, actor[0], random, span);
            }
        };
        actor[0] = queue.register(adding);
        schedule(queue, model, actor[0], random, span);
        schedule(queue, model, actor[0], random, span);
        while (!model.isEmpty()) {
            Due next = model.remove();
            expected.add(new Due(next.time(), -1, next.what()));
            assertThat(queue.step(Long.MAX_VALUE)).isTrue();
        }
        assertThat(queue.step(Long.MAX_VALUE)).isFalse();
        assertThat(queue.pending()).isZero();
        assertThat(handled).isEqualTo(expected);
    }

    private static void schedule(
            EventQueue queue, PriorityQueue<Due> model, int actor, SplittableRandom random, int span) {
        long time = queue.now() + (random.nextInt(4) == 0 ? random.nextInt(span) : random.nextInt(4) * (span / 4L));
        int what = random.nextInt(256);
        long sequence = queue.nextSequence();
        model.add(new Due(time, sequence, what));
        queue.at(time, sequence, actor, what);
    }

    @Test
    void anEventThatKeptItsSequenceComesWhereItWouldHaveCome() {
        EventQueue queue = new EventQueue(1_000);
        List<Integer> order = new ArrayList<>();
        int actor = queue.register(order::add);
        long early = queue.nextSequence();
        queue.at(10, actor, 2);
        queue.at(10, early, actor, 1);
        while (queue.step(10)) {
            assertThat(queue.now()).isEqualTo(10);
        }
        assertThat(order).containsExactly(1, 2);
    }

    @Test
    void theClockStopsAtTheLimitAndNeverGoesBack() {
        EventQueue queue = new EventQueue(1_000);
        int actor = queue.register(what -> {});
        queue.at(100, actor, 0);
        assertThat(queue.step(99)).isFalse();
        assertThat(queue.step(100)).isTrue();
        assertThatThrownBy(() -> queue.at(99, actor, 0))
                .hasMessageContaining("99 ps")
                .hasMessageContaining("100 ps");
    }
}
