package io.stormglass.emulator;

/**
 * A queue pair that stays: messages follow each other on it, in order, through one state of its control law, as on a NIC.
 *
 * @param source host
 * @param destination another host
 * @param priority of its data, 0 to 7
 * @param transport how it is sent
 */
public record Connection(int source, int destination, int priority, Transport transport) {
    public Connection {
        if (source == destination) {
            throw new IllegalArgumentException("connection from host " + source + " to itself");
        }
        Priorities.check("priority", priority);
    }
}
