package io.stormglass.fabric.scenario;

/** A scenario file or a setting of it cannot be used; the message says where, what stands there and what was expected. */
public final class ScenarioFileException extends Exception {
    private static final long serialVersionUID = 1L;

    ScenarioFileException(String message) {
        super(message);
    }
}
