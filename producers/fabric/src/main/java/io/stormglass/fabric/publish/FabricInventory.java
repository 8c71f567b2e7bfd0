package io.stormglass.fabric.publish;

import io.stormglass.emulator.Picos;
import io.stormglass.emulator.scenario.FabricNames;
import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.emulator.workload.TrafficTerms;
import io.stormglass.emulator.workload.Workload;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.storm.InventoryEntity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a scheduler and the owners of an emulated fabric would say of it: its devices with role, tier and rack, and as a job what each tenant that has a name runs. */
final class FabricInventory {
    /** Tenant of workloads that say none. */
    private static final String NOBODY = "main";

    private final Scenario scenario;
    private final long startNanos;

    private FabricInventory(Scenario scenario, long startNanos) {
        this.scenario = scenario;
        this.startNanos = startNanos;
    }

    static List<InventoryEntity> of(Scenario scenario, long startNanos) {
        FabricInventory inventory = new FabricInventory(scenario, startNanos);
        List<InventoryEntity> all = inventory.devices();
        all.addAll(inventory.jobs());
        return all;
    }

    private List<InventoryEntity> devices() {
        FabricNames names = scenario.names();
        Map<String, TreeSet<String>> racks = new TreeMap<>();
        Map<String, EntityRole> roles = new TreeMap<>();
        for (int node = 0; node < names.size(); node++) {
            String device = names.device(node);
            roles.put(device, names.role(node));
            TreeSet<String> of = racks.computeIfAbsent(device, name -> new TreeSet<>());
            if (node < names.hosts()) {
                of.add(names.rack(node));
            } else if (!names.hostsOf(device).isEmpty()) {
                of.add(device);
            }
        }
        List<InventoryEntity> devices = new ArrayList<>();
        roles.forEach((device, role) -> {
            TreeSet<String> of = racks.getOrDefault(device, new TreeSet<>());
            // A server with a NIC at each of several racks stands in none that its links could tell.
            String rack = of.size() == 1 ? of.first() : "";
            devices.add(entity(
                    InventoryEntity.Kind.DEVICE,
                    device,
                    role,
                    new InventoryEntity.Place(tier(role), rack, "", ""),
                    InventoryEntity.People.UNKNOWN,
                    null));
        });
        return devices;
    }

    private static String tier(EntityRole role) {
        return switch (role) {
            case HOST -> "0";
            case LEAF -> "1";
            case SPINE -> "2";
            case CORE -> "3";
            case SWITCH, UNKNOWN -> "";
        };
    }

    private List<InventoryEntity> jobs() {
        Map<String, List<Workload>> byTenant = new TreeMap<>();
        for (Workload workload : scenario.workloads()) {
            String tenant = workload.terms().tenant();
            if (!tenant.equals(NOBODY)) {
                byTenant.computeIfAbsent(tenant, name -> new ArrayList<>()).add(workload);
            }
        }
        List<InventoryEntity> jobs = new ArrayList<>();
        byTenant.forEach((tenant, workloads) -> jobs.add(entity(
                InventoryEntity.Kind.JOB,
                tenant,
                EntityRole.UNKNOWN,
                InventoryEntity.Place.UNKNOWN,
                new InventoryEntity.People("", "", tenant),
                work(workloads))));
        return jobs;
    }

    private InventoryEntity.Work work(List<Workload> workloads) {
        TreeSet<String> hosts = new TreeSet<>();
        long from = Long.MAX_VALUE;
        long until = 0;
        for (Workload workload : workloads) {
            workload.hosts().forEach(host -> hosts.add(scenario.names().device(host)));
            TrafficTerms terms = workload.terms();
            from = Math.min(from, terms.fromPicos());
            until = Math.max(until, terms.untilPicos());
        }
        boolean ends = until > from && until < scenario.ending().durationPicos();
        return new InventoryEntity.Work(
                List.copyOf(hosts),
                startNanos + from / Picos.PER_NANO,
                ends ? (Long) (startNanos + until / Picos.PER_NANO) : null);
    }

    private InventoryEntity entity(
            InventoryEntity.Kind kind,
            String name,
            EntityRole role,
            InventoryEntity.Place place,
            InventoryEntity.People people,
            InventoryEntity.@Nullable Work work) {
        return new InventoryEntity(scenario.telemetry().fabric(), kind, name, role, "", place, people, work);
    }
}
