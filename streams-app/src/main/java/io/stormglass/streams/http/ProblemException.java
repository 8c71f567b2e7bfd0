package io.stormglass.streams.http;

/** Ends a request with a problem. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    /** The problem's status and detail. */
    public ProblemException(int status, String detail) {
        super(detail);
        this.status = status;
    }

    /** The problem. */
    public Problem problem() {
        return new Problem(status, String.valueOf(getMessage()));
    }
}
