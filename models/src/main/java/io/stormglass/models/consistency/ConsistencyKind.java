package io.stormglass.models.consistency;

import java.util.Arrays;

/** What does not fit. */
public enum ConsistencyKind {
    /** A port names a peer that names another one. */
    PEER("peer-mismatch", false),
    /** PFC is on for other priorities at the two ends of a link. */
    PFC("pfc-mismatch", true),
    /** The two ends of a link run at different speeds. */
    SPEED("speed-mismatch", false),
    /** The two ends of a link have different MTUs. */
    MTU("mtu-mismatch", false),
    /** One end of a link sends 802.3x pauses that the other does not obey, or waits for such as the other does not send. */
    LINK_PAUSE("link-pause-mismatch", false),
    /** A lossless priority without headroom. */
    HEADROOM("headroom-missing", true),
    /** ECN is off where others of the kind have it on. */
    ECN_OFF("ecn-off", false),
    /** Other ECN thresholds than others of the kind. */
    ECN_THRESHOLDS("ecn-thresholds", false),
    /** A DSCP is put into another class than elsewhere. */
    DSCP_MAP("dscp-map", true),
    /** CNPs have no class of their own, a lossless one, or another than at the other end. */
    CNP_CLASS("cnp-class", false),
    /** The PFC watchdog is off where others have it on. */
    WATCHDOG_OFF("watchdog-off", false),
    /** A NIC's congestion control is another than its rack's, or a rack's another than the fabric's. */
    CC_MODE("nic-cc-mode", false),
    /** A NIC's congestion control has other settings than its rack's. */
    CC_SETTINGS("nic-cc-settings", false),
    /** A NIC has other firmware than its rack's of the same model. */
    FIRMWARE("nic-firmware", false);

    private final String text;
    private final boolean breaksPauses;

    ConsistencyKind(String text, boolean breaksPauses) {
        this.text = text;
        this.breaksPauses = breaksPauses;
    }

    /** Name in findings. */
    public String text() {
        return text;
    }

    /** True where it makes a lossless priority lossy, or pauses come to nothing: a storm or drops there may be due to it. */
    public boolean breaksPauses() {
        return breaksPauses;
    }

    /**
     * The kind of a finding.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static ConsistencyKind of(String text) {
        return Arrays.stream(values())
                .filter(each -> each.text.equals(text))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no settings that do not fit are called '" + text + "'"));
    }
}
