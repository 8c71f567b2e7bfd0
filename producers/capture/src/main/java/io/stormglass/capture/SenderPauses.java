package io.stormglass.capture;

import io.stormglass.capture.frame.Frame;
import io.stormglass.capture.frame.FrameKind;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which pause frames stop which senders. A frame that a port received stops the port, one that it sent stops its peer. That is a sender's
 * pause where the one that is stopped is known to be a host, and it has a length where the speed of the link is known, not assumed.
 * Frames without a direction, at ends of unknown role, and of links of unknown speed are counted and stop nothing.
 */
final class SenderPauses {
    private static final int PRIORITIES = 8;

    private final Map<PortKey, @Nullable PauseClock[]> clocksOfPorts = new HashMap<>();
    /** By index of the view. */
    private final List<@Nullable PauseClock[]> clocksOfViews = new ArrayList<>();

    private final List<PauseClock> clocks = new ArrayList<>();
    private long framesNotAttributed;

    /** A pause frame that a view showed, which went a way as seen from its port. */
    void frame(PortView view, int viewIndex, Direction direction, Frame frame, long nowNanos) {
        Direction stopped =
                switch (direction) {
                    case RX -> Direction.TX;
                    case TX -> Direction.RX;
                    case UNKNOWN -> Direction.UNKNOWN;
                };
        if (isSwitch(view, stopped)) {
            return;
        }
        if (!isHost(view, stopped) || !isSpeedKnown(view)) {
            framesNotAttributed++;
            return;
        }
        for (int priority = 0; priority < PRIORITIES; priority++) {
            int quanta = quanta(frame, priority);
            if (quanta >= 0) {
                clock(view, viewIndex, stopped, priority).paused(nowNanos, quanta);
            }
        }
    }

    /** Quanta for a priority, -1 where the frame says nothing of it. 802.3x stops all of them. */
    private static int quanta(Frame frame, int priority) {
        if (frame.kind() == FrameKind.PFC) {
            return (frame.readableClasses() & (1 << priority)) == 0 ? -1 : frame.classQuanta(priority);
        }
        return frame.kind() == FrameKind.PAUSE ? frame.pauseQuanta() : -1;
    }

    /** The clock of the sender whose packet this is; null where that is not known. */
    @Nullable
    PauseClock of(PortView view, int viewIndex, Direction direction, Frame frame) {
        if (frame.mirrored() || !isHost(view, direction) || !isSpeedKnown(view)) {
            return null;
        }
        return clock(view, viewIndex, direction, frame.priority());
    }

    /** Lets all flows tell what is known of their pauses up to a time. */
    void tell(long nowNanos) {
        for (PauseClock clock : clocks) {
            clock.tell(nowNanos);
        }
    }

    /** Pause frames that may have stopped a sender, without it being known which or for how long. */
    long framesNotAttributed() {
        return framesNotAttributed;
    }

    private PauseClock clock(PortView view, int viewIndex, Direction sending, int priority) {
        while (clocksOfViews.size() <= viewIndex) {
            clocksOfViews.add(new PauseClock[0]);
        }
        @Nullable PauseClock[] ofView = clocksOfViews.get(viewIndex);
        if (ofView.length == 0) {
            ofView = clocksOfPorts.computeIfAbsent(view.point().port(), port -> new PauseClock[2 * PRIORITIES]);
            clocksOfViews.set(viewIndex, ofView);
        }
        int index = (sending == Direction.TX ? 0 : PRIORITIES) + priority;
        PauseClock known = ofView[index];
        if (known == null) {
            known = new PauseClock(view.point().link().linkBitsPerSecond());
            ofView[index] = known;
            clocks.add(known);
        }
        return known;
    }

    private static boolean isSpeedKnown(PortView view) {
        return view.point().link().linkBitsPerSecond() > 0
                && !view.point().link().speedAssumed();
    }

    private static boolean isHost(PortView view, Direction sending) {
        return roleOfSender(view, sending) == EntityRole.HOST;
    }

    private static boolean isSwitch(PortView view, Direction sending) {
        EntityRole role = roleOfSender(view, sending);
        return role != EntityRole.HOST && role != EntityRole.UNKNOWN;
    }

    private static EntityRole roleOfSender(PortView view, Direction sending) {
        return switch (sending) {
            case TX -> view.point().role();
            case RX -> view.point().link().peerRole();
            case UNKNOWN -> EntityRole.UNKNOWN;
        };
    }
}
