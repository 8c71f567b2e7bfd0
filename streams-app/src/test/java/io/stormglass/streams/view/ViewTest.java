package io.stormglass.streams.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.Finding;
import io.stormglass.avro.FlowState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known now and was known before. */
class ViewTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long T0 = 1_772_359_200L * SECOND;

    private static Finding finding(String id, String entity) {
        Finding finding = Finding.newBuilder().build();
        finding.setFindingId(id);
        finding.setEntity(entity);
        return finding;
    }

    private static FlowState flow(String key, double rate) {
        FlowState flow = FlowState.newBuilder().build();
        flow.setFlow(key);
        flow.setObservedBitsPerSecond(rate);
        return flow;
    }

    private static List<String> entities(List<Entry> entries) {
        return entries.stream()
                .map(entry -> ((Finding) entry.value()).getEntity())
                .toList();
    }

    private static List<Double> rates(List<Entry> entries) {
        return entries.stream()
                .map(entry -> ((FlowState) entry.value()).getObservedBitsPerSecond())
                .toList();
    }

    @Test
    void everyMomentIsKnownAsItWas() {
        try (TestView test = new TestView(ViewSettings.DEFAULT)) {
            test.tell(Kind.FINDINGS, "b", finding("b", "b1"), T0);
            test.tell(Kind.FINDINGS, "a", finding("a", "a1"), T0 + SECOND);
            test.tell(Kind.FINDINGS, "b", finding("b", "b2"), T0 + 2 * SECOND);
            test.withdraw(Kind.FINDINGS, "a", T0 + 3 * SECOND);
            View view = test.view();

            assertThat(entities(view.newest(Kind.FINDINGS))).containsExactly("b2");
            assertThat(view.at(Kind.FINDINGS, T0 - 1)).isEmpty();
            assertThat(entities(view.at(Kind.FINDINGS, T0))).containsExactly("b1");
            assertThat(entities(view.at(Kind.FINDINGS, T0 + SECOND))).containsExactly("a1", "b1");
            assertThat(entities(view.at(Kind.FINDINGS, T0 + 2 * SECOND))).containsExactly("a1", "b2");
            assertThat(entities(view.at(Kind.FINDINGS, T0 + 3 * SECOND))).containsExactly("b2");
            assertThat(entities(view.of(Kind.FINDINGS, "b", 0, Long.MAX_VALUE))).containsExactly("b1", "b2");
            assertThat(entities(view.of(Kind.FINDINGS, "b", 0, T0 + SECOND))).containsExactly("b1");
            assertThat(entities(view.of(Kind.FINDINGS, "b", T0 + 2 * SECOND, Long.MAX_VALUE)))
                    .containsExactly("b2");
            assertThat(view.sinceNanos(Kind.FINDINGS)).isZero();
        }
    }

    @Test
    void whenMemoryIsFullTheBeginningGoesAndIsSaid() {
        try (TestView test = new TestView(ViewSettings.DEFAULT.withHistoryBytes(1 << 20))) {
            for (int i = 0; i < 200; i++) {
                for (String key : new String[] {"a", "b"}) {
                    test.write(Kind.FINDINGS, key, finding(key, key + i), T0 + i * SECOND);
                }
            }
            test.awaitRead();
            View view = test.view();
            long since = view.sinceNanos(Kind.FINDINGS);

            assertThat(since).isBetween(T0 + 1, T0 + 199 * SECOND);
            assertThat(view.historyBytes(Kind.FINDINGS)).isBetween(10_000L, 1L << 20);
            int first = (int) ((since - T0) / SECOND);
            assertThat(entities(view.at(Kind.FINDINGS, since))).containsExactly("a" + first, "b" + first);
            assertThat(entities(view.at(Kind.FINDINGS, T0 + 198 * SECOND))).containsExactly("a198", "b198");
        }
    }

    @Test
    void ofFlowsOneVersionASecondIsKeptAndTheNewestAlways() {
        try (TestView test = new TestView(ViewSettings.DEFAULT)) {
            for (int i = 0; i < 8; i++) {
                test.write(Kind.FLOWS, "f", flow("f", i), T0 + i * SECOND / 4);
            }
            test.awaitRead();
            assertThat(rates(test.view().of(Kind.FLOWS, "f", 0, Long.MAX_VALUE)))
                    .containsExactly(3.0, 7.0);
            assertThat(rates(test.view().newest(Kind.FLOWS))).containsExactly(7.0);
        }
    }

    @Test
    void aFlowThatIsToldNoMoreIsForgotten() {
        try (TestView test = new TestView(new ViewSettings(1 << 20, Duration.ofHours(1), Duration.ofMinutes(1)))) {
            test.tell(Kind.FLOWS, "old", flow("old", 1), T0);
            test.tellOften(Kind.FLOWS, "new", flow("new", 1), T0 + 100 * SECOND, 10_000);
            assertThat(test.view().newest(Kind.FLOWS)).extracting(Entry::key).containsExactly("new");
            assertThat(test.view().counters().keysExpired()).isEqualTo(1);
        }
    }

    @Test
    void whatCannotBeReadIsCountedAndMarksAreNoData() {
        try (TestView test = new TestView(ViewSettings.DEFAULT)) {
            List<String> heard = new ArrayList<>();
            test.view()
                    .listen((kind, key, entry) -> heard.add(kind.text() + " " + key + (entry == null ? " gone" : "")));
            test.tellBytes(Kind.PORTS, "x", new byte[] {1, 2, 3}, T0);
            test.mark(Kind.FINDINGS);
            test.tell(Kind.FINDINGS, "a", finding("a", "a1"), T0);
            test.withdraw(Kind.FINDINGS, "a", T0 + SECOND);

            assertThat(test.view().counters().recordsUnreadable()).isEqualTo(1);
            assertThat(test.view().newest(Kind.FINDINGS)).isEmpty();
            assertThat(heard).containsExactly("findings a", "findings a gone");
        }
    }

    @Test
    void aListenerThatFailsIsCountedAndStopsNobody() {
        try (TestView test = new TestView(ViewSettings.DEFAULT)) {
            List<String> heard = new ArrayList<>();
            test.view().listen((kind, key, entry) -> {
                if (key.equals("bad")) {
                    throw new IllegalStateException("no");
                }
                heard.add(key);
            });
            test.tell(Kind.FINDINGS, "bad", finding("bad", "x"), T0);
            test.tell(Kind.FINDINGS, "good", finding("good", "y"), T0);

            assertThat(test.view().counters().recordsUnreadable()).isEqualTo(1);
            assertThat(heard).containsExactly("good");
        }
    }
}
