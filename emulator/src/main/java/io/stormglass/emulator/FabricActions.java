package io.stormglass.emulator;

/**
 * What defects and operators do to a running fabric. Every action acts at once, at the present of its emulation; {@link Emulation#at} gives it a time. An action
 * that sets something replaces what the one before it set; reasons for a cable or a device to be down are counted, so each needs its own end.
 *
 * <p>All methods throw {@link IndexOutOfBoundsException} where there is no such host, switch or port.
 */
public final class FabricActions {
    private final Emulation emulation;

    FabricActions(Emulation emulation) {
        this.emulation = emulation;
    }

    /** A NIC pauses priorities (bits), tells it again for ever and does not resume them; none: it resumes what its receive buffer does not need paused. */
    public void pauseForGood(int host, int priorities) {
        emulation.host(host).storm(Priorities.checkSet("set of priorities", priorities));
    }

    /** A host takes less out of its NIC's receive buffer; a standard buffer is put in where the settings have an endless one. */
    public void drain(int host, long bitsPerSecond) {
        emulation.host(host).receiveQueue().drain(bitsPerSecond, 0, 0);
    }

    /** The same, and nothing at all for the first part of each period, counted from now. */
    public void drain(int host, long bitsPerSecond, long stallPicos, long periodPicos) {
        emulation.host(host).receiveQueue().drain(bitsPerSecond, stallPicos, periodPicos);
    }

    /** A host takes nothing more out of its NIC's receive buffer. */
    public void stopDraining(int host) {
        emulation.host(host).receiveQueue().stop();
    }

    /** A host drains as it is set. A buffer that only a fault put in drains at twice the line and goes when it is empty. */
    public void drainAsSet(int host) {
        emulation.host(host).mendReceiveQueue();
    }

    /** A NIC's congestion control hears no notification. */
    public void ignoreCnps(int host) {
        emulation.host(host).ignoreNotifications();
    }

    /** A NIC's congestion control hears notifications. */
    public void hearCnps(int host) {
        emulation.host(host).hearNotifications();
    }

    /** Notifications are lost on the last cable to a host, CNPs and flags of ACKs alike; 0: none. */
    public void loseCnps(int host, double probability) {
        emulation.host(host).port.peer().wireFaults().cnpLoss(probability);
    }

    /** A switch marks nothing. */
    public void markNothing(int node) {
        emulation.switchAt(node).markNothing();
    }

    /** A switch marks as its ports are set. */
    public void markAgain(int node) {
        emulation.switchAt(node).markAgain();
    }

    /** A switch port marks by other thresholds; the point of marking must be the switch's. */
    public void setThresholds(int node, int port, EcnSettings ecn) {
        emulation.port(node, port);
        emulation.switchAt(node).thresholds(port, ecn);
    }

    /** A switch port marks by the thresholds of the settings. */
    public void thresholdsAsSet(int node, int port) {
        emulation.port(node, port);
        emulation.switchAt(node).thresholdsAsSet(port);
    }

    /**
     * A cable carries nothing: one more reason. What is on it is lost, switches drop what waits for it, NICs keep it, PFC starts anew. Other switches send where it
     * leads until {@link SwitchSettings#reroutePicos} have passed.
     */
    public void takeDown(int node, int port) {
        Port one = emulation.port(node, port);
        one.loseSignal();
        one.peer().loseSignal();
        emulation.reroute();
    }

    /** One reason less for a cable to carry nothing. */
    public void bringUp(int node, int port) {
        Port one = emulation.port(node, port);
        one.peer().findSignal();
        one.findSignal();
        emulation.reroute();
    }

    /** A device goes off: all its cables carry nothing, what it holds is dropped. Flows of a host go on where they were when it is back. */
    public void powerOff(int node) {
        for (int port = 0; port < emulation.ports(node); port++) {
            takeDown(node, port);
        }
        if (emulation.isHost(node)) {
            emulation.host(node).powerOff();
        }
    }

    /** A device is back. */
    public void powerOn(int node) {
        for (int port = 0; port < emulation.ports(node); port++) {
            bringUp(node, port);
        }
    }

    /**
     * A cable runs at a lower speed both ways, and frames that arrive at this port are broken.
     *
     * @param bitsPerSecond a rate at which a byte lasts whole picoseconds; the cable's own is the most
     * @param frameLoss probability, 0 to below 1
     */
    public void degrade(int node, int port, long bitsPerSecond, double frameLoss) {
        Port receiver = emulation.port(node, port);
        receiver.limitSpeed(bitsPerSecond);
        receiver.peer().wireFaults().frameLoss(frameLoss);
    }

    /** A cable runs at its speed, and what arrives at this port is whole. */
    public void mendCable(int node, int port) {
        Port receiver = emulation.port(node, port);
        receiver.fullSpeed();
        receiver.peer().wireFaults().frameLoss(0);
    }

    /** A switch puts what says one priority into the class of another; into its own: as it should be. */
    public void setClass(int node, int saidPriority, int priority) {
        Priorities.check("priority", saidPriority);
        Priorities.check("priority", priority);
        emulation.switchAt(node).classOf(saidPriority, priority);
    }

    /** A port neither obeys nor sends PFC. */
    public void turnPfcOff(int node, int port) {
        emulation.port(node, port).withoutPfc();
    }

    /** A port obeys and sends PFC. */
    public void turnPfcOn(int node, int port) {
        emulation.port(node, port).withPfc();
    }
}
