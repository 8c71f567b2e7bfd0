package io.stormglass.emulator;

import java.util.SplittableRandom;

/** What all devices of one emulation share. */
final class Engine {
    final EventQueue events;
    final PacketPool pool = new PacketPool();
    final WireFormat wireFormat;
    final FabricObserver observer;
    /** What faults draw from; the emulation gives its own. */
    SplittableRandom faultRandom = new SplittableRandom(0);
    /** Serialisation and pacing are rounded down to a multiple of it. */
    final long gridPicos;

    long packetHops;
    /** Messages whose sender does not have every acknowledgement. */
    int openMessages;

    final FlowCompletion completion = new FlowCompletion();

    /**
     * An engine at time 0.
     *
     * @param eventDistancePicos time between events when the fabric is busy; decides speed only
     */
    Engine(WireFormat wireFormat, TimeGrid grid, FabricObserver observer, long eventDistancePicos) {
        this.events = new EventQueue(eventDistancePicos);
        this.wireFormat = wireFormat;
        this.observer = observer;
        this.gridPicos = switch (grid) {
            case PICOSECONDS -> 1;
            case FLOOR_TO_NANOSECONDS -> Picos.PER_NANO;
        };
    }
}
