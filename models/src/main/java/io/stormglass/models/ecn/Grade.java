package io.stormglass.models.ecn;

/** How well an input is known; the worst one bounds the confidence. */
public enum Grade {
    /** Measured where it happens: sender-side round trips, a mirror, a histogram of the queue. */
    MEASURED("measured", 1),
    /** Concluded from something else that was measured: a watermark, queue pairs ready to send, a probe of the host pair. */
    CONCLUDED("concluded", 0.8),
    /** As somebody configured or documented it: per tier, from a data sheet, link facts. */
    CONFIGURED("configured", 0.7),
    /** Nothing is known of it; a usual value stands in. */
    ASSUMED("assumed", 0.4);

    private final String text;
    private final double confidence;

    Grade(String text, double confidence) {
        this.text = text;
        this.confidence = confidence;
    }

    /** As written for people. */
    public String text() {
        return text;
    }

    /** Upper end of the confidence of what rests on such an input, 0..1. */
    public double confidence() {
        return confidence;
    }

    /** True where nothing is known of the input. */
    public boolean assumed() {
        return this == ASSUMED;
    }
}
