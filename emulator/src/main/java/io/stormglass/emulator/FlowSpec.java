package io.stormglass.emulator;

/**
 * A flow: one message from one host to another.
 *
 * @param source host
 * @param destination another host
 * @param bytes payload, above 0
 * @param startPicos when the message is there
 * @param priority of its data, 0 to 7
 * @param transport how it is sent
 */
public record FlowSpec(int source, int destination, long bytes, long startPicos, int priority, Transport transport) {
    public FlowSpec {
        if (bytes <= 0 || startPicos < 0 || source == destination) {
            throw new IllegalArgumentException("flow of " + bytes + " bytes from host " + source + " to " + destination
                    + " at " + startPicos + " ps: bytes above 0, two hosts, and a time from 0 on are needed");
        }
        Priorities.check("priority", priority);
    }
}
