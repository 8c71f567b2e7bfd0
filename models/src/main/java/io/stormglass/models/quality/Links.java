package io.stormglass.models.quality;

import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which devices are linked, and what the ports at the other end of a device's links have counted. */
final class Links {
    private final Map<TelemetryEntity, ? extends Map<Integer, TelemetryView>> views;
    private final TreeMap<TelemetryEntity, TreeSet<TelemetryEntity>> neighbours = new TreeMap<>();
    private final TreeMap<TelemetryEntity, TreeSet<PortKey>> facing = new TreeMap<>();

    /**
     * Links as they are now.
     *
     * @param peers what is at the other end of each port
     * @param views of agents and devices, by partition; looked at when asked
     */
    Links(Map<PortKey, TelemetryMerge.Peer> peers, Map<TelemetryEntity, ? extends Map<Integer, TelemetryView>> views) {
        this.views = views;
        peers.forEach((port, peer) -> {
            TelemetryEntity one = device(port.fabric(), port.device());
            TelemetryEntity other = device(port.fabric(), peer.device());
            neighbours.computeIfAbsent(one, e -> new TreeSet<>()).add(other);
            neighbours.computeIfAbsent(other, e -> new TreeSet<>()).add(one);
            facing.computeIfAbsent(other, e -> new TreeSet<>()).add(port);
            if (!peer.port().isEmpty()) {
                facing.computeIfAbsent(one, e -> new TreeSet<>())
                        .add(new PortKey(port.fabric(), peer.device(), peer.port()));
            }
        });
    }

    static TelemetryEntity device(String fabric, String name) {
        return new TelemetryEntity(TelemetryEntity.Kind.DEVICE, fabric, name);
    }

    /** Devices at the other end of a device's links. */
    Set<TelemetryEntity> neighbours(TelemetryEntity device) {
        TreeSet<TelemetryEntity> of = neighbours.get(device);
        return of == null ? Set.of() : of;
    }

    /** Ports at the other end of a device's links that count when their links go down. */
    List<Facing> counting(TelemetryEntity device) {
        List<Facing> counting = new ArrayList<>();
        for (PortKey port : facing.getOrDefault(device, new TreeSet<>())) {
            CountedLink link = counted(port);
            if (link != null) {
                counting.add(new Facing(device(port.fabric(), port.device()), link));
            }
        }
        return counting;
    }

    /** A port of a neighbour. */
    record Facing(TelemetryEntity neighbour, CountedLink link) {
        String name() {
            return neighbour.name() + "/" + link.port();
        }
    }

    private @Nullable CountedLink counted(PortKey port) {
        Map<Integer, TelemetryView> of = views.get(device(port.fabric(), port.device()));
        if (of == null) {
            return null;
        }
        for (TelemetryView view : of.values()) {
            for (CountedLink link : view.links()) {
                if (link.port().equals(port.port())) {
                    return link;
                }
            }
        }
        return null;
    }
}
