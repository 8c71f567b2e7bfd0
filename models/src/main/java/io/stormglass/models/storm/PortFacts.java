package io.stormglass.models.storm;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.pause.PauseChange;
import io.stormglass.models.pause.PortSign;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest of each open storm state and of each sign of the ports of a fabric. */
final class PortFacts {
    /** Kinds of which is kept when they ended. */
    private static final Set<PortSign.Kind> KEPT =
            Collections.unmodifiableSet(EnumSet.of(PortSign.Kind.LOSSLESS_DROPS, PortSign.Kind.LINE_RATE));

    private final TreeMap<String, StormTransition.Storm> open = new TreeMap<>();
    private final Map<StateKey, StormTransition.Storm> openByState = new HashMap<>();
    private final TreeMap<String, StormTransition.Storm> over = new TreeMap<>();
    /** By kind, then by key: those of one port follow each other. */
    private final Map<PortSign.Kind, NavigableMap<String, StormTransition.Sign>> signs =
            new EnumMap<>(PortSign.Kind.class);

    /** Continues with what {@link #all} said, in any order. */
    PortFacts(Collection<StormTransition> facts) {
        for (PortSign.Kind kind : PortSign.Kind.values()) {
            signs.put(kind, new TreeMap<>());
        }
        for (StormTransition fact : facts) {
            switch (fact) {
                case StormTransition.Storm storm -> put(storm);
                case StormTransition.Sign sign -> ofKind(sign.sign().kind()).put(sign.factKey(), sign);
                case StormTransition.Link unused -> {}
                case StormTransition.Maintenance unused -> {}
                case StormTransition.Inventory unused -> {}
                case StormTransition.Flow unused -> {}
                case StormTransition.Silence unused -> {}
            }
        }
    }

    /** Takes a storm state. */
    void take(StormTransition.Storm storm) {
        if (storm.change().kind() == PauseChange.Kind.CLEARED) {
            open.remove(storm.factKey());
            openByState.remove(storm.state());
            over.remove(storm.factKey());
        } else {
            put(storm);
        }
    }

    private void put(StormTransition.Storm storm) {
        if (storm.overNanos() != null) {
            open.remove(storm.factKey());
            openByState.remove(storm.state());
            over.put(storm.factKey(), storm);
        } else {
            over.remove(storm.factKey());
            open.put(storm.factKey(), storm);
            openByState.put(storm.state(), storm);
        }
    }

    /**
     * Of dropped packets it is kept when they ended: their incident has no storm state that could tell. So it is of a full line: the
     * pauses of a congestion outlast it. True where anything is new.
     */
    boolean take(StormTransition.Sign sign) {
        PortSign.Kind kind = sign.sign().kind();
        boolean kept = KEPT.contains(kind);
        NavigableMap<String, StormTransition.Sign> known = ofKind(kind);
        if (sign.sign().present() || (kept && known.containsKey(sign.factKey()))) {
            known.put(sign.factKey(), sign);
            return true;
        }
        return known.remove(sign.factKey()) != null;
    }

    private NavigableMap<String, StormTransition.Sign> ofKind(PortSign.Kind kind) {
        return Objects.requireNonNull(signs.get(kind));
    }

    /** Forgets signs that ended before; returns their keys. */
    List<String> forgetEndedBefore(long nanos) {
        List<String> gone = new ArrayList<>();
        for (PortSign.Kind kind : KEPT) {
            ofKind(kind).values().removeIf(s -> {
                boolean over = !s.sign().present() && s.atNanos() < nanos;
                return over && gone.add(s.factKey());
            });
        }
        return gone;
    }

    boolean holds(String factKey) {
        return open.containsKey(factKey)
                || over.containsKey(factKey)
                || signs.values().stream().anyMatch(s -> s.containsKey(factKey));
    }

    List<StormTransition> all() {
        List<StormTransition> all = new ArrayList<>(open.values());
        all.addAll(over.values());
        signs.values().forEach(known -> all.addAll(known.values()));
        return all;
    }

    Collection<StormTransition.Storm> open() {
        return open.values();
    }

    /** Storm states that are not cleared and count as over all the same: their devices are silent. */
    Collection<StormTransition.Storm> over() {
        return over.values();
    }

    /** Newest of the storm state of a {@link StormTransition#factKey}, whether it counts as over or not; null where it is cleared. */
    StormTransition.@Nullable Storm storm(String factKey) {
        StormTransition.Storm found = open.get(factKey);
        return found == null ? over.get(factKey) : found;
    }

    /** Newest of the storm state, null where it is not open. */
    StormTransition.@Nullable Storm open(StateKey state) {
        return openByState.get(state);
    }

    /** Signs of a kind, those that ended included. */
    Stream<StormTransition.Sign> signs(PortSign.Kind kind) {
        return ofKind(kind).values().stream();
    }

    Stream<StormTransition.Sign> present(PortSign.Kind kind) {
        return signs(kind).filter(s -> s.sign().present());
    }

    /** The sign of a port that speaks of the priority, null where there is none. */
    @Nullable
    PortSign present(PortSign.Kind kind, @Nullable PortKey port, int priority) {
        if (port == null) {
            return null;
        }
        String first = StormTransition.signKeys(port);
        for (StormTransition.Sign sign : ofKind(kind).tailMap(first, true).values()) {
            if (!sign.port().equals(port)) {
                return null;
            }
            if (sign.sign().present() && Links.samePriority(sign.sign().priority(), priority)) {
                return sign.sign();
            }
        }
        return null;
    }
}
