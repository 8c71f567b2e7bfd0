package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.StormRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One priority of a port that waits for its peer: a node of the wait-for graph. One end of the link tells of it, or both.
 *
 * @param key tells it from others; two with one key are equal
 * @param name {@code device/port/priority} of the port that waits, of the observation where that is not known
 * @param waiter device that waits; empty where unknown
 * @param waitingPort null where unknown
 * @param pauser device that it waits for; empty where unknown
 * @param pausingPort null where unknown
 * @param openedNanos of the first of its storm states
 * @param states storm states that tell of it
 */
record Hop(
        String key,
        String name,
        int priority,
        String waiter,
        @Nullable PortKey waitingPort,
        String pauser,
        @Nullable PortKey pausingPort,
        long openedNanos,
        List<StormTransition.Storm> states) {
    /** Those states that know, where there are any: an end that only sees pauses says nothing against them. */
    List<StormTransition.Storm> telling() {
        List<StormTransition.Storm> knowing = states.stream().filter(Hop::knows).toList();
        return knowing.isEmpty() ? states : knowing;
    }

    /** True where an end knows more than that it is paused. */
    boolean knows() {
        return states.stream().anyMatch(Hop::knows);
    }

    /** What moves, or the device's own word. */
    private static boolean knows(StormTransition.Storm state) {
        return state.change().sentPackets() >= 0 || state.change().source() == PauseChange.Source.DEVICE;
    }

    /** Packets passed in the newest window; -1 where neither end can tell. One end that saw them is enough. */
    long sentPackets() {
        return states.stream().mapToLong(s -> s.change().sentPackets()).max().orElse(-1);
    }

    /** True where nothing passes, and not for want of something to send. */
    boolean stuck() {
        return sentPackets() == 0
                && telling().stream()
                        .map(s -> s.change().rule())
                        .allMatch(rule -> rule == StormRule.SUSTAINED || rule == StormRule.WATCHDOG);
    }

    /** When nothing will have passed for two detection times. */
    long stuckTwiceNanos() {
        return states.stream()
                .mapToLong(s -> s.atNanos() + s.change().detectionNanos())
                .max()
                .orElse(Long.MAX_VALUE);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Hop hop && key.equals(hop.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }
}
