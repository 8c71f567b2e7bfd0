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

    /** The order of {@link #text}. */
    @Override
    public int compareTo(PortKey other) {
        int byFabric = compareBeforeSlash(fabric, other.fabric);
        if (byFabric != 0) {
            return byFabric;
        }
        int byDevice = compareBeforeSlash(device, other.device);
        return byDevice != 0 ? byDevice : port.compareTo(other.port);
    }

    /** Names that a {@code /} follows, which neither of them holds; so one that begins the other ends in a smaller or greater character. */
    private static int compareBeforeSlash(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            int difference = a.charAt(i) - b.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        if (a.length() == b.length()) {
            return 0;
        }
        return a.length() < b.length() ? '/' - b.charAt(shorter) : a.charAt(shorter) - '/';
    }
}
