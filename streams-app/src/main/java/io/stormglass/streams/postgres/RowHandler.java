package io.stormglass.streams.postgres;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.EcnRecommendation;
import io.stormglass.avro.StormIncident;
import io.stormglass.schemas.Reason;
import io.stormglass.schemas.topics.Topic;
import io.stormglass.streams.output.OutputHandler;
import io.stormglass.streams.output.OutputRecord;
import io.stormglass.streams.sink.Backoff;
import io.stormglass.streams.sink.SinkCounters;
import io.stormglass.streams.sink.SinkCounters.Count;
import io.stormglass.streams.sink.SinkTimes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what was read as one transaction. Where the database is away nothing more is read and the same records are tried again; a
 * record that it refuses becomes a dead letter.
 */
final class RowHandler implements OutputHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RowHandler.class);
    private static final int MOST_PENDING = 1000;

    private final Database database;
    private final Letters letters;
    private final SinkCounters counters;
    private final Backoff backoff;
    private final List<OutputRecord> pending = new ArrayList<>();
    private final Map<TopicPartition, Long> read = new HashMap<>();
    private final Map<TopicPartition, Long> settled = new HashMap<>();

    /** Where refused records go. */
    @FunctionalInterface
    interface Letters {
        /** Returns once it is safe. */
        void write(ConsumerRecord<byte[], byte[]> record, Reason reason, String detail);
    }

    RowHandler(Database database, Letters letters, SinkCounters counters, SinkTimes times) {
        this.database = database;
        this.letters = letters;
        this.counters = counters;
        backoff = new Backoff(times);
    }

    @Override
    public void begin(Topic topic, TopicPartition partition, long from) {
        pending.removeIf(record -> record.raw().partition() == partition.partition()
                && record.raw().topic().equals(partition.topic()));
        read.put(partition, from);
        settled.put(partition, from);
    }

    @Override
    public void take(OutputRecord record) {
        // A deleted key is history all the same.
        if (record.value() != null) {
            pending.add(record);
        }
    }

    @Override
    public void read(Map<TopicPartition, Long> next) {
        read.putAll(next);
    }

    @Override
    public void step(long nowMillis) {
        if (nowMillis < backoff.untilMillis()) {
            return;
        }
        if (!pending.isEmpty() && !writeAll(nowMillis)) {
            return;
        }
        settled.putAll(read);
    }

    @Override
    public boolean full() {
        return pending.size() >= MOST_PENDING || backoff.active();
    }

    @Override
    public Map<TopicPartition, Long> settled() {
        return settled;
    }

    @Override
    public void missed(long records) {
        counters.add(Count.LOST, records);
    }

    @Override
    public void unreadable() {
        counters.add(Count.UNREADABLE, 1);
    }

    private boolean writeAll(long nowMillis) {
        if (backoff.active()) {
            counters.add(Count.RETRIED, 1);
        }
        try {
            try {
                write(pending, nowMillis);
            } catch (SQLException e) {
                if (!isOfTheRecord(e)) {
                    throw e;
                }
                database.connection().rollback();
                writeEach(nowMillis);
            }
        } catch (SQLException e) {
            failed(e, nowMillis);
            return false;
        }
        if (backoff.active()) {
            LOG.info("{}: can be written again", counters.sink());
        }
        pending.clear();
        backoff.succeeded();
        return true;
    }

    private void writeEach(long nowMillis) throws SQLException {
        for (OutputRecord record : List.copyOf(pending)) {
            try {
                write(List.of(record), nowMillis);
            } catch (SQLException e) {
                if (!isOfTheRecord(e)) {
                    throw e;
                }
                database.connection().rollback();
                letters.write(record.raw(), Reason.VALUE_OUT_OF_RANGE, "the database refuses it: " + words(e));
                counters.add(Count.REFUSED, 1);
            }
            pending.remove(record);
        }
    }

    private void write(List<OutputRecord> records, long nowMillis) throws SQLException {
        Connection connection = database.connection();
        int written = 0;
        for (OutputRecord record : records) {
            if (write(connection, record)) {
                written++;
            }
        }
        connection.commit();
        counters.accepted(written, nowMillis);
        counters.add(Count.SUPERSEDED, records.size() - written);
    }

    private static boolean write(Connection connection, OutputRecord record) throws SQLException {
        SpecificRecord value = record.value();
        long offset = record.raw().offset();
        return switch (value) {
            case StormIncident incident -> IncidentRows.write(connection, incident, offset);
            case EcnRecommendation advice -> AdviceRows.write(connection, advice, offset);
            case CcMode mode -> ModeRows.write(connection, mode, offset);
            case null, default -> throw new IllegalArgumentException("no table for a record of " + record.topic());
        };
    }

    /** Bad values, broken constraints, a row that is too large; all else may pass. */
    private static boolean isOfTheRecord(SQLException e) {
        for (SQLException next = e; next != null; next = next.getNextException()) {
            String state = next.getSQLState();
            if (state != null && (state.startsWith("22") || state.startsWith("23") || state.startsWith("54"))) {
                return true;
            }
        }
        return false;
    }

    private void failed(SQLException e, long nowMillis) {
        if (!backoff.active()) {
            LOG.warn("{}: {}; trying again", counters.sink(), words(e));
        }
        counters.add(Count.FAILED, 1);
        backoff.failed(nowMillis);
        database.close();
    }

    private static String words(SQLException e) {
        return String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ");
    }
}
