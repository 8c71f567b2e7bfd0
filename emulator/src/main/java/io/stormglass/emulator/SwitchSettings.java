package io.stormglass.emulator;

/**
 * A switch.
 *
 * @param buffer its packet buffer
 * @param lossless set of priorities with PFC, as bits
 * @param ecn marking
 * @param scheduler of every port
 * @param spreading over equal paths
 * @param reroutePicos from a change of a link to paths that know it, in the whole fabric at once, 0 and up
 */
public record SwitchSettings(
        BufferSettings buffer,
        int lossless,
        EcnSettings ecn,
        SchedulerSettings scheduler,
        Spreading spreading,
        long reroutePicos) {
    public SwitchSettings {
        Priorities.checkSet("set of lossless priorities", lossless);
        if (reroutePicos < 0) {
            throw new IllegalArgumentException(
                    "new paths are found after " + reroutePicos + " ps, 0 and up is possible");
        }
    }

    /** Priority 3 lossless and not marked, all priorities strict, standard buffer, new paths after 1 ms (a choice of ours). */
    public static SwitchSettings standard() {
        return new SwitchSettings(
                BufferSettings.standard(),
                1 << 3,
                EcnSettings.off(),
                SchedulerSettings.allStrict(),
                Spreading.FLOW_HASH,
                Picos.PER_MILLI);
    }

    /** With another buffer. */
    public SwitchSettings with(BufferSettings other) {
        return new SwitchSettings(other, lossless, ecn, scheduler, spreading, reroutePicos);
    }

    /** With other marking. */
    public SwitchSettings with(EcnSettings other) {
        return new SwitchSettings(buffer, lossless, other, scheduler, spreading, reroutePicos);
    }

    /** With another scheduler. */
    public SwitchSettings with(SchedulerSettings other) {
        return new SwitchSettings(buffer, lossless, ecn, other, spreading, reroutePicos);
    }

    /** With other spreading. */
    public SwitchSettings with(Spreading other) {
        return new SwitchSettings(buffer, lossless, ecn, scheduler, other, reroutePicos);
    }

    /** With other lossless priorities. */
    public SwitchSettings withLossless(int priorities) {
        return new SwitchSettings(buffer, priorities, ecn, scheduler, spreading, reroutePicos);
    }

    /** With another time until paths know of a change. */
    public SwitchSettings withReroutePicos(long picos) {
        return new SwitchSettings(buffer, lossless, ecn, scheduler, spreading, picos);
    }
}
