package io.stormglass.models.storm;

import io.stormglass.models.event.Names;

/**
 * Planned work: incidents whose origin lies in it are recorded, and page only if they outlive it.
 *
 * @param id of the window in its fabric
 * @param device switch that is worked on; empty: any
 * @param port of the device, empty: all of them
 * @param host host that is worked on; empty: any
 * @param fromNanos start, event time
 * @param toNanos end, event time, after the start
 * @param reason for people
 */
public record MaintenanceWindow(
        String fabric,
        String id,
        String device,
        String port,
        String host,
        long fromNanos,
        long toNanos,
        String reason) {
    public MaintenanceWindow {
        Names.requireName("fabric", fabric);
        Names.requireName("maintenance window", id);
        if (!device.isEmpty()) {
            Names.requireName("device", device);
        }
        if (!host.isEmpty()) {
            Names.requireName("host", host);
        }
        if (!port.isEmpty()) {
            Names.requirePortName(port);
            if (device.isEmpty()) {
                throw new IllegalArgumentException(
                        "maintenance window " + id + " names port " + port + " but no device");
            }
        }
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException("maintenance window " + id + " ends at " + toNanos
                    + " ns, not after its start at " + fromNanos + " ns");
        }
    }

    /** True at the start and until the end. */
    public boolean isOpenAt(long nanos) {
        return nanos >= fromNanos && nanos < toNanos;
    }

    /**
     * Whether an origin lies in it. A window without device and host is one of the whole fabric; one with both covers either.
     *
     * @param originEntity host or switch where the storm starts; empty where unknown
     * @param originDevice device of the port that receives the pause
     * @param originPort that port
     */
    public boolean covers(String originEntity, String originDevice, String originPort) {
        if (device.isEmpty() && host.isEmpty()) {
            return true;
        }
        boolean atHost = !host.isEmpty() && host.equals(originEntity);
        boolean atPort = device.equals(originDevice) && (port.isEmpty() || port.equals(originPort));
        boolean atDevice = device.equals(originEntity) && port.isEmpty();
        return atHost || (!device.isEmpty() && (atPort || atDevice));
    }
}
