package io.stormglass.models.pause;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.Refresh;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults of real counters, each with its right answer. */
class CounterFaultsTest {
    private static final long MS = 1_000_000L;
    private static final long T0 = 1_700_000_000_000L * MS;

    /** What each case of {@code pfcwd_cases.json} must end in: openings in ms, and what is said of the telemetry. */
    private static final Map<String, Answer> CASES = Map.of(
            "true_storm", new Answer(List.of(400L), List.of()),
            "congested_but_draining", new Answer(List.of(), List.of()),
            "pfc_only_at_the_end_of_the_interval", new Answer(List.of(), List.of()),
            "late_poll", new Answer(List.of(), List.of()),
            "late_poll_during_true_storm", new Answer(List.of(600L), List.of()),
            "counter_reset", new Answer(List.of(), List.of("counter-reset")),
            "duration_counter_missing", new Answer(List.of(), List.of("pause-duration-not-observable")),
            "short_storm", new Answer(List.of(), List.of()));

    /** Cases of {@code series.json} that no pause is judged by, and who has to get them right. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "octets_div_4", "reading of InfiniBand counters (producers/agents)",
            "bytes_not_div_4", "reading of InfiniBand counters (producers/agents)",
            "einval_on_read", "reading of counter files (producers/agents)",
            "lifespan_ms_to_s", "reading of counter files (producers/agents)",
            "name_with_leading_blanks", "names of ethtool counters (producers/agents)",
            "cnp_names_per_driver", "names of drivers' counters (producers/agents)",
            "thousands_separator_and_NA", "reading of command output (producers/agents)");

    private final PortPauses port = new PortPauses(PauseSettings.defaults());
    private final List<PauseChange> changes = new ArrayList<>();

    private record Answer(List<Long> openings, List<String> quality) {}

    private static Stream<Map<String, @Nullable Object>> cases() throws IOException {
        return JsonText.objects("/faults/pfcwd_cases.json").stream();
    }

    private List<Long> openings() {
        return changes.stream()
                .filter(PauseChange::opened)
                .map(change -> (change.atNanos() - T0) / MS)
                .toList();
    }

    private void pause(
            long readMillis, long refreshMillis, long intervalMillis, @Nullable Long frames, @Nullable Long nanos) {
        changes.addAll(port.accept(new PortEvent.PauseCounters(
                T0 + readMillis * MS,
                new Refresh(T0 + refreshMillis * MS, intervalMillis * MS),
                Direction.RX,
                3,
                frames,
                nanos,
                null,
                null)));
    }

    private void queue(long readMillis, long refreshMillis, long intervalMillis, long depth, long sent) {
        changes.addAll(port.accept(new PortEvent.QueueSample(
                T0 + readMillis * MS,
                new Refresh(T0 + refreshMillis * MS, intervalMillis * MS),
                3,
                3,
                depth,
                null,
                sent,
                null,
                null,
                null,
                null)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @SuppressWarnings("unchecked")
    void aCaseOfTheWatchdogsIsJudgedRight(Map<String, @Nullable Object> row) {
        long pollNanos = (Long) Objects.requireNonNull(row.get("poll_ms")) * MS;
        for (Map<String, @Nullable Object> sample :
                (List<Map<String, @Nullable Object>>) Objects.requireNonNull(row.get("samples"))) {
            long at = T0 + (Long) Objects.requireNonNull(sample.get("t_ms")) * MS;
            Refresh refresh = new Refresh(at, pollNanos);
            Long micros = (Long) sample.get("dur");
            changes.addAll(port.accept(new PortEvent.QueueSample(
                    at,
                    refresh,
                    3,
                    3,
                    (Long) sample.get("occ"),
                    null,
                    (Long) sample.get("pkts"),
                    null,
                    null,
                    null,
                    null)));
            changes.addAll(port.accept(new PortEvent.PauseCounters(
                    at,
                    refresh,
                    Direction.RX,
                    3,
                    (Long) sample.get("pfc"),
                    micros == null ? null : (Long) (micros * 1000),
                    (Long) sample.get("on2off"),
                    (Boolean) sample.get("paused"))));
        }
        Answer answer = Objects.requireNonNull(CASES.get(String.valueOf(row.get("name"))), "no answer is known");
        assertThat(openings()).isEqualTo(answer.openings());
        assertThat(port.quality()).isEqualTo(answer.quality());
        assertThat(changes).filteredOn(PauseChange::opened).allSatisfy(change -> {
            assertThat(change.rule()).isEqualTo(StormRule.SUSTAINED);
            assertThat(change.source()).isEqualTo(PauseChange.Source.COUNTERS);
            assertThat(change.detectionNanos()).isEqualTo(400 * MS);
            assertThat(change.confidence()).isEqualTo(0.9);
        });
    }

    @Test
    void everyCaseHasAnAnswerOrAPlace() throws IOException {
        TreeSet<String> watchdogs = new TreeSet<>();
        cases().forEach(row -> watchdogs.add(String.valueOf(row.get("name"))));
        assertThat(CASES.keySet()).isEqualTo(watchdogs);
        TreeSet<String> series = new TreeSet<>();
        JsonText.objects("/faults/series.json").forEach(row -> series.add(String.valueOf(row.get("name"))));
        TreeSet<String> placed = new TreeSet<>(ELSEWHERE.keySet());
        placed.addAll(List.of("ib_saturated_32bit", "wrap_32bit", "reset_reboot", "clear_by_cli_does_not_touch_db"));
        assertThat(placed).isEqualTo(series);
    }

    private static List<CounterDelta> deltas(String name, int widthBits) throws IOException {
        List<?> values = JsonText.objects("/faults/series.json").stream()
                .filter(row -> name.equals(row.get("name")))
                .map(row -> (List<?>) Objects.requireNonNull(row.get("values")))
                .findFirst()
                .orElseThrow();
        List<CounterDelta> deltas = new ArrayList<>();
        for (int i = 1; i < values.size(); i++) {
            deltas.add(CounterDelta.of((Long) values.get(i - 1), (Long) values.get(i), widthBits));
        }
        return deltas;
    }

    private static CounterDelta grown(long by) {
        return new CounterDelta(CounterDelta.Kind.GROWN, by);
    }

    @Test
    void aCounterAtItsEndIsSaturatedWhetherItsWidthIsKnownOrNot() throws IOException {
        CounterDelta saturated = new CounterDelta(CounterDelta.Kind.SATURATED, 0);
        assertThat(deltas("ib_saturated_32bit", 32)).containsExactly(grown(5), saturated, saturated);
        assertThat(deltas("ib_saturated_32bit", 64)).containsExactly(grown(5), saturated, saturated);
        assertThat(CounterDelta.of(Long.MAX_VALUE, Long.MAX_VALUE, 64)).isEqualTo(saturated);
        // 2^64 - 1 in a signed 64-bit number.
        assertThat(CounterDelta.of(-1L, -1L, 64)).isEqualTo(saturated);
        assertThat(CounterDelta.of(4_294_967_294L, 4_294_967_294L, 64)).isEqualTo(grown(0));
    }

    @Test
    void wrapsRestartsAndClearsByOthersAreToldApart() throws IOException {
        assertThat(deltas("wrap_32bit", 32))
                .containsExactly(grown(290), new CounterDelta(CounterDelta.Kind.WRAPPED, 110), grown(796));
        assertThat(deltas("wrap_32bit", 64).get(1).kind()).isEqualTo(CounterDelta.Kind.RESET);
        assertThat(deltas("reset_reboot", 64))
                .containsExactly(grown(400), new CounterDelta(CounterDelta.Kind.RESET, 0), grown(28));
        assertThat(deltas("clear_by_cli_does_not_touch_db", 64)).containsExactly(grown(400), grown(50));
    }

    @Test
    void aSaturatedDurationIsNamedAndNeitherHealthyNorAClear() {
        long end = 4_294_967_295L * 1000;
        for (int i = 4; i >= 0; i--) {
            long at = (4 - i) * 200L;
            queue(at, at, 200, 1000, 7);
            pause(at, at, 200, at, end - i * 200L * MS);
        }
        assertThat(openings()).containsExactly(400L);
        for (int i = 5; i < 20; i++) {
            queue(i * 200L, i * 200L, 200, 1000, 7);
            pause(i * 200L, i * 200L, 200, i * 200L, end);
        }
        assertThat(port.quality()).containsExactly("counter-saturated");
        assertThat(port.stormOpen()).isTrue();
        assertThat(port.readings())
                .singleElement()
                .satisfies(r -> assertThat(r.pausedRatio()).isEqualTo(1.0));
    }

    @Test
    void staleReadsOfASourceThatRefreshesOnceASecondAreNoStorm() {
        for (int read = 0; read < 300; read++) {
            long refresh = read / 5 * 1000L;
            queue(read * 200L, refresh, 1000, 1000, refresh);
            pause(read * 200L, refresh, 1000, refresh, refresh * 3 / 10 * MS);
        }
        assertThat(changes).isEmpty();
        assertThat(port.quality()).isEmpty();
    }

    @Test
    void noProgressIsNeverSaidInsideARefreshOfTheQueue() {
        // Paused all the time and draining at 5 %: the queue's counter tells of it only every 10 s.
        for (int second = 0; second <= 60; second++) {
            pause(second * 1000L, second * 1000L, 1000, second * 1000L, second * 970L * MS);
            long refresh = second / 10 * 10_000L;
            queue(second * 1000L, refresh, 10_000, 1000, refresh / 10);
        }
        assertThat(changes).extracting(PauseChange::rule).doesNotContain(StormRule.SUSTAINED);
        assertThat(changes).isEmpty();
    }

    @Test
    void aStormIsSaidWhenTheSlowerCounterHasBeenRefreshed() {
        for (int second = 0; second <= 30; second++) {
            pause(second * 1000L, second * 1000L, 1000, second * 1000L, Math.max(0, second - 5) * 1000L * MS);
            long refresh = second / 10 * 10_000L;
            // It moved until second 5, which the refresh at 10 s tells.
            queue(second * 1000L, refresh, 10_000, 1000, refresh == 0 ? 0 : 500);
        }
        assertThat(openings()).containsExactly(20_000L);
        assertThat(changes.get(0).rule()).isEqualTo(StormRule.SUSTAINED);
    }

    @Test
    void framesWithoutDurationAreNotJudged() {
        for (int i = 0; i <= 100; i++) {
            queue(i * 200L, i * 200L, 200, 1000, 7);
            pause(i * 200L, i * 200L, 200, i * 100_000L, null);
        }
        assertThat(changes).isEmpty();
        assertThat(port.quality()).containsExactly("pause-duration-not-observable");
    }

    @Test
    void quantaReadAsMicrosecondsAreNamedAndNotUsed() {
        for (int i = 0; i <= 20; i++) {
            queue(i * 200L, i * 200L, 200, 1000, 7);
            // 200 ms of pause at 100 Gb/s are 39,062,500 quanta.
            pause(i * 200L, i * 200L, 200, i * 600L, i * 39_062_500L * 1000);
        }
        assertThat(changes).isEmpty();
        assertThat(port.quality()).containsExactly("pause-ratio-above-1");
    }

    @Test
    void aStormWithAFlickerIsAStormWithInterruptions() {
        for (int i = 0; i <= 5; i++) {
            long at = T0 + i * 200L * MS;
            queue(i * 200L, i * 200L, 200, 1000, 7);
            changes.addAll(port.accept(new PortEvent.PauseCounters(
                    at, new Refresh(at, 200 * MS), Direction.RX, 3, i * 600L, i * 199L * MS, i < 3 ? 96L : 97L, true)));
        }
        assertThat(openings()).containsExactly(400L);
        assertThat(port.quality()).containsExactly("storm-interrupted");
    }

    @Test
    void aThousandTimesTooLittleIsNoStorm() {
        // 1000 us in 200 ms are 0.5 %, which a comparison of us with ms takes for all of the time.
        for (int i = 0; i <= 20; i++) {
            queue(i * 200L, i * 200L, 200, 0, 7);
            pause(i * 200L, i * 200L, 200, i * 3L, i * MS);
        }
        assertThat(changes).isEmpty();
    }
}
