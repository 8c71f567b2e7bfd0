package io.stormglass.models.congestion;

/** State of one egress queue of a switch. {@link QueueClassifier} has the rules. */
public enum QueueClass {
    /** What was seen does not decide; the verdict says what is missing. */
    UNKNOWN("unknown"),
    /** The watermark stayed below Kmin. */
    NOT_CONGESTED("not-congested"),
    /** It marks, and is not known to have passed Kmax. */
    MARKING("marking"),
    /** The watermark passed Kmax. */
    PAST_KMAX("past-kmax"),
    /** Its backlog made the switch pause its peers. */
    PAUSING("pausing"),
    /** One of the two, while counters known to be live stood still: marking is off, or nothing in it can be marked. */
    UNMARKED_PAST_KMAX("unmarked-past-kmax"),
    /** Neither watermark nor marks can be seen. */
    NOT_OBSERVABLE("not-observable");

    private final String text;

    QueueClass(String text) {
        this.text = text;
    }

    /** Name in tables and commands. */
    public String text() {
        return text;
    }
}
