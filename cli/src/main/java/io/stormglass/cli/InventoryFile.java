package io.stormglass.cli;

import static io.stormglass.cli.PeoplesFile.text;

import io.stormglass.avro.EntityRole;
import io.stormglass.avro.InventoryEntity;
import io.stormglass.avro.InventoryKind;
import io.stormglass.replay.YamlShape;
import io.stormglass.schemas.codec.InventoryCodec;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a file says of the entities of one fabric; its form is described in {@code docs/inventory.md}. */
record InventoryFile(
        @Nullable String fabric,
        @Nullable String cluster,
        @Nullable String owner,
        @Nullable String tenant,
        @Nullable List<Device> devices,
        @Nullable List<Port> ports,
        @Nullable List<Job> jobs) {
    private static final YamlShape SHAPE = YamlShape.keys(
                    "fabric", "cluster", "owner", "tenant", "devices", "ports", "jobs")
            .with(
                    "devices",
                    YamlShape.keys(
                            "name", "role", "host", "tier", "rack", "rail", "plane", "cluster", "owner", "tenant"))
            .with("ports", YamlShape.keys("device", "port", "breakoutParent", "lag", "owner", "tenant"))
            .with("jobs", YamlShape.keys("id", "hosts", "from", "to", "owner", "tenant"));

    /** A switch, a host, or a NIC of a host. */
    record Device(
            @Nullable String name,
            @Nullable String role,
            @Nullable String host,
            @Nullable String tier,
            @Nullable String rack,
            @Nullable String rail,
            @Nullable String plane,
            @Nullable String cluster,
            @Nullable String owner,
            @Nullable String tenant) {}

    /** A port of a device. */
    record Port(
            @Nullable String device,
            @Nullable String port,
            @Nullable String breakoutParent,
            @Nullable String lag,
            @Nullable String owner,
            @Nullable String tenant) {}

    /**
     * A job.
     *
     * @param from ISO 8601 with offset
     * @param to likewise; null while it runs
     */
    record Job(
            @Nullable String id,
            @Nullable List<String> hosts,
            @Nullable String from,
            @Nullable String to,
            @Nullable String owner,
            @Nullable String tenant) {}

    /** Reads a file. */
    static InventoryFile read(Path file) {
        InventoryFile read = PeoplesFile.read(file, SHAPE, InventoryFile.class);
        if (read == null || text(read.fabric).isEmpty()) {
            throw CommandFailure.usage(file + ": fabric is missing: say which fabric it describes", null);
        }
        return read;
    }

    /** The entities by key. */
    SortedMap<String, @Nullable InventoryEntity> entities() {
        SortedMap<String, @Nullable InventoryEntity> all = new TreeMap<>();
        if (!text(cluster).isEmpty() || !text(owner).isEmpty() || !text(tenant).isEmpty()) {
            InventoryEntity whole = entity(InventoryKind.FABRIC, fabric);
            whole.setCluster(text(cluster));
            people(whole, owner, tenant);
            put(all, whole);
        }
        list(devices).forEach(device -> put(all, of(device)));
        list(ports).forEach(port -> put(all, of(port)));
        list(jobs).forEach(job -> put(all, of(job)));
        return all;
    }

    private InventoryEntity of(Device device) {
        InventoryEntity entity = entity(InventoryKind.DEVICE, device.name);
        entity.setRole(role(text(device.role), text(device.name)));
        entity.setHost(text(device.host));
        entity.setTier(text(device.tier));
        entity.setRack(text(device.rack));
        entity.setRail(text(device.rail));
        entity.setPlane(text(device.plane));
        entity.setCluster(text(device.cluster));
        people(entity, device.owner, device.tenant);
        return entity;
    }

    private static EntityRole role(String word, String device) {
        if (word.isEmpty()) {
            return EntityRole.UNKNOWN;
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "host" -> EntityRole.HOST;
            case "leaf" -> EntityRole.LEAF;
            case "spine" -> EntityRole.SPINE;
            case "core" -> EntityRole.CORE;
            case "switch" -> EntityRole.SWITCH;
            default ->
                throw CommandFailure.usage(
                        "device " + device + " has the role '" + word + "': host, leaf, spine, core or switch", null);
        };
    }

    private InventoryEntity of(Port port) {
        InventoryEntity entity = entity(InventoryKind.PORT, text(port.device) + "/" + text(port.port));
        entity.setBreakoutParent(text(port.breakoutParent));
        entity.setLag(text(port.lag));
        people(entity, port.owner, port.tenant);
        return entity;
    }

    private InventoryEntity of(Job job) {
        InventoryEntity entity = entity(InventoryKind.JOB, job.id);
        entity.setHosts(job.hosts == null ? List.of() : job.hosts);
        entity.setFromNanos(job.from == null ? 0 : Moments.parseNanos("from of job " + job.id, job.from));
        entity.setToNanos(job.to == null ? null : Moments.parseNanos("to of job " + job.id, job.to));
        people(entity, job.owner, job.tenant);
        return entity;
    }

    private InventoryEntity entity(InventoryKind kind, @Nullable String name) {
        InventoryEntity entity = InventoryEntity.newBuilder().build();
        entity.setFabric(text(fabric));
        entity.setKind(kind);
        entity.setEntity(text(name));
        return entity;
    }

    private static void people(InventoryEntity entity, @Nullable String owner, @Nullable String tenant) {
        entity.setOwner(text(owner));
        entity.setTenant(text(tenant));
    }

    private static void put(SortedMap<String, @Nullable InventoryEntity> all, InventoryEntity entity) {
        try {
            String key = InventoryCodec.toNeutral(entity).key();
            if (all.put(key, entity) != null) {
                throw CommandFailure.usage(key + " is in the file twice", null);
            }
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()), e);
        }
    }

    private static <T> List<T> list(@Nullable List<T> values) {
        return values == null ? List.of() : values;
    }
}
