package io.stormglass.models.storm;

import io.stormglass.models.event.EntityRole;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What people know of the entities of a fabric: the newest of each. */
final class Inventory {
    private final TreeMap<String, StormTransition.Inventory> entities = new TreeMap<>();
    private final TreeMap<String, Set<String>> jobsByHost = new TreeMap<>();

    /** Continues with what {@link #all} said; what is not of the inventory is passed over. */
    Inventory(Collection<StormTransition> facts) {
        for (StormTransition fact : facts) {
            if (fact instanceof StormTransition.Inventory entity) {
                take(entity);
            }
        }
    }

    void take(StormTransition.Inventory said) {
        StormTransition.Inventory before = entities.remove(said.factKey());
        if (before != null) {
            index(before.entity(), false);
        }
        if (!said.removed()) {
            entities.put(said.factKey(), said);
            index(said.entity(), true);
        }
    }

    private void index(InventoryEntity entity, boolean add) {
        InventoryEntity.Work work = entity.work();
        for (String host : work == null ? Set.<String>of() : work.hosts()) {
            Set<String> jobs = jobsByHost.computeIfAbsent(host, h -> new TreeSet<>());
            if (add) {
                jobs.add(entity.name());
            } else {
                jobs.remove(entity.name());
            }
            if (jobs.isEmpty()) {
                jobsByHost.remove(host);
            }
        }
    }

    boolean holds(String factKey) {
        return entities.containsKey(factKey);
    }

    Collection<? extends StormTransition> all() {
        return entities.values();
    }

    /** Null where it is not listed. */
    @Nullable
    InventoryEntity find(String fabric, InventoryEntity.Kind kind, String name) {
        StormTransition.Inventory found =
                entities.get(StormTransition.Inventory.factKey(fabric + "/" + kind.text() + "/" + name));
        return found == null ? null : found.entity();
    }

    /** Jobs that a host is listed for, whenever they run, sorted. */
    Set<String> jobs(String host) {
        return Collections.unmodifiableSet(jobsByHost.getOrDefault(host, Set.of()));
    }

    /** Roles of devices, as far as listed; a device with NICs that are listed as its own is a host. */
    Map<String, EntityRole> roles() {
        Map<String, EntityRole> roles = new TreeMap<>();
        for (StormTransition.Inventory each : entities.values()) {
            InventoryEntity entity = each.entity();
            if (!entity.host().isEmpty()) {
                roles.put(entity.name(), EntityRole.HOST);
                roles.putIfAbsent(entity.host(), EntityRole.HOST);
            } else if (entity.role() != EntityRole.UNKNOWN) {
                roles.put(entity.name(), entity.role());
            }
        }
        return roles;
    }

    /** Hosts of devices that are NICs. */
    Map<String, String> hosts() {
        Map<String, String> hosts = new TreeMap<>();
        for (StormTransition.Inventory each : entities.values()) {
            if (!each.entity().host().isEmpty()) {
                hosts.put(each.entity().name(), each.entity().host());
            }
        }
        return hosts;
    }

    /** Cluster of a device, else of its fabric; empty where neither is listed with one. */
    String cluster(String fabric, String device) {
        InventoryEntity own = find(fabric, InventoryEntity.Kind.DEVICE, device);
        if (own != null && !own.people().cluster().isEmpty()) {
            return own.people().cluster();
        }
        InventoryEntity whole = find(fabric, InventoryEntity.Kind.FABRIC, fabric);
        return whole == null ? "" : whole.people().cluster();
    }
}
