package io.stormglass.schemas.codec;

import io.stormglass.models.storm.MaintenanceWindow;

/** Maintenance windows from Avro. */
public final class MaintenanceCodec {
    private MaintenanceCodec() {}

    /**
     * Neutral form of a window.
     *
     * @throws IllegalArgumentException if a name or a time cannot be
     */
    public static MaintenanceWindow toNeutral(io.stormglass.avro.MaintenanceWindow window) {
        return new MaintenanceWindow(
                window.getFabric(),
                window.getWindowId(),
                window.getDevice(),
                window.getPort(),
                window.getHost(),
                window.getFromNanos(),
                window.getToNanos(),
                window.getReason());
    }
}
