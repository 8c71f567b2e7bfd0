package io.stormglass.emulator;

import java.util.SplittableRandom;

/** What happens to packets on the wire that leaves a port. */
final class WireFaults {
    /**
     * So many frames come with codewords that error correction repaired for each frame that it could not repair. A choice of ours: the true ratio depends on the
     * code and on what disturbs the line, and is larger.
     */
    private static final double REPAIRED_PER_BROKEN = 100;

    private final SplittableRandom random;
    private long lostBeforeSequence;
    private double frameLoss;
    private double cnpLoss;

    WireFaults(SplittableRandom random) {
        this.random = random;
    }

    /** What is on the wire, sent before an event's sequence, does not arrive. */
    void loseBefore(long sequence) {
        lostBeforeSequence = sequence;
    }

    void frameLoss(double probability) {
        frameLoss = probability;
    }

    void cnpLoss(double probability) {
        cnpLoss = probability;
    }

    /**
     * A packet is about to arrive.
     *
     * @return true where it does not
     */
    boolean loses(Packet packet, PortCounters receiver) {
        if (packet.arrivalSequence < lostBeforeSequence) {
            return true;
        }
        if (frameLoss > 0) {
            double drawn = random.nextDouble();
            if (drawn < frameLoss) {
                receiver.brokenFrame();
                return true;
            }
            if (drawn < REPAIRED_PER_BROKEN * frameLoss) {
                receiver.repairedFrame();
            }
        }
        return false;
    }

    /** True where a notification, a CNP or the flag of an ACK, is lost on its own. */
    boolean losesNotification(Packet packet) {
        boolean notifies = packet.kind == PacketKind.CNP || (packet.notifies && packet.kind != PacketKind.DATA);
        return cnpLoss > 0 && notifies && random.nextDouble() < cnpLoss;
    }
}
