package io.stormglass.streams.sink;

import static io.stormglass.streams.sink.Storms.OPENED;
import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.avro.StormIncident;
import org.junit.jupiter.api.AfterEach;

/** A target that posts to a {@link Receiver}, on a clock of the test's own. */
abstract class TargetFixture {
    static final long MINUTE = 60_000L;
    private static final int MOST_STEPS_AT_ONE_TIME = 500;

    final Receiver receiver = new Receiver();
    /** Of the version that is given next. */
    long offset;

    long now = OPENED / 1_000_000L + 3000;

    /** The one that is tested. */
    abstract Target target();

    @AfterEach
    void close() {
        target().close();
        receiver.close();
    }

    void give(StormIncident... incidents) {
        for (StormIncident incident : incidents) {
            target().take(new Version(incident, 0, offset++));
        }
    }

    /** Lets the target do all that is due by now. */
    void step() throws InterruptedException {
        int steps = 0;
        while (target().step(now) <= now) {
            assertThat(steps++).as("steps at one time").isLessThan(MOST_STEPS_AT_ONE_TIME);
        }
    }

    void later(long millis) throws InterruptedException {
        now += millis;
        step();
    }
}
