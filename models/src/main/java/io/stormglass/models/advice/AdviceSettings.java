package io.stormglass.models.advice;

import io.stormglass.models.ecn.Hysteresis;
import io.stormglass.models.ecn.LocalSearch;
import io.stormglass.models.ecn.Profile;
import io.stormglass.models.ecn.StepLimit;
import io.stormglass.models.event.EntityRole;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How advice is made.
 *
 * @param profile weights of the cost
 * @param slidingNanos the newest windows that are taken together, above 0
 * @param leastLoadedNanos loaded time that they need, or
 * @param leastBursts so many bursts
 * @param mostPausedShare of the busy time in which the queue itself was paused, 0..1
 * @param baseRttNanos configured base round trips by the role of the switch; may be empty
 * @param hysteresis whether a change is worth it
 * @param stepLimit how far one step goes
 * @param search budget of a search
 * @param mostKinds queues of one object that differ by more than rounding and are evaluated each, at least 1
 */
public record AdviceSettings(
        Profile profile,
        long slidingNanos,
        long leastLoadedNanos,
        int leastBursts,
        double mostPausedShare,
        Map<EntityRole, Long> baseRttNanos,
        Hysteresis hysteresis,
        StepLimit stepLimit,
        LocalSearch.Settings search,
        int mostKinds) {
    private static final long SECOND = 1_000_000_000L;

    public AdviceSettings {
        if (slidingNanos <= 0 || leastLoadedNanos < 0 || leastBursts < 1 || mostKinds < 1) {
            throw new IllegalArgumentException("windows of " + slidingNanos + " ns with " + leastLoadedNanos
                    + " ns of load or " + leastBursts + " bursts, " + mostKinds
                    + " kinds: above 0, at least 0, 1 and 1 are needed");
        }
        if (!(mostPausedShare >= 0 && mostPausedShare <= 1)) {
            throw new IllegalArgumentException("paused share is " + mostPausedShare + ", 0..1 is needed");
        }
        EnumMap<EntityRole, Long> copy = new EnumMap<>(EntityRole.class);
        copy.putAll(baseRttNanos);
        baseRttNanos = Collections.unmodifiableMap(copy);
    }

    /** Windows of 10 s, 200 ms or 300 bursts, a fifth paused, no configured round trips, 8 kinds. */
    public static AdviceSettings of(Profile profile) {
        return new AdviceSettings(
                profile,
                10 * SECOND,
                SECOND / 5,
                300,
                0.2,
                Map.of(),
                Hysteresis.STANDARD,
                StepLimit.STANDARD,
                LocalSearch.Settings.STANDARD,
                8);
    }
}
