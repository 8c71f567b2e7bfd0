package io.stormglass.publisher;

/** The records cannot be written; the run has failed. */
public final class PublishException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PublishException(String message, Throwable cause) {
        super(message, cause);
    }
}
