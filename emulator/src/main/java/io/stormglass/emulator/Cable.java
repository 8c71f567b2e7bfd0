package io.stormglass.emulator;

/**
 * A full-duplex cable between two nodes.
 *
 * @param a number of the node at one end
 * @param b number of the node at the other end
 * @param bitsPerSecond rate of either direction, such that a byte lasts whole picoseconds
 * @param delayPicos propagation of either direction, 0 and up
 */
public record Cable(int a, int b, long bitsPerSecond, long delayPicos) {
    public Cable {
        Picos.perByte(bitsPerSecond);
        if (a < 0 || b < 0 || a == b) {
            throw new IllegalArgumentException("cable from node " + a + " to node " + b + ": two nodes are needed");
        }
        if (delayPicos < 0) {
            throw new IllegalArgumentException("propagation is " + delayPicos + " ps, 0 and up is possible");
        }
    }
}
