package io.stormglass.streams.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** One connection, made when it is needed; with the first one the tables are brought up to date. */
final class Database implements AutoCloseable {
    private static final String MIGRATIONS = "classpath:io/stormglass/streams/postgres";

    private final PostgresSettings settings;
    private @Nullable Connection connection;
    private boolean isMigrated;

    Database(PostgresSettings settings) {
        this.settings = settings;
    }

    /**
     * The connection.
     *
     * @throws SQLException if there is none to be had, or the tables cannot be brought up to date; the message holds no secret
     */
    Connection connection() throws SQLException {
        Connection open = connection;
        if (open == null) {
            String password = password();
            if (!isMigrated) {
                migrate(password);
                isMigrated = true;
            }
            open = DriverManager.getConnection(settings.url(), properties(password));
            open.setAutoCommit(false);
            connection = open;
        }
        return open;
    }

    private String password() throws SQLException {
        try {
            return settings.password().read();
        } catch (IOException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private Properties properties(String password) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        properties.setProperty("password", password);
        properties.setProperty("currentSchema", settings.schema());
        properties.setProperty("ApplicationName", "stormglass");
        properties.setProperty(
                "connectTimeout",
                String.valueOf(settings.times().connectTimeout().toSeconds()));
        properties.setProperty(
                "socketTimeout",
                String.valueOf(settings.times().requestTimeout().toSeconds()));
        return properties;
    }

    private void migrate(String password) throws SQLException {
        try {
            Flyway.configure(Database.class.getClassLoader())
                    .dataSource(settings.url(), settings.user(), password)
                    .locations(MIGRATIONS)
                    .schemas(settings.schema())
                    .defaultSchema(settings.schema())
                    .createSchemas(true)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new SQLException("the tables cannot be brought up to date: " + e.getMessage(), e);
        }
    }

    /** Gives up the connection; the next call makes a new one. */
    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // It is of no use any more either way.
                return;
            }
        }
    }
}
