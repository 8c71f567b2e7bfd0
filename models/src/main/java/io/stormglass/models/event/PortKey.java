package io.stormglass.models.event;

/**
 * Identity of a port. The Kafka key is {@code fabric/device/port}.
 *
 * @param fabric pause domain
 * @param device device that owns the port
 * @param port port name as the device prints it, may hold {@code /}
 */
public record PortKey(String fabric, String device, String port) implements Comparable<PortKey> {
    public PortKey {
        Names.requireName("fabric", fabric);
        Names.requireName("device", device);
        Names.requirePortName(port);
    }

    /** The Kafka key. */
    public String text() {
        return fabric + "/" + device + "/" + port;
    }

    @Override
    public int compareTo(PortKey other) {
        return text().compareTo(other.text());
    }
}
