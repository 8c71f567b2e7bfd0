package io.stormglass.models.shadow;

/** How a flow's sender deals with congestion. {@link FlowClassifier} has the rules. */
public enum FlowClass {
    /** Sends at the limit of the reference model. */
    CONFORMING("conforming"),
    /** CNPs reach the sender, its rate does not move. */
    IGNORES_CNPS("ignores-cnps"),
    /** Has something to send and stays below the limit. */
    OVER_REACTS("over-reacts"),
    /** Reacts, and sends above the limit all the same. */
    UNDER_REACTS("under-reacts"),
    /** Congestion control is switched off at the sender or at the receiver. */
    CC_OFF("cc-off"),
    /** Whether there are CNPs cannot be seen. */
    NOT_OBSERVABLE("not-observable"),
    /** Nothing was to be marked. */
    NOT_CONGESTED("not-congested"),
    /** The receiver sent more CNPs than arrived. */
    CNP_LOST("cnp-lost"),
    /** The rate follows the delay, not the CNPs. */
    RTT_BASED("rtt-based"),
    /** The application, not the limit, decides the rate. */
    APP_LIMITED("app-limited"),
    /** What was seen does not decide; the verdict says what is missing. */
    UNKNOWN("unknown");

    private final String text;

    FlowClass(String text) {
        this.text = text;
    }

    /** Name in records, tables and commands. */
    public String text() {
        return text;
    }
}
