package io.stormglass.emulator;

/**
 * What all devices of a fabric have in common.
 *
 * @param wireFormat sizes of packets
 * @param switches every switch
 * @param nics every host
 * @param grid how finely it is timed
 */
public record FabricSettings(WireFormat wireFormat, SwitchSettings switches, NicSettings nics, TimeGrid grid) {
    /** Standard switches and NICs, exact time. */
    public static FabricSettings of(WireFormat wireFormat, SwitchSettings switches) {
        return new FabricSettings(wireFormat, switches, NicSettings.standard(), TimeGrid.PICOSECONDS);
    }

    /** With other NICs. */
    public FabricSettings with(NicSettings other) {
        return new FabricSettings(wireFormat, switches, other, grid);
    }

    /** With another grid. */
    public FabricSettings with(TimeGrid other) {
        return new FabricSettings(wireFormat, switches, nics, other);
    }
}
