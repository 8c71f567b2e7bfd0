package io.stormglass.emulator;

/**
 * Told of what happens, when it happens. Every method does nothing until it is overridden. Flows are named by the number that {@link Emulation#add} gave, devices
 * by their node, ports by their index at the device. An observer changes nothing in the fabric.
 */
public interface FabricObserver {
    /** Nobody. */
    FabricObserver NONE = new FabricObserver() {};

    /** A flow was added, or a message to one that stays open. */
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

    /**
     * The sender has the acknowledgement of a message's last byte.
     *
     * @param completion holds until the method returns; the next one overwrites it
     */
    default void completed(FlowCompletion completion) {}

    /** A switch's queue has changed; the packet that is being sent is not part of it. */
    default void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {}

    /** A data packet starts to leave its sender's NIC for the first time. */
    default void sent(int flow, int wireBytes, long nowPicos) {}

    /** A data packet that was sent before starts to leave its sender's NIC. */
    default void sentAgain(int flow, int wireBytes, long nowPicos) {}

    /**
     * The sender has an ACK, or a NAK as well.
     *
     * @param newBytes payload that nothing before it acknowledged, 0 and up
     * @param rttPicos since the newest data packet that it answers started to leave
     */
    default void acknowledged(int flow, long newBytes, long rttPicos, long nowPicos) {}

    /** The sender has a NAK; it comes after {@link #acknowledged} of the same packet. */
    default void nakReceived(int flow, long nowPicos) {}

    /** The sender's retransmission timer ran out. */
    default void timedOut(int flow, long nowPicos) {}

    /** A CNP, or an ACK that stands for one, has arrived at the sender's NIC, whatever that makes of it. */
    default void cnpReceived(int flow, long nowPicos) {}

    /** The receiver's NIC has sent a CNP, or an ACK that stands for one. */
    default void cnpSent(int flow, long nowPicos) {}

    /** A data packet without a mark has arrived at its receiver's NIC. */
    default void received(int flow, int wireBytes, long nowPicos) {}

    /** A data packet with a mark has arrived at its receiver's NIC. */
    default void receivedMarked(int flow, int wireBytes, long nowPicos) {}

    /** A pause frame starts to leave a port. Quanta 0 resume. */
    default void pauseSent(int device, int port, int priority, int quanta, long nowPicos) {}

    /** A pause frame has arrived at a port. Quanta 0 resume. */
    default void pauseReceived(int device, int port, int priority, int quanta, long nowPicos) {}

    /** A packet is gone: a switch dropped it, the wire that leaves this port lost it, or it was in a NIC and found no room or no host. */
    default void dropped(int device, int port, int priority, int flow, long nowPicos) {}
}
