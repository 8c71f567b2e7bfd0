package io.stormglass.streams.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.IncidentState;
import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.ConsumerPauses;
import io.stormglass.streams.RunFailedException;
import io.stormglass.streams.StreamsCounters.Count;
import io.stormglass.streams.StreamsRuntime;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.results.RunReader;
import io.stormglass.streams.results.RunResults;
import io.stormglass.streams.results.RunWatcher;
import io.stormglass.testkit.Seeds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsRuntimeIT {
    private static final Duration SILENCE = Duration.ofMinutes(2);

    @TempDir
    Path stateDir;

    /** Everything that the run ended with, as text. */
    private static String report(RunResults results) {
        StringBuilder text = new StringBuilder();
        results.flows().forEach((key, value) -> text.append(value).append('\n'));
        results.ports().forEach((key, value) -> text.append(value).append('\n'));
        results.links().forEach((key, value) -> text.append(value).append('\n'));
        results.incidents().forEach((key, value) -> text.append(value).append('\n'));
        results.modes().forEach((key, value) -> text.append(value).append('\n'));
        return text.append(results.deadLetters()).toString();
    }

    private static String read(BrokerRun run, StreamsSettings settings, StreamsRuntime runtime) {
        try (RunReader reader = new RunReader(settings, runtime, run.registry, RunWatcher.NONE)) {
            return report(reader.read(SILENCE));
        }
    }

    private String wholeRun(String hint, int partitions, int threads, ConsumerPauses pauses) {
        try (BrokerRun run = new BrokerRun(hint, partitions, stateDir.resolve(hint))) {
            StreamsSettings settings = run.settings.withThreads(threads).withConsumerPauses(pauses);
            run.publishAll();
            try (StreamsRuntime runtime = StreamsRuntime.start(settings, run.registry)) {
                return read(run, settings, runtime);
            }
        }
    }

    private static ConsumerPauses seeded(SplittableRandom random) {
        return client -> {
            long nanos;
            synchronized (random) {
                nanos = random.nextInt(4) == 0 ? random.nextLong(200_000_000L) : 0;
            }
            LockSupport.parkNanos(nanos);
        };
    }

    @Test
    void partitionsThreadsAndPausesDoNotChangeTheResult() {
        String plain = wholeRun("plain", 1, 1, ConsumerPauses.NONE);
        assertThat(plain)
                .contains("host-of-leaf1")
                .contains("host-of-leaf2")
                .contains("RESOLVED")
                .contains("\"rack\": \"leaf1\"");
        assertThat(wholeRun("spread", 8, 4, seeded(Seeds.random("consumer pauses"))))
                .isEqualTo(plain);
    }

    @Test
    void aRestartInMidRunGivesTheSameResult() throws InterruptedException {
        String whole = wholeRun("whole", 2, 1, ConsumerPauses.NONE);
        try (BrokerRun run = new BrokerRun("restart", 2, stateDir.resolve("restart"))) {
            run.publishSlices(0, 400);
            try (StreamsRuntime first = StreamsRuntime.start(run.settings, run.registry)) {
                awaitEvents(first, run.published());
            }
            run.publishSlices(400, BrokerRun.endMillis());
            try (StreamsRuntime second = StreamsRuntime.start(run.settings, run.registry)) {
                assertThat(read(run, run.settings, second)).isEqualTo(whole);
                assertThat(second.counters().get(Count.DUPLICATES)).isZero();
            }
        }
    }

    @Test
    void recordsDeletedBeforeTheyWereReadFailTheRun() throws Exception {
        try (BrokerRun run = new BrokerRun("deleted", 1, stateDir.resolve("deleted"))) {
            run.publishAll();
            TopicPartition partition = new TopicPartition(run.naming.topic(Topic.PORT_EVENTS), 0);
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", run.settings.bootstrapServers()))) {
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(5)))
                        .all()
                        .get(1, TimeUnit.MINUTES);
            }
            try (StreamsRuntime runtime = StreamsRuntime.start(run.settings, run.registry)) {
                assertThatThrownBy(() -> read(run, run.settings, runtime))
                        .isInstanceOf(RunFailedException.class)
                        .hasMessageContaining("deleted before they were read");
            }
        }
    }

    private static void awaitEvents(StreamsRuntime runtime, long events) throws InterruptedException {
        long deadline = System.nanoTime() + SILENCE.toNanos();
        while (runtime.counters().get(Count.EVENTS) < events && System.nanoTime() < deadline) {
            LockSupport.parkNanos(10_000_000L);
        }
        assertThat(runtime.counters().get(Count.EVENTS)).isGreaterThanOrEqualTo(events);
    }

    /** The host's partition is read to its end before the spine's has its first record. */
    private StormIncident oldestWithHostFirst(String hint) throws InterruptedException {
        try (BrokerRun run = new BrokerRun(hint, 8, stateDir.resolve(hint))) {
            int host = run.partitionOf(BrokerRun.leaf());
            assertThat(run.partitionOf(BrokerRun.spine())).isNotEqualTo(host);
            try (StreamsRuntime runtime = StreamsRuntime.start(run.settings, run.registry)) {
                run.publishPartition(host);
                awaitEvents(runtime, run.published());
                for (int partition = 0; partition < 8; partition++) {
                    if (partition != host) {
                        run.publishPartition(partition);
                    }
                }
                try (RunReader reader = new RunReader(run.settings, runtime, run.registry, RunWatcher.NONE)) {
                    return reader.read(SILENCE).incidents().values().stream()
                            .filter(incident -> incident.getOriginEntity().equals("host-of-leaf1"))
                            .filter(incident -> incident.getState() == IncidentState.RESOLVED)
                            .findFirst()
                            .orElseThrow();
                }
            }
        }
    }

    @Test
    void theBoundarySortMakesTheResultIndependentOfWhoIsReadFirst() throws InterruptedException {
        StormIncident sorted = oldestWithHostFirst("sorted");
        assertThat(sorted.getPorts().get(0).getDevice()).isEqualTo("spine1");
        System.setProperty("stormglass.internal.boundary-sort", "off");
        try {
            StormIncident unsorted = oldestWithHostFirst("unsorted");
            assertThat(unsorted.getIncidentId()).isNotEqualTo(sorted.getIncidentId());
        } finally {
            System.clearProperty("stormglass.internal.boundary-sort");
        }
    }
}
