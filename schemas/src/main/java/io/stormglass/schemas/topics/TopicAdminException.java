package io.stormglass.schemas.topics;

import org.jspecify.annotations.Nullable;

/** The cluster refused an operation on topics, or could not be asked. */
public final class TopicAdminException extends RuntimeException {
    TopicAdminException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
