package io.stormglass.emulator.queue;

import io.stormglass.models.ecn.QueueFacts;

/**
 * Times of the way, in picoseconds. The base round trip less two transmissions is four hops of equal length; acknowledgements, CNPs and pause frames take no time to
 * send. On a way with hops above 1.5 us a pause acts 1 us away, at the last device before the switch (a gate), which keeps what comes.
 *
 * @param picosPerByte at line rate
 * @param fullPicos transmission of a full packet
 * @param toGatePicos from the start of a transmission to the gate
 * @param toSwitchPicos from the gate to the switch; without a gate from the start of a transmission
 * @param backPicos from the start of a transmission by the switch to the sender's hearing of it
 * @param pausePicos from the switch to where a pause acts
 * @param gated whether there is a gate
 */
record Path(
        double picosPerByte,
        long fullPicos,
        long toGatePicos,
        long toSwitchPicos,
        long backPicos,
        long pausePicos,
        boolean gated) {
    private static final long PICOS_PER_NANO = 1_000;
    private static final long LAST_HOP = 1_000_000;
    /** Up to so long a hop is the cable of a host. */
    private static final long LONGEST_HOST_CABLE = 1_500_000;

    static Path of(QueueFacts facts) {
        double perByte = 8e12 / facts.lineBitsPerSecond();
        long full = Math.round(perByte * facts.packetBytes());
        long hop = Math.max(1, (facts.baseRttNanos() * PICOS_PER_NANO - 2 * full) / 4);
        boolean gated = hop > LONGEST_HOST_CABLE;
        long near = gated ? LAST_HOP : hop;
        return new Path(
                perByte, full, gated ? full + hop - near : 0, gated ? near : full + hop, full + 3 * hop, near, gated);
    }

    long picos(int bytes) {
        return Math.round(picosPerByte * bytes);
    }
}
