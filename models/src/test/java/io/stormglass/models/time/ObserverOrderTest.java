package io.stormglass.models.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.time.ObserverOrder.Batch;
import io.stormglass.models.time.ObserverOrder.Place;
import io.stormglass.testkit.Property;
import io.stormglass.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ObserverOrderTest {
    private static final long WAIT = 20;

    private record Told(String by, long timeNanos, int number) {}

    private final List<String> gone = new ArrayList<>();
    private int forced;
    private int late;

    private void tell(ObserverOrder<Told, Integer> order, Batch<Told, Integer> batch) {
        List<Batch<Told, Integer>> done = new ArrayList<>();
        List<Told> told = batch.events();
        long newest = told.get(told.size() - 1).timeNanos();
        if (order.passes(batch.place(), newest)) {
            late += order.behind(told);
            order.heard(batch.place(), newest);
            told.forEach(this::take);
            return;
        }
        late += order.hold(batch);
        forced += order.release(order.boundNanos(), (of, event) -> take(event), done);
    }

    private void finish(ObserverOrder<Told, Integer> order) {
        order.release(Long.MAX_VALUE, (of, event) -> take(event), new ArrayList<>());
        assertThat(order.heldEvents()).isZero();
    }

    private void take(Told told) {
        gone.add(told.by + told.timeNanos + "/" + told.number);
    }

    private static Batch<Told, Integer> batch(String by, int order, long... times) {
        List<Told> events = new ArrayList<>();
        for (long time : times) {
            events.add(new Told(by, time, order));
        }
        return new Batch<>(place(by, order, 0), events, order);
    }

    private static Place place(String by, int sequence, long missing) {
        return new Place(by, 1, sequence, missing);
    }

    private static Batch<Told, Integer> missing(long missing, Batch<Told, Integer> batch) {
        Place place = batch.place();
        return new Batch<>(
                new Place(place.observer(), place.epoch(), place.sequence(), missing), batch.events(), batch.source());
    }

    private static ObserverOrder<Told, Integer> order() {
        return new ObserverOrder<>(WAIT, Told::timeNanos);
    }

    @Test
    void aSingleObserverWaitsOnlyAtTheBeginning() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 100, 110));
        assertThat(gone).isEmpty();
        tell(order, batch("a", 1, 135));
        assertThat(gone).containsExactly("a100/0", "a110/0");
        tell(order, batch("a", 2, 141));
        assertThat(gone).containsExactly("a100/0", "a110/0", "a135/1", "a141/2");
        assertThat(order.passes(place("a", 3, 0), 142)).isTrue();
        assertThat(order.passes(place("b", 0, 0), 142)).isFalse();
    }

    @Test
    void whatAllHaveToldUpToGoesAndNobodyIsWaitedForLongerThanTheWait() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 0));
        tell(order, batch("a", 1, 80, 100));
        assertThat(gone).containsExactly("a0/0", "a80/1", "a100/1");
        gone.clear();
        tell(order, batch("b", 0, 101));
        tell(order, batch("a", 0, 105, 106));
        tell(order, batch("b", 0, 103, 107));
        assertThat(gone).containsExactly("b101/0", "b103/0", "a105/0");
        gone.clear();
        tell(order, batch("a", 2, 130));
        assertThat(gone).containsExactly("a106/0", "b107/0");
        tell(order, batch("b", 1, 111));
        assertThat(late).isZero();
        tell(order, batch("b", 2, 105));
        assertThat(late).isEqualTo(1);
    }

    @Test
    void tooManyHeldEventsGoBeforeTheirTimeAndAreCounted() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 100));
        long[] times = new long[ObserverOrder.MOST_EVENTS + 4];
        Arrays.fill(times, 105);
        tell(order, batch("b", 0, times));
        // One of a, then those of b that share their time.
        assertThat(forced).isEqualTo(ObserverOrder.MOST_EVENTS + 5);
        assertThat(order.heldEvents()).isZero();
    }

    @Test
    void observersThatFallSilentAreForgottenAndThereAreNeverMoreThanEight() {
        ObserverOrder<Told, Integer> order = order();
        for (int i = 0; i < 12; i++) {
            tell(order, batch("o" + i, 0, 1000 + i));
            finish(order);
        }
        assertThat(order.heardByObserver()).containsOnlyKeys("o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11");
        order.heard(place("o11", 1, 0), 1011 + ObserverOrder.FORGET_WAITS * WAIT + 1);
        assertThat(order.heardByObserver()).containsOnlyKeys("o11");
    }

    @Test
    void whoComesFirstInsideTheWaitChangesNothing() {
        Property.check("who comes first inside the wait changes nothing", 200, this::permuted);
    }

    private void permuted(SplittableRandom random) {
        List<Batch<Told, Integer>> batches = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        String[] names = {"a", "b", "c"};
        for (long at = 1000; at < 1400; at += random.nextLong(1, 6)) {
            // Each is there from the beginning.
            String by = names[batches.size() < 3 ? batches.size() : random.nextInt(names.length)];
            int number = numbers.merge(by, 1, Integer::sum);
            batches.add(batch(by, number, at, at, at + random.nextLong(0, 1)));
        }
        List<String> straight = run(batches);
        // Batches that are less than the wait apart change places, those of one observer as well.
        List<Batch<Told, Integer>> shuffled = new ArrayList<>(batches);
        for (int n = 0; n < 400; n++) {
            int i = random.nextInt(shuffled.size() - 1);
            if (i > 2 && mayFollow(shuffled, i)) {
                shuffled.add(i, shuffled.remove(i + 1));
            }
        }
        assertThat(run(shuffled)).isEqualTo(straight);
    }

    /** Whether a batch may go before the one before it without being later than the wait behind any that then precedes it. */
    private static boolean mayFollow(List<Batch<Told, Integer>> batches, int i) {
        Batch<Told, Integer> first = batches.get(i);
        long newest = Long.MIN_VALUE;
        for (int before = 0; before <= i + 1; before++) {
            if (before != i) {
                newest = Math.max(newest, newestOf(batches.get(before)));
            }
        }
        return first.events().get(0).timeNanos() > newest - WAIT;
    }

    private static long newestOf(Batch<Told, Integer> batch) {
        return batch.events().get(batch.events().size() - 1).timeNanos();
    }

    private List<String> run(List<Batch<Told, Integer>> batches) {
        gone.clear();
        ObserverOrder<Told, Integer> order = order();
        Map<String, SequenceWindow> windows = new HashMap<>();
        for (Batch<Told, Integer> batch : batches) {
            Place place = batch.place();
            SequenceWindow window = windows.getOrDefault(place.observer(), SequenceWindow.EMPTY)
                    .accept(place.epoch(), place.sequence())
                    .next();
            windows.put(place.observer(), window);
            tell(order, missing(window.openHoles(), batch));
        }
        finish(order);
        return List.copyOf(gone);
    }

    @Test
    void recordsOfASingleObserverThatChangePlacesGoInTheOrderOfTime() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 0));
        tell(order, batch("a", 1, 50));
        tell(order, missing(1, batch("a", 3, 66, 68)));
        assertThat(gone).containsExactly("a0/0", "a50/1");
        tell(order, batch("a", 2, 60, 65));
        assertThat(gone).containsExactly("a0/0", "a50/1", "a60/2", "a65/2", "a66/3", "a68/3");
        assertThat(late).isZero();
        tell(order, batch("a", 4, 70));
        assertThat(order.heldEvents()).isZero();
        // The one that was missing comes when what followed it has gone.
        tell(order, missing(1, batch("a", 6, 80)));
        tell(order, missing(1, batch("a", 7, 101)));
        assertThat(order.heldEvents()).isEqualTo(1);
        tell(order, batch("a", 5, 75, 90));
        assertThat(late).isEqualTo(1);
        assertThat(gone).endsWith("a70/4", "a80/6", "a75/5", "a90/5", "a101/7");
    }

    @Test
    void equalTimesOfOneObserverAreNotBehind() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 0));
        tell(order, batch("a", 1, 100, 100));
        tell(order, batch("a", 2, 100, 100));
        tell(order, batch("a", 3, 100, 101));
        assertThat(late).isZero();
        tell(order, batch("a", 4, 99));
        assertThat(late).isEqualTo(1);
    }

    @Test
    void anObserverThatWasForgottenAndReturnsIsHeardOnceAndOnlyWhatOthersOvertookIsBehind() {
        List<Batch<Told, Integer>> batches = new ArrayList<>();
        long silence = ObserverOrder.FORGET_WAITS * WAIT * 2;
        for (int i = 0; i < 12; i++) {
            batches.add(batch("a", i, 1000 + i * 5L));
            batches.add(batch("b", i, 1001 + i * 5L));
        }
        for (int i = 12; i < 60; i++) {
            batches.add(batch("a", i, 1000 + i * silence / 48));
        }
        long back = 1000 + silence * 59 / 48;
        batches.add(batch("b", 12, back - 3, back + 1));
        batches.add(batch("a", 60, back + 4));
        batches.add(batch("b", 13, back + 3, back + 6));
        batches.add(batch("a", 61, back + 8));
        for (int restarts = 0; restarts < 2; restarts++) {
            gone.clear();
            late = 0;
            ObserverOrder<Told, Integer> order = order();
            List<Batch<Told, Integer>> told = new ArrayList<>();
            for (Batch<Told, Integer> batch : batches) {
                tell(order, batch);
                told.add(batch);
                if (restarts > 0) {
                    order = again(order, told);
                }
            }
            finish(order);
            assertThat(gone).doesNotHaveDuplicates().hasSize(batches.size() + 2);
            assertThat(late).isEqualTo(1);
            String newest = "b" + (back - 3) + "/12";
            assertThat(gone.subList(gone.indexOf(newest), gone.size()))
                    .containsExactly(
                            newest,
                            "b" + (back + 1) + "/12",
                            "b" + (back + 3) + "/13",
                            "a" + (back + 4) + "/60",
                            "b" + (back + 6) + "/13",
                            "a" + (back + 8) + "/61");
        }
    }

    /** Another order that goes on from what the first would have saved, with all batches that were ever told. */
    private static ObserverOrder<Told, Integer> again(
            ObserverOrder<Told, Integer> before, List<Batch<Told, Integer>> told) {
        ObserverOrder<Told, Integer> after = order();
        after.restore(before.firstNanos(), before.goneNanos(), before.heardByObserver());
        told.forEach(after::resume);
        assertThat(after.heldEvents()).isEqualTo(before.heldEvents());
        return after;
    }

    @Test
    void aBatchThatIsNotInOrderIsPutSoWhenItIsHeldAndWhenItIsRestored() {
        ObserverOrder<Told, Integer> before = order();
        List<Batch<Told, Integer>> told = List.of(batch("a", 0, 12, 10, 11));
        tell(before, told.get(0));
        finish(again(before, told));
        assertThat(gone).containsExactly("a10/0", "a11/0", "a12/0");
    }

    @Test
    void whatIsBehindGoesAtOnceSoThatARestartDoesNotLoseIt() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 0));
        tell(order, batch("a", 1, 100));
        // Behind what has gone, and not before the bound of two observers.
        tell(order, batch("b", 0, 90));
        assertThat(gone).containsExactly("a0/0", "a100/1", "b90/0");
        assertThat(late).isEqualTo(1);
    }

    @Test
    void allThatIsHeldCanGoBeforeItsTimeAndIsCountedWhereSomethingMayBeOvertaken() {
        ObserverOrder<Told, Integer> order = order();
        tell(order, batch("a", 0, 0, 5));
        assertThat(order.releaseAll((of, event) -> take(event), new ArrayList<>()))
                .isZero();
        tell(order, batch("b", 0, 8, 9, 10));
        List<Batch<Told, Integer>> done = new ArrayList<>();
        assertThat(order.releaseAll((of, event) -> take(event), done)).isEqualTo(3);
        assertThat(done).hasSize(1);
        assertThat(order.heldEvents()).isZero();
        assertThat(gone).containsExactly("a0/0", "a5/0", "b8/0", "b9/0", "b10/0");
    }

    @Test
    void aRestoredOrderGoesOnAsIfItHadNeverStopped() {
        SplittableRandom random = Seeds.random("restored observer order");
        ObserverOrder<Told, Integer> whole = order();
        List<Batch<Told, Integer>> batches = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            batches.add(batch(i % 2 == 0 ? "a" : "b", i, 1000 + i * 7L, 1000 + i * 7L + random.nextLong(0, 7)));
        }
        batches.forEach(batch -> tell(whole, batch));
        finish(whole);
        List<String> expected = List.copyOf(gone);

        gone.clear();
        ObserverOrder<Told, Integer> before = order();
        List<Batch<Told, Integer>> held = new ArrayList<>();
        for (Batch<Told, Integer> batch : batches.subList(0, 17)) {
            held.add(batch);
            tell(before, batch);
        }
        ObserverOrder<Told, Integer> after = order();
        after.restore(before.firstNanos(), before.goneNanos(), before.heardByObserver());
        int goneBefore = gone.size();
        held.forEach(after::resume);
        batches.subList(17, 30).forEach(batch -> tell(after, batch));
        finish(after);
        assertThat(goneBefore).isPositive().isLessThan(expected.size());
        assertThat(gone).isEqualTo(expected);
    }
}
