package io.stormglass.capture;

import io.stormglass.models.event.Direction;
import io.stormglass.models.event.Vantage;

/**
 * Where a packet was seen; one object serves all packets of a pass.
 *
 * <p>A capture point is what cannot show the same packet twice unless it was sent twice: one port as one file shows it, mirror
 * copies apart.
 */
final class Place {
    private int view;
    private int point;
    private boolean oneOfSeveral;
    private Vantage vantage = Vantage.UNKNOWN;
    private Direction flag = Direction.UNKNOWN;

    void set(int view, int point, Vantage vantage, Direction flag) {
        this.view = view;
        this.point = point;
        this.vantage = vantage;
        this.flag = flag;
    }

    /** Index of the capture interface. */
    int view() {
        return view;
    }

    /** Number of the capture point. */
    int point() {
        return point;
    }

    /** From here on there are several points, so that a packet may be seen again; until then nothing need be remembered. */
    void beOneOfSeveral() {
        oneOfSeveral = true;
    }

    /** Whether the capture has, or may have, several points. */
    boolean isOneOfSeveral() {
        return oneOfSeveral;
    }

    /** Where on the path of data that is. */
    Vantage vantage() {
        return vantage;
    }

    /** Which way the packet went where nothing but its flags tells what the device is, else unknown. */
    Direction flag() {
        return flag;
    }
}
