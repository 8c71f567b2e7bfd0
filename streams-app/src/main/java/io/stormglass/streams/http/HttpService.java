package io.stormglass.streams.http;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The server, listening. */
public final class HttpService implements AutoCloseable {
    /** Longest request line with all headers, bytes. */
    static final int MOST_HEADER_BYTES = 8 << 10;

    private static final Duration SHORTEST_LOOK = Duration.ofMillis(50);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);
    /** A client that reads nothing of an event stream for so long is gone; longer than from one heartbeat to the next. */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final HttpSettings settings;
    private final Server server;
    private final ServerConnector connector;
    private final SlowClients slowClients;
    private final FrontDoor frontDoor;
    private final HttpCounters counters;
    private final ScheduledExecutorService looker = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "stormglass-http-slow-clients");
        thread.setDaemon(true);
        return thread;
    });

    private HttpService(HttpSettings settings, List<Route> routes, HttpCounters counters) {
        this.settings = settings;
        this.counters = counters;
        slowClients = new SlowClients(settings, counters, System::nanoTime);
        frontDoor = new FrontDoor(settings, routes, counters, slowClients);
        QueuedThreadPool threads = new QueuedThreadPool(16, 4);
        threads.setName("stormglass-http");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server = new Server(threads);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration()));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE.toMillis());
        connector.addBean(slowClients);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(settings.connections(), connector));
        server.setHandler(frontDoor);
        server.setErrorHandler(new Problems(counters));
        server.setStopTimeout(0);
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration http = new HttpConfiguration();
        http.setRequestHeaderSize(MOST_HEADER_BYTES);
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        // Names of ports hold slashes, which come encoded.
        http.setUriCompliance(
                UriCompliance.DEFAULT.with("slashes in keys", UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR));
        return http;
    }

    /**
     * Starts to listen.
     *
     * @param routes what is answered
     * @param counters what is counted
     * @throws HttpStartException if the address is taken or cannot be bound
     */
    public static HttpService start(HttpSettings settings, List<Route> routes, HttpCounters counters) {
        HttpService service = new HttpService(settings, routes, counters);
        try {
            service.server.start();
        } catch (Exception e) {
            service.close();
            throw new HttpStartException(
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": " + e.getMessage(), e);
        }
        long look = Math.clamp(
                settings.patience().dividedBy(10).toMillis(), SHORTEST_LOOK.toMillis(), LONGEST_LOOK.toMillis());
        Future<?> unused =
                service.looker.scheduleWithFixedDelay(service.slowClients::look, look, look, TimeUnit.MILLISECONDS);
        return service;
    }

    /** Where it listens. */
    public URI address() {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return URI.create("http://" + host + ":" + connector.getLocalPort());
    }

    /** What was counted. */
    public HttpCounters counters() {
        return counters;
    }

    /** Connections that are open. */
    public int connections() {
        return slowClients.open();
    }

    /** Event streams that are open. */
    public int streams() {
        return frontDoor.streams();
    }

    @Override
    public void close() {
        looker.shutdownNow();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server cannot be stopped: " + e.getMessage(), e);
        }
    }
}
