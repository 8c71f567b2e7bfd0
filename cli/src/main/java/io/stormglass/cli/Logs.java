package io.stormglass.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** How much is logged; where to is in {@code logback.xml}. */
final class Logs {
    private Logs() {}

    /** Raises the level for {@code --verbose}. */
    static void configure(boolean verbose) {
        if (verbose) {
            raise("io.stormglass", Level.DEBUG);
            raise("org.apache.kafka", Level.WARN);
            raise("kafka", Level.WARN);
        }
    }

    private static void raise(String name, Level level) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(level);
        }
    }
}
