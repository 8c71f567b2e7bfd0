package io.stormglass.streams.postgres;

import io.stormglass.schemas.registry.SchemaRegistryClient;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.StreamsSettings;
import io.stormglass.streams.output.DeadLetterWriter;
import io.stormglass.streams.output.OutputReader;
import io.stormglass.streams.sink.SinkCounters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** Keeps incidents, ECN advice and modes of congestion control of a run in PostgreSQL. One thread and one connection of its own. */
public final class PostgresSink implements AutoCloseable {
    private static final String NAME = "postgres";
    private static final List<Topic> TOPICS = List.of(Topic.STORM_INCIDENTS, Topic.ECN_RECOMMENDATIONS, Topic.CC_MODES);
    private static final long STOP_MILLIS = 30_000L;

    private final SinkCounters counters;
    private final Database database;
    private final DeadLetterWriter letters;
    private final OutputReader reader;
    private final Thread thread;

    private PostgresSink(PostgresSettings settings, StreamsSettings streams, SchemaRegistryClient registry) {
        counters = new SinkCounters(NAME + " " + settings.url().replaceFirst("^jdbc:postgresql://", ""));
        database = new Database(settings);
        letters = new DeadLetterWriter(streams, NAME);
        reader = new OutputReader(
                new OutputReader.Plan(streams, NAME, TOPICS, Set.of()),
                registry,
                new RowHandler(database, letters::write, counters, settings.times()),
                letters,
                InstantSource.system());
        thread = new Thread(reader, "stormglass-postgres");
        thread.setDaemon(true);
    }

    /** Starts to read and to write; the database may come later. */
    public static PostgresSink start(
            PostgresSettings settings, StreamsSettings streams, SchemaRegistryClient registry) {
        PostgresSink sink = new PostgresSink(settings, streams, registry);
        sink.thread.start();
        return sink;
    }

    /**
     * Waits until all that the topics hold by now has been written or refused; false where that takes longer.
     *
     * @param timeout longest wait
     */
    public boolean awaitWritten(Duration timeout) throws InterruptedException {
        return reader.awaitSettled(timeout);
    }

    /** What it counted: records, but transactions where they failed. */
    public SinkCounters counters() {
        return counters;
    }

    /** Stops; live, what has not been written is written after the next start. */
    @Override
    public void close() {
        reader.close();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        letters.close();
        database.close();
    }
}
