package io.stormglass.streams.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where and for whom the server listens.
 *
 * @param host address to bind; any but a loopback address needs a token
 * @param port TCP port; 0 takes a free one
 * @param token what callers must show; null: nothing, which only a loopback address may have
 * @param connections most connections at a time; more wait until one is free
 * @param streams most event streams at a time, fewer than connections
 * @param patience how long a client may take to send a request, or leave a connection unused
 * @param answering how long a client may take to read an answer that is no event stream
 */
public record HttpSettings(
        String host,
        int port,
        @Nullable AccessToken token,
        int connections,
        int streams,
        Duration patience,
        Duration answering) {
    /** Only this machine. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final int MOST_CONNECTIONS = 100_000;

    public HttpSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("http port is " + port + "; give 0 to 65535");
        }
        if (connections < 2 || connections > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "http.connections is " + connections + "; give 2 to " + MOST_CONNECTIONS);
        }
        if (streams < 1 || streams >= connections) {
            throw new IllegalArgumentException("http.streams is " + streams + "; give 1 to " + (connections - 1)
                    + ", fewer than http.connections");
        }
        if (!isLoopback(host) && token == null) {
            throw new IllegalArgumentException("http address " + host + " can be reached from other machines: give it a"
                    + " token (http.tokenFile, or STORMGLASS_HTTP_TOKEN), or bind " + LOOPBACK);
        }
    }

    /** A loopback address, no token, 256 connections of which 64 may be event streams, 10 s to ask, 60 s to read. */
    public static HttpSettings loopback(int port) {
        return of(LOOPBACK, port, null);
    }

    /** The same limits with another address. */
    public static HttpSettings of(String host, int port, @Nullable AccessToken token) {
        return new HttpSettings(host, port, token, 256, 64, Duration.ofSeconds(10), Duration.ofSeconds(60));
    }

    /** The same with other numbers of connections and streams. */
    public HttpSettings withConnections(int number, int eventStreams) {
        return new HttpSettings(host, port, token, number, eventStreams, patience, answering);
    }

    /** The same with other patience. */
    public HttpSettings withPatience(Duration toAsk, Duration toRead) {
        return new HttpSettings(host, port, token, connections, streams, toAsk, toRead);
    }

    /** Names that a browser on this machine may call a server without token by: any other may be a foreign site's. */
    static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("http address " + host + " is no address of this machine", e);
        }
    }
}
