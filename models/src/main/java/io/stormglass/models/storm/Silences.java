package io.stormglass.models.storm;

import io.stormglass.models.storm.StormTransition.Silence.Voice;
import java.util.Collection;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which devices of a fabric are heard and which are not. */
final class Silences {
    private final TreeMap<String, StormTransition.Silence> voices = new TreeMap<>();
    private final TreeMap<String, StormTransition.Silence> silent = new TreeMap<>();

    /** Continues with what {@link #all} said; what is not of silence is passed over. */
    Silences(Collection<StormTransition> facts) {
        for (StormTransition fact : facts) {
            if (fact instanceof StormTransition.Silence silence) {
                take(silence);
            }
        }
    }

    /** True where a decision may depend on it: who is heard matters only beside somebody who is not. */
    boolean take(StormTransition.Silence said) {
        String device = said.device();
        StormTransition.Silence before =
                said.voice() == Voice.FORGOTTEN ? voices.remove(device) : voices.put(device, said);
        boolean silence = silent.remove(device) != null;
        if (said.voice().silent()) {
            silence = true;
            silent.put(device, said);
        }
        return !said.equals(before) && (silence || !silent.isEmpty());
    }

    Collection<? extends StormTransition> all() {
        return voices.values();
    }

    boolean anySilent() {
        return !silent.isEmpty();
    }

    /** Last word of a silent device; null where it is not silent, or was never heard. */
    @Nullable
    Long lastWordNanos(String device) {
        StormTransition.Silence said = silent.get(device);
        return said == null ? null : said.heardNanos();
    }

    /** Since when a device is heard; null where it is not, or what it says is in doubt. */
    @Nullable
    Long heardSinceNanos(String device) {
        StormTransition.Silence said = voices.get(device);
        return said == null || said.voice() != Voice.HEARD ? null : (Long) said.atNanos();
    }

    /** When an entity that fell silent was heard last, the newest of its devices; null where none of them fell silent. */
    @Nullable
    Long heardNanos(String entity, Links links) {
        Long newest = null;
        for (StormTransition.Silence each : silent.values()) {
            Long heard = each.voice() == Voice.SILENT ? each.heardNanos() : null;
            if (heard != null && links.entity(each.device()).equals(entity)) {
                newest = newest == null ? heard : (Long) Math.max(newest, heard);
            }
        }
        return newest;
    }
}
