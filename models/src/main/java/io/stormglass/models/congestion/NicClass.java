package io.stormglass.models.congestion;

/** How a NIC as a whole deals with congestion, as far as its port's counters tell. {@link NicClassifier} has the rules. */
public enum NicClass {
    /** What was seen does not decide; the verdict says what is missing. */
    UNKNOWN("unknown"),
    /** Congestion control is off: as a receiver it sends no CNP for CE, or as a sender it ignores the CNPs it gets. */
    CC_OFF("cc-off"),
    /** It sends CNPs for CE, or handles the CNPs it gets. Nothing is said of rates: a port's counters hold none per flow. */
    HANDLING("handling"),
    /** Nothing was to be marked on the way to it. */
    NOT_CONGESTED("not-congested"),
    /** The counters are absent or were never seen to count. */
    NOT_OBSERVABLE("not-observable");

    private final String text;

    NicClass(String text) {
        this.text = text;
    }

    /** Name in tables and commands. */
    public String text() {
        return text;
    }
}
