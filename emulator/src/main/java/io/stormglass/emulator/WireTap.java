package io.stormglass.emulator;

/** Sees every packet that crosses one port, in either direction, pause frames among them. It changes nothing in the fabric. */
public interface WireTap {
    /** Which way a packet crosses the port. */
    enum Direction {
        /** It leaves the device; told at its first bit. */
        OUT,
        /** It comes to the device; told at its last bit. */
        IN
    }

    /**
     * A packet crosses.
     *
     * @param packet holds until the method returns; the next packet overwrites it
     */
    void crossed(Direction direction, WirePacket packet, long nowPicos);
}
