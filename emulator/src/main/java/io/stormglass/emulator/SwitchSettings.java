package io.stormglass.emulator;

/**
 * A switch.
 *
 * @param buffer its packet buffer
 * @param lossless set of priorities with PFC, as bits
 * @param ecn marking
 * @param scheduler of every port
 * @param spreading over equal paths
 */
public record SwitchSettings(
        BufferSettings buffer, int lossless, EcnSettings ecn, SchedulerSettings scheduler, Spreading spreading) {
    public SwitchSettings {
        Priorities.checkSet("set of lossless priorities", lossless);
    }

    /** Priority 3 lossless and not marked, all priorities strict, standard buffer. */
    public static SwitchSettings standard() {
        return new SwitchSettings(
                BufferSettings.standard(),
                1 << 3,
                EcnSettings.off(),
                SchedulerSettings.allStrict(),
                Spreading.FLOW_HASH);
    }

    /** With another buffer. */
    public SwitchSettings with(BufferSettings other) {
        return new SwitchSettings(other, lossless, ecn, scheduler, spreading);
    }

    /** With other marking. */
    public SwitchSettings with(EcnSettings other) {
        return new SwitchSettings(buffer, lossless, other, scheduler, spreading);
    }

    /** With another scheduler. */
    public SwitchSettings with(SchedulerSettings other) {
        return new SwitchSettings(buffer, lossless, ecn, other, spreading);
    }

    /** With other spreading. */
    public SwitchSettings with(Spreading other) {
        return new SwitchSettings(buffer, lossless, ecn, scheduler, other);
    }

    /** With other lossless priorities. */
    public SwitchSettings withLossless(int priorities) {
        return new SwitchSettings(buffer, priorities, ecn, scheduler, spreading);
    }
}
