package io.stormglass.models.modes;

import java.util.List;

/**
 * How the flows that start in one rack deal with congestion.
 *
 * @param rack empty for the whole fabric
 * @param flows flows of the rack, not negative
 * @param classes classes that occur, the most frequent first, of equals the first by name; empty without flows
 */
public record ModeRow(String rack, long flows, List<ModeShare> classes) {
    /** Rack of the row that speaks of the whole fabric. */
    public static final String WHOLE_FABRIC = "";

    public ModeRow {
        classes = List.copyOf(classes);
        if (classes.stream().mapToLong(ModeShare::flows).sum() != flows) {
            throw new IllegalArgumentException(
                    "the classes of rack '" + rack + "' do not add up to its " + flows + " flows: " + classes);
        }
    }

    /** A rack whose flows are all gone. */
    public static ModeRow empty(String rack) {
        return new ModeRow(rack, 0, List.of());
    }

    /** The most frequent class; empty without flows. */
    public String dominantClass() {
        return classes.isEmpty() ? "" : classes.get(0).flowClass();
    }

    /** Its part of all flows, 0 to 1. */
    public double dominantShare() {
        return classes.isEmpty() ? 0 : classes.get(0).share();
    }
}
