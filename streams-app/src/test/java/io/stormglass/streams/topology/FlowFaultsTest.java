package io.stormglass.streams.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.FlowState;
import io.stormglass.models.event.FlowBatch;
import io.stormglass.models.event.FlowEvent;
import io.stormglass.models.event.FlowEventKind;
import io.stormglass.models.event.ObserverRole;
import io.stormglass.models.event.RecordKind;
import io.stormglass.models.event.Scope;
import io.stormglass.models.event.Vantage;
import io.stormglass.models.shadow.ShadowSource;
import io.stormglass.streams.FlowSettings;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.state.StoredFlow;
import io.stormglass.testkit.Seeds;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with one flow, or one event, stays there. */
class FlowFaultsTest {
    private static final long MS = Harness.MS;
    private static final long T0 = Harness.T0;
    private static final long HOUR = 3_600_000 * MS;

    @TempDir
    private Path folder;

    private final SyntheticFlow bad = new SyntheticFlow(1, 701, true);
    private final SyntheticFlow good = new SyntheticFlow(2, 702, true);
    private final List<FlowBatch> both = both();

    private List<FlowBatch> both() {
        List<FlowBatch> all = new ArrayList<>(bad.batches("a", 60));
        all.addAll(good.batches("b", 60));
        all.sort(Comparator.comparingLong(batch -> batch.events().get(0).timeNanos()));
        return all;
    }

    /** States at the end of a run that is started anew halfway, after something was done to its stores. */
    private FlowStage halfway(String name, Consumer<FlowStage> damage) {
        FlowStage stage = new FlowStage(folder.resolve(name));
        both.subList(0, both.size() / 2).forEach(stage::tell);
        damage.accept(stage);
        stage.restart();
        both.subList(both.size() / 2, both.size()).forEach(stage::tell);
        stage.mark(RecordKind.END, T0 + 100 * MS);
        return stage;
    }

    private void damageShadow(FlowStage stage, Consumer<StoredFlow> damage) {
        StoredFlow stored = Objects.requireNonNull(stage.flows.get(bad.key.text()));
        damage.accept(stored);
        stage.flows.put(bad.key.text(), stored);
    }

    @Test
    void modelsThatCannotBeReadBeginAnewAndTheOtherFlowsGoOn() {
        FlowStage whole = halfway("whole", stage -> {});
        FlowStage damaged = halfway(
                "damaged",
                stage -> damageShadow(stage, stored -> {
                    byte[] noise = new byte[stored.getShadow().remaining()];
                    Seeds.random("damaged shadow").nextBytes(noise);
                    stored.setShadow(ByteBuffer.wrap(noise));
                }));
        FlowStage cut = halfway(
                "cut",
                stage -> damageShadow(stage, stored -> {
                    GuardedShadow.Saved saved =
                            GuardedShadow.Saved.of(stored.getShadow().slice(0, 40));
                    stored.setShadow(saved.bytes());
                    stored.setShadowCheck(saved.check());
                }));
        assertThat(whole.count(Count.MODELS_FAILED)).isZero();
        for (FlowStage stage : List.of(damaged, cut)) {
            assertThat(stage.count(Count.MODELS_FAILED)).isEqualTo(1);
            assertThat(stage.deadLetters()).isEmpty();
            assertThat(stage.states().get(good.key.text()))
                    .isEqualTo(whole.states().get(good.key.text()));
            FlowState state = Objects.requireNonNull(stage.states().get(bad.key.text()));
            FlowState expected = Objects.requireNonNull(whole.states().get(bad.key.text()));
            assertThat(state.getPackets()).isEqualTo(expected.getPackets());
            assertThat(state.getReferenceBitsPerSecond()).isPositive();
        }
    }

