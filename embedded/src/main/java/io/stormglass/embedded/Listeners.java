package io.stormglass.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The broker's two server sockets, bound before the broker exists: its settings must name the controller's port, and a
 * port that is looked for first and bound later may be gone by then.
 */
final class Listeners implements ServerSocketFactory, AutoCloseable {
    private final ServerSocketChannel client;
    private final ServerSocketChannel controller;

    private Listeners(ServerSocketChannel client, ServerSocketChannel controller) {
        this.client = client;
        this.controller = controller;
    }

    /**
     * Binds both to the loopback address.
     *
     * @param clientPort 0 for a free one
     * @throws EmbeddedException if the port is taken
     */
    static Listeners bind(int clientPort) {
        ServerSocketChannel client = bindOne(clientPort);
        try {
            return new Listeners(client, bindOne(0));
        } catch (RuntimeException e) {
            closeOne(client);
            throw e;
        }
    }

    private static ServerSocketChannel bindOne(int port) {
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.configureBlocking(false);
                return channel.bind(new InetSocketAddress(loopback(), port));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new EmbeddedException(
                    "cannot listen on " + BrokerSettings.HOST + ":" + port + ": " + e.getMessage()
                            + "; give another port, or 0 for a free one",
                    e);
        }
    }

    /** 127.0.0.1 and never ::1, which the JVM may be set to prefer: the broker's settings name this address. */
    private static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    int clientPort() {
        return client.socket().getLocalPort();
    }

    int controllerPort() {
        return controller.socket().getLocalPort();
    }

    @Override
    public ServerSocketChannel openServerSocket(
            String listenerName, InetSocketAddress address, int backlog, int receiveBufferBytes) throws IOException {
        return switch (listenerName) {
            case BrokerSettings.CLIENT_LISTENER -> client;
            case BrokerSettings.CONTROLLER_LISTENER -> controller;
            default ->
                ServerSocketFactory.INSTANCE.openServerSocket(listenerName, address, backlog, receiveBufferBytes);
        };
    }

    /** Closes what the broker has not closed. */
    @Override
    public void close() {
        closeOne(client);
        closeOne(controller);
    }

    private static void closeOne(ServerSocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is lost with a listening socket.
        }
    }
}
