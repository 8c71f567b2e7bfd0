package io.stormglass.models.pause;

/** Rules by which a port's storm state opens, weaker ones first. Limits: {@link PauseSettings}. */
public enum StormRule {
    /** Paused nearly all the time with nothing to send. Never a page. */
    IDLE_PAUSE("idle-pause"),
    /** Paused half of the time or more, in most seconds, and packets pass between. */
    CHOPPY("choppy"),
    /** The NIC's firmware says that it pauses too long. */
    NIC_REPORTED("nic-reported"),
    /** Paused for the whole detection time and nothing sent. */
    SUSTAINED("sustained"),
    /** The switch's own PFC watchdog says so. */
    WATCHDOG("watchdog");

    private final String text;

    StormRule(String text) {
        this.text = text;
    }

    /** Name in evidence, records and reports. */
    public String text() {
        return text;
    }
}
