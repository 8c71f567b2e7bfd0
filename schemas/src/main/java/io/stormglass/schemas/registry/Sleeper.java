package io.stormglass.schemas.registry;

import java.time.Duration;

/** Waits between attempts; tests hand in one that only notes the time. */
@FunctionalInterface
interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;
}
