package io.stormglass.streams.topology;

import io.stormglass.models.dcqcn.DcqcnPreset;
import io.stormglass.models.shadow.FlowShadow;
import io.stormglass.models.shadow.ShadowModels;
import io.stormglass.streams.FlowSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The models of one task, one set per line rate that it met. */
final class FlowModels {
    private static final long MEGABIT = 1_000_000;
    private static final int MOST_LINES = 64;

    private final FlowSettings settings;
    private final @Nullable DcqcnPreset reference;
    private final TreeMap<Long, ShadowModels> byLine = new TreeMap<>();
    private final int fingerprint;

    FlowModels(FlowSettings settings) {
        this.settings = settings;
        reference = settings.reference();
        List<String> names = new ArrayList<>();
        names.add("version " + FlowShadow.VERSION);
        if (reference != null) {
            long line = settings.assumedLineBitsPerSecond();
            names.add(reference.at(line).toString());
            settings.compared().forEach(preset -> names.add(preset.at(line).toString()));
        }
        fingerprint = names.hashCode();
    }

    boolean run() {
        return reference != null;
    }

    /** Name of the preset that flows are judged by; empty without models. */
    String reference() {
        return reference == null ? "" : reference.text();
    }

    /** Tells saved states of other models from those of these. */
    int fingerprint() {
        return fingerprint;
    }

    /** A shadow of a flow of which nothing was seen; null without models. */
    @Nullable
    FlowShadow begin(long lineBitsPerSecond) {
        if (reference == null) {
            return null;
        }
        long line = wholeMegabits(lineBitsPerSecond);
        if (byLine.size() > MOST_LINES) {
            byLine.clear();
        }
        return new FlowShadow(
                byLine.computeIfAbsent(line, rate -> ShadowModels.named(reference, settings.compared(), rate)));
    }

    /** Line rates are told apart by Mb/s. */
    static long wholeMegabits(long bitsPerSecond) {
        return Math.max(1, bitsPerSecond / MEGABIT) * MEGABIT;
    }
}