    @Test
    void heldEventsThatCannotBeReadAreADeadLetterAndTheRestGoesOn() {
        SyntheticFlow held = new SyntheticFlow(3, 703, true);
        FlowStage stage = new FlowStage(folder.resolve("held"));
        List<FlowBatch> batches = held.batches("a", 30);
        stage.tell(batches.get(0));
        stage.tell(batches.get(1));
        List<String> places = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all = stage.held.all()) {
            all.forEachRemaining(each -> places.add(each.key));
        }
        assertThat(places).hasSize(2);
        stage.held.put(places.get(0), new byte[] {0, 1, 2});
        stage.restart();
        stage.tell(batches.get(2));
        stage.mark(RecordKind.END, T0 + 100 * MS);
        assertThat(stage.deadLetters()).singleElement().asString().contains("held events");
        assertThat(stage.held.approximateNumEntries()).isZero();
        assertThat(Objects.requireNonNull(stage.states().get(held.key.text())).getPackets())
                .isEqualTo(batches.stream()
                        .flatMap(batch -> batch.events().stream())
                        .filter(event -> event.kind() == FlowEventKind.SENT)
                        .mapToLong(FlowEvent::packets)
                        .sum());
    }

    @Test
    void aModelThatFailsOnARecordEndsThereAndTheRecordIsADeadLetter() {
        FlowStage stage = new FlowStage(folder.resolve("failing"));
        FlowStage whole = new FlowStage(folder.resolve("sound"));
        for (FlowStage each : List.of(stage, whole)) {
            both.subList(0, both.size() / 2).forEach(each::tell);
        }
        List<FlowBatch> rest = both.subList(both.size() / 2, both.size());
        damageShadow(stage, stored -> {
            GuardedShadow.Saved broken = failing(stored.getShadow(), eventsOf(bad, rest));
            stored.setShadow(broken.bytes());
            stored.setShadowCheck(broken.check());
        });
        stage.restart();
        for (FlowStage each : List.of(stage, whole)) {
            rest.forEach(each::tell);
            each.mark(RecordKind.END, T0 + 100 * MS);
        }
        assertThat(stage.count(Count.MODELS_FAILED)).isPositive();
        assertThat(stage.deadLetters()).isNotEmpty().allMatch(letter -> letter.startsWith("model-failed: "));
        assertThat(stage.states().get(good.key.text())).isEqualTo(whole.states().get(good.key.text()));
        assertThat(Objects.requireNonNull(stage.states().get(bad.key.text())).getPackets())
                .isEqualTo(Objects.requireNonNull(whole.states().get(bad.key.text()))
                        .getPackets());
    }

    private static List<FlowEvent> eventsOf(SyntheticFlow flow, List<FlowBatch> batches) {
        return batches.stream()
                .filter(batch -> Objects.equals(batch.flow(), flow.key))
                .flatMap(batch -> batch.events().stream())
                .toList();
    }

    /** A saved state that can be loaded and then fails on an event: one byte of the sound one is another. */
    private static GuardedShadow.Saved failing(ByteBuffer sound, List<FlowEvent> next) {
        FlowModels models = new FlowModels(FlowSettings.defaults());
        ShadowSource source = new ShadowSource(Scope.FLOW, Vantage.SENDER, ObserverRole.MIRROR, 1);
        for (int at = sound.remaining() - 1; at > 0; at--) {
            ByteBuffer broken = ByteBuffer.allocate(sound.remaining());
            broken.put(sound.duplicate()).flip();
            broken.put(at, (byte) 0x7f);
            GuardedShadow shadow = new GuardedShadow(models::begin, SyntheticFlow.LINE);
            shadow.load(GuardedShadow.Saved.of(broken));
            boolean loaded = shadow.takeFault() == null;
            next.forEach(event -> shadow.event(source, event));
            if (loaded && shadow.takeFault() != null) {
                return GuardedShadow.Saved.of(broken);
            }
        }
        throw new IllegalStateException("no byte makes the models fail");
    }

    private FlowStage ticked(String name, List<FlowBatch> batches) {
        FlowStage stage = new FlowStage(folder.resolve(name));
        for (FlowBatch batch : batches) {
            stage.mark(RecordKind.TICK, batch.events().get(0).timeNanos() - 10 * MS);
            stage.tell(batch);
            stage.restart();
        }
        stage.mark(RecordKind.END, T0 + 100 * MS);
        return stage;
    }

    @Test
    void anEventHoursAheadIsCountedAndStepsNothingAndARecordOfSuchIsADeadLetter() {
        List<FlowBatch> batches = bad.batches("a", 60);
        List<FlowBatch> jumping = new ArrayList<>();
        for (int i = 0; i < batches.size(); i++) {
            FlowBatch batch = batches.get(i);
            List<FlowEvent> events = new ArrayList<>(batch.events());
            if (i % 2 == 1) {
                FlowEvent first = events.get(0);
                events.add(5, new FlowEvent(FlowEventKind.SENT, first.timeNanos() + 3 * HOUR, 1, 1000, 0, 0));
            }
            jumping.add(batch.withEvents(events));
        }
        FlowBatch impossible = new FlowBatch(
                SyntheticFlow.header("c", ObserverRole.MIRROR, Scope.FLOW, 0),
                bad.key,
                -1,
                3,
                26,
                SyntheticFlow.LINE,
                batches.get(0).vantage(),
                batches.get(0).pairing(),
                "",
                List.of(),
                List.of(new FlowEvent(FlowEventKind.SENT, T0 + 3 * HOUR, 1, 1000, 0, 0)));
        jumping.add(3, impossible);
        FlowStage straight = ticked("straight", batches);
        FlowStage jumped = new FlowStage(folder.resolve("jumped"));
        for (FlowBatch batch : jumping) {
            if (!batch.equals(impossible)) {
                jumped.mark(RecordKind.TICK, batch.events().get(0).timeNanos() - 10 * MS);
            }
            jumped.tell(batch);
            jumped.restart();
        }
        jumped.mark(RecordKind.END, T0 + 100 * MS);
        assertThat(jumped.states()).isEqualTo(straight.states());
        assertThat(jumped.count(Count.AHEAD)).isEqualTo(batches.size() / 2 + 1);
        assertThat(jumped.deadLetters()).singleElement().asString().startsWith("impossible-time: all of its events");
        assertThat(straight.count(Count.AHEAD)).isZero();
    }

    @Test
    void aFlowThatWasIdleForAnHourGoesOn() {
        FlowStage stage = new FlowStage(folder.resolve("idle"));
        List<FlowBatch> batches = bad.batches("a", 20);
        stage.mark(RecordKind.TICK, T0);
        stage.tell(batches.get(0));
        stage.mark(RecordKind.TICK, T0 + HOUR);
        List<FlowEvent> later = batches.get(1).events().stream()
                .map(event -> new FlowEvent(
                        event.kind(), event.timeNanos() + HOUR, event.packets(), event.bytes(), event.rttNanos(), 0))
                .toList();
        stage.tell(batches.get(1).withEvents(later));
        stage.mark(RecordKind.END, T0 + 2 * HOUR);
        assertThat(stage.count(Count.AHEAD)).isZero();
        assertThat(Objects.requireNonNull(stage.states().get(bad.key.text())).getAtNanos())
                .isGreaterThanOrEqualTo(T0 + HOUR);
    }

    @Test
    void liveARecordFromTheFutureMovesNoProgress() {
        try (Harness harness = Harness.live()) {
            FlowEvent now = new FlowEvent(FlowEventKind.SENT, T0, 1, 1000, 0, 0);
            harness.flow(bad.key, now);
            harness.flow(bad.key, new FlowEvent(FlowEventKind.SENT, T0 + 3 * HOUR, 1, 1000, 0, 0));
            harness.flow(bad.key, new FlowEvent(FlowEventKind.SENT, T0 + MS, 1, 1000, 0, 0));
            assertThat(harness.counters.get(Count.AHEAD)).isEqualTo(1);
            assertThat(harness.counters.get(Count.REFUSED)).isEqualTo(1);
            assertThat(harness.counters.get(Count.LATE)).isZero();
        }
    }

    @Test
    void whatATaskHoldsIsBoundedWhateverTheNumberOfFlows() {
        Map<String, FlowState> free = new TreeMap<>();
        for (int most : new int[] {262_144, 500}) {
            FlowStage stage = new FlowStage(folder.resolve("bound" + most), new FlowTable.Bounds(4096, most));
            List<FlowBatch> all = new ArrayList<>();
            for (int n = 1; n <= 6; n++) {
                SyntheticFlow flow = new SyntheticFlow(n, 800 + n, true);
                all.addAll(flow.batches("mirror" + n, 30));
            }
            all.sort(Comparator.comparingLong(batch -> batch.events().get(0).timeNanos()));
            int mostHeld = 0;
            for (FlowBatch batch : all) {
                stage.tell(batch);
                mostHeld = Math.max(mostHeld, heldEvents(stage));
            }
            stage.mark(RecordKind.END, T0 + 100 * MS);
            if (most > 500) {
                free.putAll(stage.states());
                assertThat(mostHeld).isGreaterThan(1500);
            } else {
                int largest = all.stream()
                        .mapToInt(batch -> batch.events().size())
                        .max()
                        .orElseThrow();
                assertThat(mostHeld).isBetween(1, 500 + largest);
                assertThat(stage.states()).isEqualTo(free);
            }
        }
    }

    private static int heldEvents(FlowStage stage) {
        int[] events = {0};
        try (KeyValueIterator<String, byte[]> all = stage.held.all()) {
            all.forEachRemaining(each -> events[0] += stage.events(each.value));
        }
        return events[0];
    }
}
