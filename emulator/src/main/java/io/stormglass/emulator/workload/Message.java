package io.stormglass.emulator.workload;

/**
 * Bytes from one host to another.
 *
 * @param source host
 * @param destination another host
 * @param bytes above 0
 * @param startPicos when it is there to be sent
 */
public record Message(int source, int destination, long bytes, long startPicos) {
    /** The way back. */
    Message turned() {
        int back = destination;
        int forth = source;
        return new Message(back, forth, bytes, startPicos);
    }

    /** The same at another time. */
    Message at(long picos) {
        return new Message(source, destination, bytes, picos);
    }
}
