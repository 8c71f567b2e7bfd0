package io.stormglass.models.modes;

/**
 * One class of flows within a rack.
 *
 * @param flowClass class as flows are published with, such as {@code cc-off}
 * @param flows flows of the class, at least 1
 * @param share part of all flows of the rack, above 0 and at most 1
 */
public record ModeShare(String flowClass, long flows, double share) {
    public ModeShare {
        if (flows < 1 || !(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    flowClass + " with " + flows + " flows and share " + share + " is no class that occurs");
        }
    }
}
