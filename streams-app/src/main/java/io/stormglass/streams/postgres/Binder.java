package io.stormglass.streams.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds values to a statement, one after the other. */
final class Binder implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement statement;
    private int last;

    Binder(Connection connection, String sql) throws SQLException {
        this.connection = connection;
        statement = connection.prepareStatement(sql);
    }

    Binder text(@Nullable String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    Binder whole(@Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(++last, Types.BIGINT);
        } else {
            statement.setLong(++last, value);
        }
        return this;
    }

    Binder small(int value) throws SQLException {
        statement.setInt(++last, value);
        return this;
    }

    Binder real(@Nullable Double value) throws SQLException {
        if (value == null) {
            statement.setNull(++last, Types.DOUBLE);
        } else {
            statement.setDouble(++last, value);
        }
        return this;
    }

    Binder truth(boolean value) throws SQLException {
        statement.setBoolean(++last, value);
        return this;
    }

    Binder texts(List<String> values) throws SQLException {
        statement.setArray(++last, connection.createArrayOf("text", values.toArray()));
        return this;
    }

    Binder wholes(List<Long> values) throws SQLException {
        statement.setArray(++last, connection.createArrayOf("bigint", values.toArray()));
        return this;
    }

    Binder smalls(List<Integer> values) throws SQLException {
        statement.setArray(++last, connection.createArrayOf("integer", values.toArray()));
        return this;
    }

    /** Ends a row of several. */
    void row() throws SQLException {
        statement.addBatch();
        last = 0;
    }

    /** Writes the rows. */
    void rows() throws SQLException {
        statement.executeBatch();
    }

    /** Writes; how many rows changed. */
    int write() throws SQLException {
        return statement.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
