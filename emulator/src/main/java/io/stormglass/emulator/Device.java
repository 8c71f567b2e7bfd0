package io.stormglass.emulator;

import org.jspecify.annotations.Nullable;

/** What has ports: a switch or a host. */
interface Device {
    /** A packet has arrived with its last bit. */
    void receive(Packet packet, Port in);

    /** The packet that a free port sends now, taken out of its queue; null where there is none that may be sent. */
    @Nullable
    Packet next(Port out);

    /** True where {@link #next} may have something. */
    boolean hasNext(Port out);

    /** A port's cable has just begun to carry nothing. */
    default void lostSignal(Port port) {}

    /** A notification for this device was lost on its last cable. */
    default void missesNotification() {}
}
