package io.stormglass.models.consistency;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Values as people read them. */
final class Words {
    private static final int PRIORITIES = 8;

    private Words() {}

    static String port(PortKey port) {
        return port.device() + "/" + port.port();
    }

    static String link(PortKey a, PortKey b) {
        return a.compareTo(b) < 0 ? port(a) + " - " + port(b) : port(b) + " - " + port(a);
    }

    static String speed(long bitsPerSecond) {
        return bitsPerSecond % 1_000_000_000L == 0
                ? bitsPerSecond / 1_000_000_000L + " Gb/s"
                : bitsPerSecond + " bit/s";
    }

    /** {@code priority 3}, {@code priorities 3, 4}, {@code no priority}. */
    static String priorities(int bits) {
        List<String> set = new ArrayList<>();
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if (has(bits, priority)) {
                set.add(String.valueOf(priority));
            }
        }
        return switch (set.size()) {
            case 0 -> "no priority";
            case 1 -> "priority " + set.getFirst();
            default -> "priorities " + String.join(", ", set);
        };
    }

    static boolean has(int bits, int priority) {
        return priority >= 0 && (bits >>> priority & 1) != 0;
    }

    static String role(EntityRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
