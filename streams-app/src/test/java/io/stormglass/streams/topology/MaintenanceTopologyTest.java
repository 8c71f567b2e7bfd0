package io.stormglass.streams.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.stormglass.avro.IncidentState;
import io.stormglass.avro.MaintenanceWindow;
import io.stormglass.avro.StormIncident;
import io.stormglass.models.event.RecordKind;
import io.stormglass.schemas.RecordHeaders;
import io.stormglass.schemas.topics.Topic;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/** Planned work on its way to the stage of its fabric. */
class MaintenanceTopologyTest {
    private static final long T0 = Harness.T0;
    private static final long SECOND = 1_000_000_000L;

    private static MaintenanceWindow window(long fromNanos, long toNanos) {
        return new MaintenanceWindow(
                Harness.PORT.fabric(), "w1", "", "", "host3", fromNanos, toNanos, "new firmware", false);
    }

    @Test
    void aStormInsideAWindowIsSuppressed() {
        try (Harness harness = Harness.replay()) {
            harness.maintenance(window(T0, T0 + 60 * SECOND), T0);
            harness.stormAt(Harness.PORT);
            assertThat(harness.incidents())
                    .isNotEmpty()
                    .extracting(StormIncident::getState)
                    .containsOnly(IncidentState.SUPPRESSED);
            harness.mark(RecordKind.END, T0 + 3 * SECOND);
            assertThat(harness.incidents())
                    .last()
                    .extracting(StormIncident::getState, StormIncident::getPage)
                    .containsExactly(IncidentState.RESOLVED, null);
        }
    }

    @Test
    void aWindowOfAnotherHostOrOfYesterdayChangesNothing() {
        try (Harness harness = Harness.replay()) {
            harness.maintenance(window(T0 - 60 * SECOND, T0), T0);
            harness.stormAt(Harness.PORT);
            assertThat(harness.incidents())
                    .isNotEmpty()
                    .extracting(StormIncident::getState)
                    .containsOnly(IncidentState.OPEN);
        }
    }

    @Test
    void aWindowThatCannotBeIsADeadLetterWithItsReason() {
        try (Harness harness = Harness.replay()) {
            harness.maintenance(window(T0, T0), T0);
            harness.raw(Topic.MAINTENANCE, "k".getBytes(UTF_8), new byte[] {1, 2, 3}, T0);
            assertThat(harness.read(Topic.DEAD_LETTERS))
                    .extracting(
                            letter -> header(letter, RecordHeaders.REASON),
                            letter -> header(letter, RecordHeaders.PROCESSOR))
                    .containsExactly(
                            tuple("value-out-of-range", "maintenance"), tuple("not-confluent-format", "maintenance"));
        }
    }

    private static String header(TestRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
