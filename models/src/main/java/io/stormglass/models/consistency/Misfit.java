package io.stormglass.models.consistency;

import io.stormglass.models.event.PortKey;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One port whose settings do not fit.
 *
 * @param entity what the finding is about: a device, or a link
 * @param port that has them
 * @param other the other end of its link where that is concerned too
 * @param words what follows the name of the port in evidence
 */
record Misfit(
        ConsistencyKind kind,
        String entity,
        PortKey port,
        @Nullable PortKey other,
        String words) implements Comparable<Misfit> {
    private static final Comparator<Misfit> ORDER = Comparator.comparing(Misfit::kind)
            .thenComparing(Misfit::entity)
            .thenComparing(Misfit::port)
            .thenComparing(Misfit::words);

    static Misfit ofDevice(ConsistencyKind kind, PortKey port, String words) {
        return new Misfit(kind, port.device(), port, null, words);
    }

    List<PortKey> concerned() {
        return other == null ? List.of(port) : List.of(port, other);
    }

    @Override
    public int compareTo(Misfit another) {
        return ORDER.compare(this, another);
    }
}
