package io.stormglass.capture;

import io.stormglass.capture.file.CaptureInterface;
import io.stormglass.capture.file.InterfaceDrops;

/**
 * What came from one capture interface.
 *
 * @param captureInterface as the file describes it
 * @param point where it stands
 * @param packets all packets of it
 * @param received packets that the port received, as far as the direction is known
 * @param sent packets that the port sent, as far as the direction is known
 * @param macControl MAC control frames among the packets
 * @param priorities bit p is set where a packet other than MAC control had priority p
 * @param drops losses that the file reports
 */
public record InterfaceSummary(
        CaptureInterface captureInterface,
        CapturePoint point,
        long packets,
        long received,
        long sent,
        long macControl,
        int priorities,
        InterfaceDrops drops) {
    /** Both directions of the link were seen. */
    public boolean bothDirections() {
        return received > 0 && sent > 0;
    }
}
