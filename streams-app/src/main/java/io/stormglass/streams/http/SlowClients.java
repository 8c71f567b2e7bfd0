package io.stormglass.streams.http;

import io.stormglass.streams.http.HttpCounters.Refusal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.io.Connection;

/**
 * Closes connections that do not get on: an idle time-out begins anew with every byte, so that one byte now and then would
 * hold a connection for ever.
 */
final class SlowClients implements Connection.Listener {
    private enum Doing {
        ASKING,
        READING,
        STREAMING
    }

    private record State(Doing doing, long sinceNanos) {}

    private final Map<Connection, State> connections = new ConcurrentHashMap<>();
    private final HttpSettings settings;
    private final HttpCounters counters;
    private final LongSupplier nanoClock;

    SlowClients(HttpSettings settings, HttpCounters counters, LongSupplier nanoClock) {
        this.settings = settings;
        this.counters = counters;
        this.nanoClock = nanoClock;
    }

    @Override
    public void onOpened(Connection connection) {
        put(connection, Doing.ASKING);
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }

    /** A request has come whole. */
    void asked(Connection connection) {
        change(connection, Doing.READING);
    }

    /** An event stream begins. */
    void streams(Connection connection) {
        change(connection, Doing.STREAMING);
    }

    /** The answer has been read. */
    void answered(Connection connection) {
        change(connection, Doing.ASKING);
    }

    /** Connections that are open. */
    int open() {
        return connections.size();
    }

    /** Closes what takes too long. */
    void look() {
        long now = nanoClock.getAsLong();
        connections.forEach((connection, state) -> {
            if (now - state.sinceNanos() > longest(state.doing())) {
                counters.refused(Refusal.SLOW);
                connections.remove(connection);
                connection.getEndPoint().close();
            }
        });
    }

    private long longest(Doing doing) {
        return switch (doing) {
            case ASKING -> settings.patience().toNanos();
            case READING -> settings.answering().toNanos();
            // Its writes have the idle time-out.
            case STREAMING -> Long.MAX_VALUE;
        };
    }

    private void put(Connection connection, Doing doing) {
        connections.put(connection, new State(doing, nanoClock.getAsLong()));
    }

    private void change(Connection connection, Doing doing) {
        // Never put back what was closed meanwhile.
        connections.computeIfPresent(connection, (key, was) -> new State(doing, nanoClock.getAsLong()));
    }
}
