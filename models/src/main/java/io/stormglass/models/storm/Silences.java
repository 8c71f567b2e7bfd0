package io.stormglass.models.storm;

import java.util.Collection;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Devices of a fabric that are not heard. */
final class Silences {
    private final TreeMap<String, StormTransition.Silence> silent = new TreeMap<>();

    /** Continues with what {@link #all} said; what is not of silence is passed over. */
    Silences(Collection<StormTransition> facts) {
        for (StormTransition fact : facts) {
            if (fact instanceof StormTransition.Silence silence) {
                take(silence);
            }
        }
    }

    void take(StormTransition.Silence said) {
        if (said.heardNanos() == null) {
            silent.remove(said.device());
        } else {
            silent.put(said.device(), said);
        }
    }

    Collection<? extends StormTransition> all() {
        return silent.values();
    }

    /** When an entity was heard last, the newest of its devices; null where one of them is heard, and where it is none of them. */
    @Nullable
    Long heardNanos(String entity, Links links) {
        Long newest = null;
        for (StormTransition.Silence each : silent.values()) {
            Long heard = each.heardNanos();
            if (heard != null && links.entity(each.device()).equals(entity)) {
                newest = newest == null ? heard : (Long) Math.max(newest, heard);
            }
        }
        return newest;
    }
}
