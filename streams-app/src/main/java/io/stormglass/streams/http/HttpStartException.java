package io.stormglass.streams.http;

/** The server cannot listen where it should. */
public final class HttpStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HttpStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
