package io.stormglass.capture;

import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.PacketTime;
import io.stormglass.capture.frame.Frame;
import io.stormglass.capture.frame.FrameDecoder;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.Vantage;
import java.util.ArrayList;
import java.util.List;

/** What both passes do with each packet: decode it, place it, follow its flow. */
final class PacketWalk {
    private final PacketCursor cursor;
    private final CapturePoints points;
    private final FrameDecoder decoder = new FrameDecoder();
    private final Frame frame = new Frame();
    private final FlowTracker tracker = new FlowTracker();
    private final List<PortView> views = new ArrayList<>();

    private int bytes;
    private Direction direction = Direction.UNKNOWN;
    private int viewIndex;

    PacketWalk(PacketCursor cursor, CapturePoints points) {
        this.cursor = cursor;
        this.points = points;
    }

    /** Reads the next packet; false at the end. */
    boolean next() {
        if (!cursor.next()) {
            return false;
        }
        int captured = cursor.capturedLength();
        int original = cursor.originalLength();
        decoder.decode(cursor.buffer(), cursor.offset(), captured, original, cursor.linkType(), frame);
        bytes = Math.max(captured, original);
        viewIndex = cursor.interfaceIndex();
        while (views.size() <= viewIndex) {
            views.add(new PortView(points.of(cursor.interfaces().get(views.size()))));
        }
        PortView view = views.get(viewIndex);
        Direction flagged = cursor.direction();
        direction = view.direction(flagged, frame);
        view.count(frame, direction);
        if (frame.hasBth()) {
            Vantage vantage = view.vantage(flagged, direction, frame);
            long ownTime = cursor.timeKind() == PacketTime.GIVEN ? cursor.timeNanos() : PsnWindow.NO_TIME;
            tracker.packet(frame, ownTime, bytes, viewIndex, vantage);
        }
        return true;
    }

    Frame frame() {
        return frame;
    }

    /** Only valid where the frame has a BTH. */
    FlowTracker tracker() {
        return tracker;
    }

    /** Bytes on the wire; odd files say less than they captured. */
    int bytes() {
        return bytes;
    }

    Direction direction() {
        return direction;
    }

    /** Index of the packet's interface and of its view. */
    int viewIndex() {
        return viewIndex;
    }

    /** One per interface met so far. */
    List<PortView> views() {
        return views;
    }
}
