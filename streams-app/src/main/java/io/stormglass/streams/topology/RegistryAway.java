package io.stormglass.streams.topology;

/**
 * The registry cannot be asked. An Error because it has to pass the log-and-continue handler, which catches exceptions
 * only and would make a dead letter of a good record; the runtime's handler then replaces the thread.
 */
public final class RegistryAway extends Error {
    private static final long serialVersionUID = 1;

    RegistryAway(String message, Throwable cause) {
        super(message, cause);
    }
}
