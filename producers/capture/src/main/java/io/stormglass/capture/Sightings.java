package io.stormglass.capture;

import java.util.Arrays;

/**
 * Tells packets that bear no number of their own and are seen at several capture points from those that were sent several
 * times: within a window of time, the n-th at one point is the n-th at any other.
 *
 * <p>So of each window the point counts that showed most of them. A copy is recognised if it comes within
 * {@link #WINDOW_NANOS} by the capture's time.
 */
final class Sightings {
    static final long WINDOW_NANOS = 10_000_000;
    private static final int NO_POINT = -1;
    private static final int POINT_MASK = 63;

    private int onlyPoint = NO_POINT;
    private long seenAt;
    private long windowNanos;
    private int counted;
    /** By point, empty while there is one. */
    private int[] inWindow = {};

    /**
     * Takes a packet; true where another point has shown it already.
     *
     * @param timeNanos its time, or {@link PsnWindow#NO_TIME}, which belongs to the window before it
     */
    boolean isCopy(int point, long timeNanos) {
        long since = timeNanos - windowNanos;
        if ((point & POINT_MASK) == onlyPoint && since >= 0 && since <= WINDOW_NANOS) {
            counted++;
            return false;
        }
        return isCopyInWindow(point & POINT_MASK, timeNanos);
    }

    private boolean isCopyInWindow(int place, long timeNanos) {
        if (timeNanos != PsnWindow.NO_TIME && Math.abs(timeNanos - windowNanos) > WINDOW_NANOS) {
            windowNanos = timeNanos;
            counted = 0;
            Arrays.fill(inWindow, 0);
        }
        seenAt |= 1L << place;
        if (inWindow.length == 0) {
            if (onlyPoint == NO_POINT || onlyPoint == place) {
                onlyPoint = place;
                counted++;
                return false;
            }
            inWindow = new int[POINT_MASK + 1];
            inWindow[onlyPoint] = counted;
            onlyPoint = NO_POINT;
        }
        if (++inWindow[place] > counted) {
            counted = inWindow[place];
            return false;
        }
        return true;
    }

    /** Whether a point has shown any of them. */
    boolean isSeenAt(int point) {
        return (seenAt >>> (point & POINT_MASK) & 1) != 0;
    }
}
