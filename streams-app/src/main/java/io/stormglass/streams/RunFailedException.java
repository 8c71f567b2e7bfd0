package io.stormglass.streams;

/** The streams application could not start, or stopped; the message names what to do. */
public final class RunFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** With its cause. */
    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Without a cause. */
    public RunFailedException(String message) {
        super(message);
    }
}
