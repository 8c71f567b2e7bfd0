package io.stormglass.capture;

import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.PacketCursor;
import io.stormglass.capture.file.PacketTime;
import io.stormglass.capture.frame.Frame;
import io.stormglass.capture.frame.FrameDecoder;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What both passes do with each packet: decode it, place it, follow its flow. */
final class PacketWalk {
    private final PacketCursor cursor;
    private final CapturePoints points;
    private final FrameDecoder decoder = new FrameDecoder();
    private final Frame frame = new Frame();
    private final FlowTracker tracker = new FlowTracker();
    private final Place place = new Place();
    private final List<PortView> views = new ArrayList<>();
    private final Map<FilePort, Integer> pointsOfPorts = new HashMap<>();
    private int[] pointOfView = new int[4];

    private int bytes;
    private Direction direction = Direction.UNKNOWN;
    private int viewIndex;

    /** Files of the same name in different folders need not show the same port. */
    private record FilePort(String file, PortKey port) {}

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
            addView(cursor.interfaces().get(views.size()));
        }
        PortView view = views.get(viewIndex);
        Direction flagged = cursor.direction();
        direction = view.direction(flagged, frame);
        view.count(frame, direction);
        if (frame.hasBth()) {
            follow(view, flagged);
        }
        return true;
    }

    private void follow(PortView view, Direction flagged) {
        int point = 2 * pointOfView[viewIndex] + (frame.mirrored() ? 1 : 0);
        if (!place.isOneOfSeveral() && (frame.mirrored() || cursor.interfaces().size() > 1)) {
            place.beOneOfSeveral();
        }
        Direction flag = view.isByFlags(flagged, frame) ? flagged : Direction.UNKNOWN;
        place.set(viewIndex, point, view.vantage(flagged, direction, frame), flag);
        long ownTime = cursor.timeKind() == PacketTime.GIVEN ? cursor.timeNanos() : PsnWindow.NO_TIME;
        tracker.packet(frame, ownTime, bytes, place);
    }

    private void addView(CaptureInterface captureInterface) {
        PortView view = new PortView(points.of(captureInterface));
        FilePort port = new FilePort(captureInterface.file(), view.point().port());
        int index = views.size();
        pointOfView = index < pointOfView.length ? pointOfView : Arrays.copyOf(pointOfView, 2 * index);
        pointOfView[index] = pointsOfPorts.computeIfAbsent(port, key -> pointsOfPorts.size());
        views.add(view);
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
