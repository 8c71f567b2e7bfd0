package io.stormglass.models.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a port and its device are set to, as far as its source reads it. Null and empty are "not read", never "off".
 *
 * @param sendsPause 802.3x: the port may send pauses of the whole link
 * @param obeysPause 802.3x: the port stops for them
 * @param ecnPriorities bit p is set where ECN is on for priority p
 * @param headroom of lossless priorities; one that is not listed was not read
 * @param dscpClasses 64 characters, the traffic class ({@code 0} to {@code 7}) of each DSCP from 0 on, {@code -} where that one is not known; empty where not read
 * @param cnpPriority class of CNPs, 0..7; -1: they have none of their own
 * @param watchdog a PFC watchdog runs at the port
 * @param nicModel NIC: the product; firmware and settings are compared within one
 * @param nicFirmware NIC: version
 * @param ccMode NIC: congestion control, {@code off}, {@code dcqcn}...
 * @param ccSettings NIC: what it is set to: name of a preset, or the settings as text
 * @param markings of priorities that the switch marks; one that is not listed was not read
 * @param buffers of lossless priorities; likewise
 */
public record PortSettings(
        @Nullable Boolean sendsPause,
        @Nullable Boolean obeysPause,
        @Nullable Integer ecnPriorities,
        List<QueueHeadroom> headroom,
        String dscpClasses,
        @Nullable Integer cnpPriority,
        @Nullable Boolean watchdog,
        String nicModel,
        String nicFirmware,
        String ccMode,
        String ccSettings,
        List<QueueMarking> markings,
        List<QueueBuffer> buffers) {
    /** Code points of DSCP. */
    public static final int DSCPS = 64;

    /** CNPs have no class of their own. */
    public static final int NO_CNP_CLASS = -1;

    /** Nothing was read. */
    public static final PortSettings UNKNOWN =
            new PortSettings(null, null, null, List.of(), "", null, null, "", "", "", "");

    public PortSettings {
        headroom = List.copyOf(headroom);
        markings = List.copyOf(markings);
        buffers = List.copyOf(buffers);
        requirePriority("priorities with ECN", ecnPriorities, 0, 255);
        requirePriority("class of CNPs", cnpPriority, NO_CNP_CLASS, 7);
        if (!dscpClasses.isEmpty() && !isMap(dscpClasses)) {
            throw new IllegalArgumentException("classes of DSCP are '" + dscpClasses
                    + "': 64 characters, each 0 to 7 or - for not known, are needed");
        }
    }

    /** Settings of a port of whose marking objects and buffers nothing was read. */
    public PortSettings(
            @Nullable Boolean sendsPause,
            @Nullable Boolean obeysPause,
            @Nullable Integer ecnPriorities,
            List<QueueHeadroom> headroom,
            String dscpClasses,
            @Nullable Integer cnpPriority,
            @Nullable Boolean watchdog,
            String nicModel,
            String nicFirmware,
            String ccMode,
            String ccSettings) {
        this(
                sendsPause,
                obeysPause,
                ecnPriorities,
                headroom,
                dscpClasses,
                cnpPriority,
                watchdog,
                nicModel,
                nicFirmware,
                ccMode,
                ccSettings,
                List.of(),
                List.of());
    }

    /** The same with markings and buffers. */
    public PortSettings with(List<QueueMarking> otherMarkings, List<QueueBuffer> otherBuffers) {
        return new PortSettings(
                sendsPause,
                obeysPause,
                ecnPriorities,
                headroom,
                dscpClasses,
                cnpPriority,
                watchdog,
                nicModel,
                nicFirmware,
                ccMode,
                ccSettings,
                otherMarkings,
                otherBuffers);
    }

    /**
     * Headroom of one lossless priority.
     *
     * @param priority 0..7
     * @param bytes set aside for what arrives after a pause was sent; 0: none
     */
    public record QueueHeadroom(int priority, long bytes) {
        public QueueHeadroom {
            requirePriority("priority of a headroom", priority, 0, 7);
            if (bytes < 0) {
                throw new IllegalArgumentException("headroom is " + bytes + " bytes, it cannot be negative");
            }
        }
    }

    private static void requirePriority(String what, @Nullable Integer value, int least, int most) {
        if (value != null && (value < least || value > most)) {
            throw new IllegalArgumentException(what + " is " + value + ", not within " + least + " to " + most);
        }
    }

    private static boolean isMap(String text) {
        return text.length() == DSCPS && text.chars().allMatch(each -> each == '-' || (each >= '0' && each <= '7'));
    }
}
