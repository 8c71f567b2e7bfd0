package io.stormglass.streams.sink;

/**
 * What a receiver answered.
 *
 * @param body its beginning, on one line, without our secrets
 */
public record Answer(int status, String body) {
    private static final int TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;

    /** It took what was sent. */
    public boolean accepted() {
        return status >= 200 && status < 300;
    }

    /** The receiver will say the same again, unless somebody changes something. */
    public boolean refused() {
        return status >= 400 && status < 500 && status != TIMEOUT && status != TOO_EARLY && status != TOO_MANY;
    }

    /** What was sent is at fault, not how the receiver is set up. */
    public boolean refusesTheBody() {
        return status == 400 || status == 413 || status == 415 || status == 422;
    }
}
