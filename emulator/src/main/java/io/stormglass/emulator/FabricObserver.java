package io.stormglass.emulator;

/**
 * Told of what happens, when it happens. Every method does nothing until it is overridden. Flows are named by the number that {@link Emulation#add} gave, devices
 * by their node, ports by their index at the device. An observer changes nothing in the fabric.
 */
public interface FabricObserver {
    /** Nobody. */
    FabricObserver NONE = new FabricObserver() {};

    /** A flow was added. */
    default void added(int flow, FlowSpec spec) {}

    /**
     * A sender goes back and sends again what it had sent.
     *
     * @param next number that it sends next
     * @param reached one past the highest number that it has sent
     */
    default void wentBack(int flow, int next, int reached, long nowPicos) {}

    /**
     * A data packet has arrived at its receiver's NIC, in order or not.
     *
     * @param sentPicos its first bit left the sender's NIC
     * @param nowPicos its last bit has arrived
     */
    default void delivered(int flow, int number, long sentPicos, long nowPicos) {}

    /** The sender has the acknowledgement of its last byte. */
    default void completed(int flow, long startPicos, long nowPicos) {}

    /** A switch's queue has changed; the packet that is being sent is not part of it. */
    default void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {}

    /** A switch has dropped a packet. */
    default void dropped(int device, int port, int priority, int flow, long nowPicos) {}
}
