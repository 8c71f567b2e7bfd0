package io.stormglass.capture;

import io.stormglass.capture.frame.Frame;
import io.stormglass.models.event.Direction;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.Vantage;

/** Answers, for the packets of one capture interface, which way they went and where on their path that was. */
final class PortView {
    private static final int COOKED_FOR_HOST = 0;
    private static final int COOKED_LAST_RECEIVED = 2;
    private static final int COOKED_SENT = 4;

    private final CapturePoint point;
    private final EntityRole role;
    private final long mac;
    private final long peerMac;

    long packets;
    long received;
    long sent;
    long macControl;
    int priorities;

    PortView(CapturePoint point) {
        this.point = point;
        role = point.role();
        mac = point.mac() == null ? -1 : point.mac().bits();
        peerMac = point.peerMac() == null ? -1 : point.peerMac().bits();
    }

    CapturePoint point() {
        return point;
    }

    /**
     * Direction as seen from the port: what the capture itself says of the packet, then the side that the interface holds,
     * then the MAC addresses. A mirror copy says nothing about the link that it was copied from.
     */
    Direction direction(Direction flagged, Frame frame) {
        Direction captured = frame.mirrored() ? Direction.UNKNOWN : captured(flagged, frame);
        if (captured != Direction.UNKNOWN) {
            return captured;
        }
        return switch (point.side()) {
            case RX -> Direction.RX;
            case TX -> Direction.TX;
            case UNKNOWN, BOTH_BY_MAC -> byMac(frame);
        };
    }

    private static Direction captured(Direction flagged, Frame frame) {
        if (flagged != Direction.UNKNOWN || frame.cookedPacketType() < 0) {
            return flagged;
        }
        int type = frame.cookedPacketType();
        return type == COOKED_SENT ? Direction.TX : type <= COOKED_LAST_RECEIVED ? Direction.RX : Direction.UNKNOWN;
    }

    private Direction byMac(Frame frame) {
        long source = frame.srcMac();
        long destination = frame.dstMac();
        if (source < 0) {
            return Direction.UNKNOWN;
        }
        if (source == mac || destination == peerMac) {
            return Direction.TX;
        }
        return source == peerMac || destination == mac ? Direction.RX : Direction.UNKNOWN;
    }

    /** Counts a packet. */
    void count(Frame frame, Direction direction) {
        packets++;
        received += direction == Direction.RX ? 1 : 0;
        sent += direction == Direction.TX ? 1 : 0;
        if (frame.kind().isMacControl()) {
            macControl++;
        } else {
            priorities |= 1 << frame.priority();
        }
    }

    /**
     * Where data that went this way stands on its path. A device is a host by its role, or where a cooked capture holds
     * what it sent itself or was meant for it. Packet flags alone say which way the packet went, not past what: see
     * {@link FlowScopes}.
     */
    Vantage vantage(Direction flagged, Direction direction, Frame frame) {
        if (frame.mirrored()) {
            return Vantage.MID;
        }
        if (role == EntityRole.HOST || (role == EntityRole.UNKNOWN && isOwn(flagged, frame))) {
            return switch (direction) {
                case TX -> Vantage.SENDER;
                case RX -> Vantage.RECEIVER;
                case UNKNOWN -> Vantage.UNKNOWN;
            };
        }
        return role == EntityRole.UNKNOWN ? Vantage.UNKNOWN : Vantage.MID;
    }

    /** Nobody said what the device is; only packet flags tell which way the packet went. */
    boolean isByFlags(Direction flagged, Frame frame) {
        return flagged != Direction.UNKNOWN && role == EntityRole.UNKNOWN && !frame.mirrored();
    }

    private static boolean isOwn(Direction flagged, Frame frame) {
        int type = frame.cookedPacketType();
        return flagged == Direction.UNKNOWN && (type == COOKED_FOR_HOST || type == COOKED_SENT);
    }
}
