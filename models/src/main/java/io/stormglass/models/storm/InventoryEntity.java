package io.stormglass.models.storm;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.Names;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What people know of a fabric, a device, a port or a job, and links do not tell. Empty texts are not known.
 *
 * @param name of the entity in its fabric: the fabric itself, a device, {@code device/port}, the id of a job
 * @param role of a device
 * @param host host that a device is a NIC of, where the links name the NIC; empty of anything else
 * @param place where it stands
 * @param people whose it is
 * @param work hosts and times of a job; null of anything else
 */
public record InventoryEntity(
        String fabric,
        Kind kind,
        String name,
        EntityRole role,
        String host,
        Place place,
        People people,
        @Nullable Work work) {
    /** What an entity is. */
    public enum Kind {
        /** The whole pause domain. */
        FABRIC("fabric"),
        /** A switch or a host. */
        DEVICE("device"),
        /** A port of a device. */
        PORT("port"),
        /** A job on hosts. */
        JOB("job");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** As it stands in keys. */
        public String text() {
            return text;
        }
    }

    /** Where an entity stands. */
    public record Place(String tier, String rack, String rail, String plane) {
        /** Nothing is known. */
        public static final Place UNKNOWN = new Place("", "", "", "");
    }

    /**
     * Whose an entity is.
     *
     * @param cluster label of pages
     * @param owner team
     * @param tenant who uses it
     */
    public record People(String cluster, String owner, String tenant) {
        /** Nothing is known. */
        public static final People UNKNOWN = new People("", "", "");
    }

    /**
     * Where and when a job runs.
     *
     * @param hosts names of devices, sorted
     * @param fromNanos start, event time
     * @param toNanos end, after the start; null while it runs
     */
    public record Work(
            List<String> hosts, long fromNanos, @Nullable Long toNanos) {
        public Work {
            hosts = hosts.stream().distinct().sorted().toList();
            if (hosts.isEmpty()) {
                throw new IllegalArgumentException("the job runs on no host");
            }
            hosts.forEach(host -> Names.requireName("host", host));
            if (toNanos != null && toNanos <= fromNanos) {
                throw new IllegalArgumentException(
                        "the job ends at " + toNanos + " ns, not after its start at " + fromNanos + " ns");
            }
        }

        /** True where it runs at some moment from a time up to another. */
        boolean runsWithin(long startNanos, long endNanos) {
            Long to = toNanos;
            return fromNanos <= endNanos && (to == null || to > startNanos);
        }
    }

    public InventoryEntity {
        Names.requireName("fabric", fabric);
        switch (kind) {
            case FABRIC -> {
                if (!name.equals(fabric)) {
                    throw new IllegalArgumentException("the entity of fabric " + fabric + " is named '" + name
                            + "': it must have the fabric's name");
                }
            }
            case DEVICE -> Names.requireName("device", name);
            case PORT -> {
                int slash = name.indexOf('/');
                if (slash < 0) {
                    throw new IllegalArgumentException("port '" + name + "' must be device/port");
                }
                Names.requireName("device", name.substring(0, slash));
                Names.requirePortName(name.substring(slash + 1));
            }
            case JOB -> Names.requireName("job", name);
        }
        if (kind != Kind.DEVICE && (role != EntityRole.UNKNOWN || !host.isEmpty())) {
            throw new IllegalArgumentException(
                    kind.text + " " + name + " has a role or a host, which only devices have");
        }
        if (!host.isEmpty()) {
            Names.requireName("host", host);
            if (host.equals(name)) {
                throw new IllegalArgumentException("device " + name + " is named as its own host");
            }
            if (role != EntityRole.UNKNOWN && role != EntityRole.HOST) {
                throw new IllegalArgumentException(
                        "device " + name + " is a NIC of " + host + " and has the role " + role);
            }
        }
        if ((kind == Kind.JOB) != (work != null)) {
            throw new IllegalArgumentException(
                    kind.text + " " + name + (work == null ? " has no hosts" : " has hosts, which only jobs have"));
        }
    }

    /** Key of its records, {@code fabric/kind/name}. */
    public String key() {
        return fabric + "/" + kind.text + "/" + name;
    }

    /** In words what is known of it, empty where nothing is. */
    String words() {
        return Stream.of(
                        said("tier", place.tier),
                        said("rack", place.rack),
                        said("rail", place.rail),
                        said("plane", place.plane),
                        said("cluster", people.cluster),
                        said("owner", people.owner),
                        said("tenant", people.tenant))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String said(String what, String value) {
        return value.isEmpty() ? "" : what + " " + value;
    }
}
