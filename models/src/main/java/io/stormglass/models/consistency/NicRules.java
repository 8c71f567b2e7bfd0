package io.stormglass.models.consistency;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** NICs beside those of their rack: what hangs on the same switch. */
final class NicRules {
    private final Cabling cabling;
    private final List<Misfit> found = new ArrayList<>();

    private NicRules(Cabling cabling) {
        this.cabling = cabling;
    }

    static List<Misfit> misfits(Cabling cabling) {
        NicRules rules = new NicRules(cabling);
        rules.modes();
        rules.unlikeTheRack(
                ConsistencyKind.CC_SETTINGS,
                "congestion control set to",
                PortSettings::ccSettings,
                of -> of.nicModel() + "|" + of.ccMode());
        rules.unlikeTheRack(ConsistencyKind.FIRMWARE, "firmware", PortSettings::nicFirmware, PortSettings::nicModel);
        return rules.found;
    }

    private void modes() {
        SortedMap<String, Map<PortKey, String>> racks = byRack(PortSettings::ccMode, of -> "");
        List<String> all = racks.values().stream()
                .map(Map::values)
                .flatMap(Collection::stream)
                .toList();
        Majority<String> fabric = Majority.of(all, cabling.least());
        for (Map<PortKey, String> nics : racks.values()) {
            Majority<String> rack = Majority.of(nics.values(), cabling.least());
            if (rack == null) {
                continue;
            }
            if (fabric != null && !rack.value().equals(fabric.value())) {
                rackUnlikeTheFabric(nics, rack, fabric);
            } else {
                nics.forEach((port, own) -> compare(ConsistencyKind.CC_MODE, "congestion control", port, own, rack));
            }
        }
    }

    /** A whole rack that came back from an update with its congestion control off agrees with itself. */
    private void rackUnlikeTheFabric(Map<PortKey, String> nics, Majority<String> rack, Majority<String> fabric) {
        nics.forEach((port, own) -> {
            if (own.equals(rack.value())) {
                found.add(new Misfit(
                        ConsistencyKind.CC_MODE,
                        cabling.rack(port),
                        port,
                        cabling.peer(port),
                        "has congestion control '" + own + "' like " + rack.count() + " NICs of its rack, "
                                + fabric.count() + " NICs of the fabric have '" + fabric.value() + "'"));
            }
        });
    }

    private void compare(ConsistencyKind kind, String what, PortKey port, String own, Majority<String> rack) {
        if (!own.equals(rack.value())) {
            found.add(Misfit.ofDevice(
                    kind,
                    port,
                    "has " + what + " '" + own + "', " + rack.count() + " NICs of its rack at " + cabling.rack(port)
                            + " have '" + rack.value() + "'"));
        }
    }

    /** What is compared at each NIC of a rack; empty values are not known. */
    private SortedMap<String, Map<PortKey, String>> byRack(
            Function<PortSettings, String> value, Function<PortSettings, String> within) {
        SortedMap<String, Map<PortKey, String>> racks = new TreeMap<>();
        for (PortKey port : cabling.facts().keySet()) {
            PortSettings settings = cabling.settings(port);
            String own = value.apply(settings);
            String rack = cabling.rack(port);
            if (cabling.isHost(port) && !own.isEmpty() && !rack.isEmpty()) {
                racks.computeIfAbsent(rack + "|" + within.apply(settings), key -> new LinkedHashMap<>())
                        .put(port, own);
            }
        }
        return racks;
    }

    private void unlikeTheRack(
            ConsistencyKind kind,
            String what,
            Function<PortSettings, String> value,
            Function<PortSettings, String> within) {
        for (Map<PortKey, String> nics : byRack(value, within).values()) {
            Majority<String> most = Majority.of(nics.values(), cabling.least());
            if (most != null) {
                nics.forEach((port, own) -> compare(kind, what, port, own, most));
            }
        }
    }
}
