package io.stormglass.emulator;

/**
 * A host's NIC.
 *
 * @param packetsPerAck an ACK stands for at most so many data packets; the last packet of a message is acknowledged at once
 * @param ackPriority of ACK and NAK
 * @param cnpPriority of CNPs
 * @param retransmitPicos without progress for so long, the sender goes back to what is not acknowledged
 * @param spacing which rate spaces two packets
 * @param reorderPackets how far ahead of a missing packet the receiver holds what comes; 0: it refuses at once (go-back-N). Up to 65,536
 * @param scheduler between priorities
 * @param receiveBuffer between the wire and the host
 */
public record NicSettings(
        int packetsPerAck,
        int ackPriority,
        int cnpPriority,
        long retransmitPicos,
        Spacing spacing,
        int reorderPackets,
        SchedulerSettings scheduler,
        ReceiveBuffer receiveBuffer) {
    /** Which rate decides when the next packet of a flow may leave. */
    public enum Spacing {
        /** The rate now, so a change moves a packet that waits. */
        CURRENT_RATE,
        /** The rate when the packet before it left, as the HPCC simulator does it for DCQCN and TIMELY. */
        RATE_AT_SEND
    }

    public NicSettings {
        if (packetsPerAck < 1 || packetsPerAck > 10_000 || retransmitPicos < 1) {
            throw new IllegalArgumentException(packetsPerAck + " packets per ACK, retransmission after "
                    + retransmitPicos + " ps: 1 to 10000 packets and at least 1 ps are possible");
        }
        if (reorderPackets < 0 || reorderPackets > 65_536) {
            throw new IllegalArgumentException(
                    "reordering over " + reorderPackets + " packets, 0 to 65536 is possible");
        }
        Priorities.check("priority of ACKs", ackPriority);
        Priorities.check("priority of CNPs", cnpPriority);
    }

    /** An ACK per packet in priority 3, CNPs in priority 6, InfiniBand's timeout 4.096 us * 2^12, all priorities strict, an endless receive buffer. */
    public static NicSettings standard() {
        return new NicSettings(
                1,
                3,
                6,
                16_777_216_000L,
                Spacing.CURRENT_RATE,
                0,
                SchedulerSettings.allStrict(),
                ReceiveBuffer.endless());
    }

    /** With coalesced ACKs. */
    public NicSettings withPacketsPerAck(int packets) {
        return new NicSettings(
                packets, ackPriority, cnpPriority, retransmitPicos, spacing, reorderPackets, scheduler, receiveBuffer);
    }

    /** With another timeout. */
    public NicSettings withRetransmitPicos(long picos) {
        return new NicSettings(
                packetsPerAck, ackPriority, cnpPriority, picos, spacing, reorderPackets, scheduler, receiveBuffer);
    }

    /** With another scheduler. */
    public NicSettings with(SchedulerSettings other) {
        return new NicSettings(
                packetsPerAck,
                ackPriority,
                cnpPriority,
                retransmitPicos,
                spacing,
                reorderPackets,
                other,
                receiveBuffer);
    }

    /** With another spacing. */
    public NicSettings with(Spacing other) {
        return new NicSettings(
                packetsPerAck,
                ackPriority,
                cnpPriority,
                retransmitPicos,
                other,
                reorderPackets,
                scheduler,
                receiveBuffer);
    }

    /** With a receiver that holds packets which overtook others. */
    public NicSettings withReorderPackets(int packets) {
        return new NicSettings(
                packetsPerAck, ackPriority, cnpPriority, retransmitPicos, spacing, packets, scheduler, receiveBuffer);
    }

    /** With another receive buffer. */
    public NicSettings with(ReceiveBuffer other) {
        return new NicSettings(
                packetsPerAck, ackPriority, cnpPriority, retransmitPicos, spacing, reorderPackets, scheduler, other);
    }
}
