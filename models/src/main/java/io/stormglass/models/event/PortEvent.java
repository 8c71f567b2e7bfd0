package io.stormglass.models.event;

import org.jspecify.annotations.Nullable;

/**
 * One observation of a port. Counters are the source's running totals; one that was not read is null, never 0.
 *
 * <p>{@code priority} is 0..7, or -1 for 802.3x, which pauses all of them.
 */
public sealed interface PortEvent {
    /** Event time, ns since 1970 UTC. */
    long timeNanos();

    /** The latest time that it tells of: its own, or that at which the source says to have refreshed its counters. */
    default long latestNanos() {
        return timeNanos();
    }

    /** Running totals of a source, of which growth is taken between two refreshes. */
    sealed interface Counters extends PortEvent {
        /** When the source refreshed them. */
        Refresh refresh();

        @Override
        default long latestNanos() {
            return Math.max(timeNanos(), refresh().refreshedNanos());
        }
    }

    /**
     * One class of a PFC frame.
     *
     * @param quanta pause time in quanta of 512 bit times at the link's speed, 0..65535; 0 is XON
     */
    record PfcFrame(long timeNanos, Direction direction, int priority, int quanta) implements PortEvent {}

    /** An 802.3x pause frame: as {@link PfcFrame}, for all priorities at once. */
    record PauseFrame(long timeNanos, Direction direction, int quanta) implements PortEvent {}

    /**
     * Data of one priority that passed since the previous event of the same priority and direction.
     *
     * @param packets packets, MAC control frames not counted
     * @param bytes bytes on the wire
     * @param marked packets with CE among them
     */
    record Traffic(long timeNanos, Direction direction, int priority, long packets, long bytes, long marked)
            implements PortEvent {}

    /**
     * Pause counters of one priority and direction.
     *
     * @param pausedNanos total pause duration in ns
     * @param on2Off transitions from paused to not paused
     * @param pausedNow paused at the moment of the read
     */
    record PauseCounters(
            long timeNanos,
            Refresh refresh,
            Direction direction,
            int priority,
            @Nullable Long frames,
            @Nullable Long pausedNanos,
            @Nullable Long on2Off,
            @Nullable Boolean pausedNow)
            implements Counters {}

    /** Counters of one egress queue. */
    record QueueSample(
            long timeNanos,
            Refresh refresh,
            int priority,
            int queue,
            @Nullable Long depthBytes,
            @Nullable Long watermarkBytes,
            @Nullable Long sentPackets,
            @Nullable Long sentBytes,
            @Nullable Long marked,
            @Nullable Long dropped,
            @Nullable Long wredDropped)
            implements Counters {}

    /** Congestion counters of a NIC port. */
    record NicCongestion(
            long timeNanos,
            Refresh refresh,
            @Nullable Long ceReceived,
            @Nullable Long cnpSent,
            @Nullable Long cnpHandled,
            @Nullable Long cnpIgnored,
            @Nullable Long slowRestartCnps)
            implements Counters {}

    /** Transport error counters of a NIC port. */
    record TransportErrors(
            long timeNanos,
            Refresh refresh,
            @Nullable Long outOfSequence,
            @Nullable Long nakReceived,
            @Nullable Long rnrReceived,
            @Nullable Long timeouts,
            @Nullable Long retransmitted)
            implements Counters {}

    /** Signs that the host cannot take what its NIC receives. */
    record HostBackPressure(
            long timeNanos,
            Refresh refresh,
            @Nullable Long pcieStalls,
            @Nullable Long pcieStalledNanos,
            @Nullable Long receiveBufferOverThreshold,
            @Nullable Long pauseStormWarnings,
            @Nullable Long pauseStormErrors)
            implements Counters {}

    /** Health of the link. */
    record LinkHealth(
            long timeNanos,
            Refresh refresh,
            @Nullable Long fecCorrected,
            @Nullable Long fecUncorrected,
            @Nullable Long symbolErrors,
            @Nullable Long linkDowned)
            implements Counters {}

    /**
     * The switch's own PFC watchdog spoke.
     *
     * @param stormed true: storm detected; false: restored
     */
    record Watchdog(long timeNanos, int priority, int queue, boolean stormed) implements PortEvent {}
}
