package io.stormglass.capture;

import io.stormglass.capture.frame.Frame;
import io.stormglass.capture.frame.FrameKind;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EventSink;
import io.stormglass.models.event.PortEvent;
import io.stormglass.models.event.PortKey;

/** The events of one port on their way out; holds traffic back until the port's next pause event. */
final class PortStream {
    private static final int PRIORITIES = 8;

    private final PortKey key;
    private final EventSink sink;
    private final Tally[] unknown = tallies(Direction.UNKNOWN);
    private final Tally[] received = tallies(Direction.RX);
    private final Tally[] sent = tallies(Direction.TX);
    private boolean pending;
    private long pendingSlice;
    /** Whether it stands in the list of streams to flush at the end of the slice. */
    boolean listed;
    /** Whether its link facts have been given. */
    boolean introduced;

    /** Traffic of one direction and priority. */
    private static final class Tally {
        final Direction direction;
        final int priority;
        long packets;
        long bytes;
        long marked;
        long timeNanos;

        Tally(Direction direction, int priority) {
            this.direction = direction;
            this.priority = priority;
        }
    }

    PortStream(PortKey key, EventSink sink) {
        this.key = key;
        this.sink = sink;
    }

    private static Tally[] tallies(Direction direction) {
        Tally[] all = new Tally[PRIORITIES];
        for (int priority = 0; priority < PRIORITIES; priority++) {
            all[priority] = new Tally(direction, priority);
        }
        return all;
    }

    PortKey key() {
        return key;
    }

    /** Holds a packet; one of another slice lets the earlier ones go first. */
    void traffic(Direction direction, Frame frame, long timeNanos, long slice, long bytes) {
        if (pending && slice != pendingSlice) {
            flush();
        }
        pending = true;
        pendingSlice = slice;
        Tally tally = of(direction)[frame.priority()];
        tally.packets++;
        tally.bytes += bytes;
        tally.marked += frame.ce() ? 1 : 0;
        tally.timeNanos = timeNanos;
    }

    private Tally[] of(Direction direction) {
        return switch (direction) {
            case UNKNOWN -> unknown;
            case RX -> received;
            case TX -> sent;
        };
    }

    /** Emits what is held, then the pause events of a MAC control frame. */
    void pause(Direction direction, Frame frame, long timeNanos) {
        flush();
        if (frame.kind() == FrameKind.PFC) {
            for (int priority = 0; priority < PRIORITIES; priority++) {
                if ((frame.readableClasses() & (1 << priority)) != 0) {
                    sink.portEvent(
                            key, new PortEvent.PfcFrame(timeNanos, direction, priority, frame.classQuanta(priority)));
                }
            }
        } else if (frame.kind() == FrameKind.PAUSE && frame.pauseQuanta() >= 0) {
            sink.portEvent(key, new PortEvent.PauseFrame(timeNanos, direction, frame.pauseQuanta()));
        }
    }

    /** Emits what is held. */
    void flush() {
        if (!pending) {
            return;
        }
        pending = false;
        flush(unknown);
        flush(received);
        flush(sent);
    }

    private void flush(Tally[] tallies) {
        for (Tally tally : tallies) {
            if (tally.packets > 0) {
                sink.portEvent(
                        key,
                        new PortEvent.Traffic(
                                tally.timeNanos,
                                tally.direction,
                                tally.priority,
                                tally.packets,
                                tally.bytes,
                                tally.marked));
                tally.packets = 0;
                tally.bytes = 0;
                tally.marked = 0;
            }
        }
    }
}
