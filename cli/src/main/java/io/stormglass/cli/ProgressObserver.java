package io.stormglass.cli;

import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowSpec;
import java.util.function.DoubleConsumer;

/** Tells now and then how much of a run is done, and ends it where the person has stopped the command. */
final class ProgressObserver implements FabricObserver {
    private static final int EVERY = 0xfff;

    private final long endPicos;
    private final long payloadBytes;
    private final boolean untilDone;
    private final DoubleConsumer progress;
    private long packets;
    private long flows;
    private double added;

    /**
     * Tells of one run.
     *
     * @param endPicos when it is over at the latest
     * @param payloadBytes of a full packet
     * @param untilDone it is over when everything has been sent
     * @param progress is given 0 to 1
     */
    ProgressObserver(long endPicos, long payloadBytes, boolean untilDone, DoubleConsumer progress) {
        this.endPicos = endPicos;
        this.payloadBytes = payloadBytes;
        this.untilDone = untilDone;
        this.progress = progress;
    }

    @Override
    public void added(int flow, FlowSpec spec) {
        added += Math.ceil((double) spec.bytes() / payloadBytes);
        // A run that only adds flows delivers nothing for long, and can be stopped all the same.
        if ((++flows & EVERY) == 0) {
            CommandFailure.throwIfInterrupted();
        }
    }

    @Override
    public void delivered(int flow, int number, long sentPicos, long nowPicos) {
        if ((++packets & EVERY) != 0) {
            return;
        }
        CommandFailure.throwIfInterrupted();
        double time = (double) nowPicos / endPicos;
        progress.accept(untilDone ? Math.max(time, packets / added) : time);
    }
}
