package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest of each open storm state and of each sign of the ports of a fabric. */
final class PortFacts {
    private final TreeMap<String, StormTransition.Storm> open = new TreeMap<>();
    private final TreeMap<String, StormTransition.Sign> signs = new TreeMap<>();

    /** Continues with what {@link #all} said, in any order. */
    PortFacts(Collection<StormTransition> facts) {
        for (StormTransition fact : facts) {
            switch (fact) {
                case StormTransition.Storm storm -> open.put(storm.factKey(), storm);
                case StormTransition.Sign sign -> signs.put(sign.factKey(), sign);
                case StormTransition.Link unused -> {}
                case StormTransition.Maintenance unused -> {}
            }
        }
    }

    void take(StormTransition transition) {
        switch (transition) {
            case StormTransition.Storm storm -> take(storm);
            case StormTransition.Sign sign -> take(sign);
            case StormTransition.Link unused -> {}
            case StormTransition.Maintenance unused -> {}
        }
    }

    private void take(StormTransition.Storm storm) {
        if (storm.change().kind() == PauseChange.Kind.CLEARED) {
            open.remove(storm.factKey());
        } else {
            open.put(storm.factKey(), storm);
        }
    }

    /**
     * Of dropped packets it is kept when they ended: their incident has no storm state that could tell. So it is of a full line: the
     * pauses of a congestion outlast it.
     */
    private void take(StormTransition.Sign sign) {
        PortSign.Kind kind = sign.sign().kind();
        boolean kept = kind == PortSign.Kind.LOSSLESS_DROPS || kind == PortSign.Kind.LINE_RATE;
        if (sign.sign().present() || (kept && signs.containsKey(sign.factKey()))) {
            signs.put(sign.factKey(), sign);
        } else {
            signs.remove(sign.factKey());
        }
    }

    /** Forgets signs that ended before; returns their keys. */
    List<String> forgetEndedBefore(long nanos) {
        List<String> gone = signs.values().stream()
                .filter(s -> !s.sign().present() && s.atNanos() < nanos)
                .map(StormTransition.Sign::factKey)
                .toList();
        gone.forEach(signs::remove);
        return gone;
    }

    boolean holds(String factKey) {
        return open.containsKey(factKey) || signs.containsKey(factKey);
    }

    List<StormTransition> all() {
        List<StormTransition> all = new ArrayList<>(open.values());
        all.addAll(signs.values());
        return all;
    }

    Collection<StormTransition.Storm> open() {
        return open.values();
    }

    /** Newest of the storm state, null where it is not open. */
    StormTransition.@Nullable Storm open(String factKey) {
        return open.get(factKey);
    }

    /** Signs of a kind, those that ended included. */
    Stream<StormTransition.Sign> signs(PortSign.Kind kind) {
        return signs.values().stream().filter(s -> s.sign().kind() == kind);
    }

    Stream<StormTransition.Sign> present(PortSign.Kind kind) {
        return signs(kind).filter(s -> s.sign().present());
    }

    /** The sign of a port that speaks of the priority, null where there is none. */
    @Nullable
    PortSign present(PortSign.Kind kind, @Nullable PortKey port, int priority) {
        return present(kind)
                .filter(s -> Objects.equals(s.port(), port)
                        && Links.samePriority(s.sign().priority(), priority))
                .map(StormTransition.Sign::sign)
                .findFirst()
                .orElse(null);
    }
}
