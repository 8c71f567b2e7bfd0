package io.stormglass.emulator.telemetry;

import io.stormglass.models.ecn.Reaction;
import io.stormglass.models.ecn.Reactions;

/**
 * What a host's NIC is set to, as its agent reads it. Empty texts are not known.
 *
 * @param mode congestion control: {@code off}, {@code dcqcn}...
 * @param settings of that
 */
public record NicControl(String mode, String settings) {
    /** Nothing is known. */
    public static final NicControl UNKNOWN = new NicControl("", "");

    private static final String REACTS = "rp=on";

    /** DCQCN, both sides on, set as {@link Reactions} writes it. */
    public static NicControl dcqcn(Reaction reaction) {
        return new NicControl("dcqcn", Reactions.text(reaction));
    }

    /** The settings with the reaction to CNPs off. */
    String withoutReaction() {
        return settings.replace(REACTS, "rp=off");
    }
}
