package io.stormglass.embedded;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The embedded stack cannot start or has failed; the message is meant for the user. */
public final class EmbeddedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    /** An error without a deeper cause. */
    public EmbeddedException(String message) {
        super(message);
    }

    /** An error with its cause. */
    public EmbeddedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
