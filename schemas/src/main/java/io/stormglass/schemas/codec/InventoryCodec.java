package io.stormglass.schemas.codec;

import io.stormglass.avro.InventoryKind;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.storm.InventoryEntity;
import io.stormglass.models.storm.InventoryEntity.People;
import io.stormglass.models.storm.InventoryEntity.Place;
import io.stormglass.models.storm.InventoryEntity.Work;

/** Entities of the inventory to and from Avro. */
public final class InventoryCodec {
    private InventoryCodec() {}

    /**
     * Neutral form of an entity.
     *
     * @throws IllegalArgumentException if a name, the kind or a time cannot be
     */
    public static InventoryEntity toNeutral(io.stormglass.avro.InventoryEntity entity) {
        return new InventoryEntity(
                entity.getFabric(),
                kind(entity.getKind()),
                entity.getEntity(),
                EntityRole.valueOf(entity.getRole().name()),
                entity.getHost(),
                new Place(entity.getTier(), entity.getRack(), entity.getRail(), entity.getPlane()),
                new People(entity.getCluster(), entity.getOwner(), entity.getTenant()),
                entity.getKind() == InventoryKind.JOB || !entity.getHosts().isEmpty()
                        ? new Work(entity.getHosts(), entity.getFromNanos(), entity.getToNanos())
                        : null);
    }

    /** Avro form of an entity. */
    public static io.stormglass.avro.InventoryEntity toAvro(InventoryEntity entity) {
        io.stormglass.avro.InventoryEntity avro =
                io.stormglass.avro.InventoryEntity.newBuilder().build();
        avro.setFabric(entity.fabric());
        avro.setKind(InventoryKind.valueOf(entity.kind().name()));
        avro.setEntity(entity.name());
        avro.setRole(io.stormglass.avro.EntityRole.valueOf(entity.role().name()));
        avro.setHost(entity.host());
        avro.setTier(entity.place().tier());
        avro.setRack(entity.place().rack());
        avro.setRail(entity.place().rail());
        avro.setPlane(entity.place().plane());
        avro.setCluster(entity.people().cluster());
        avro.setOwner(entity.people().owner());
        avro.setTenant(entity.people().tenant());
        Work work = entity.work();
        if (work != null) {
            avro.setHosts(work.hosts());
            avro.setFromNanos(work.fromNanos());
            avro.setToNanos(work.toNanos());
        }
        return avro;
    }

    private static InventoryEntity.Kind kind(InventoryKind kind) {
        return switch (kind) {
            case FABRIC -> InventoryEntity.Kind.FABRIC;
            case DEVICE -> InventoryEntity.Kind.DEVICE;
            case PORT -> InventoryEntity.Kind.PORT;
            case JOB -> InventoryEntity.Kind.JOB;
            case UNKNOWN -> throw new IllegalArgumentException("the kind of the entity is not given or not known");
        };
    }
}
