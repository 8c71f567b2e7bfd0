package io.stormglass.fabric.scenario;

import io.stormglass.emulator.scenario.FabricNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads names of hosts, NICs, racks, switches and ports.
 *
 * <p>A host is {@code host-3} (every NIC of it), one NIC {@code host-3/eth1}; {@code host-0..host-7} are those between, {@code leaf-1} the hosts of a rack,
 * {@code all} every host.
 */
record HostSets(FabricNames names) {
    List<Integer> hosts(Section section, String key, @Nullable String standard) throws ScenarioFileException {
        LinkedHashSet<Integer> hosts = new LinkedHashSet<>();
        for (String part : section.text(key, standard).split(",", -1)) {
            hosts.addAll(part(section, key, part.strip()));
        }
        return new ArrayList<>(hosts);
    }

    private List<Integer> part(Section section, String key, String part) throws ScenarioFileException {
        if (part.equals("all")) {
            List<Integer> all = new ArrayList<>();
            for (int host = 0; host < names.hosts(); host++) {
                all.add(host);
            }
            return all;
        }
        int dots = part.indexOf("..");
        if (dots > 0) {
            return span(
                    section,
                    key,
                    part.substring(0, dots).strip(),
                    part.substring(dots + 2).strip());
        }
        int slash = part.indexOf('/');
        String device = slash < 0 ? part : part.substring(0, slash);
        List<Integer> rack = names.hostsOf(device);
        if (slash < 0 && !rack.isEmpty()) {
            return rack;
        }
        List<Integer> found = new ArrayList<>();
        for (int node : names.nodes(device)) {
            if (node < names.hosts() && (slash < 0 || names.port(node, 0).equals(part.substring(slash + 1)))) {
                found.add(node);
            }
        }
        if (found.isEmpty()) {
            throw unknown(section, key, part);
        }
        return found;
    }

    private List<Integer> span(Section section, String key, String from, String to) throws ScenarioFileException {
        int first = number(section, key, from);
        int last = number(section, key, to);
        List<Integer> found = new ArrayList<>();
        for (int each = first; each <= last; each++) {
            found.addAll(part(section, key, "host-" + each));
        }
        if (found.isEmpty()) {
            throw section.wrong(key, "has '" + from + ".." + to + "', which is nobody");
        }
        return found;
    }

    private int number(Section section, String key, String host) throws ScenarioFileException {
        if (!host.matches("host-\\d{1,6}")) {
            throw section.wrong(key, "has '" + host + "' in a span, host-0..host-7 was expected");
        }
        return Integer.parseInt(host.substring("host-".length()));
    }

    private ScenarioFileException unknown(Section section, String key, String part) {
        return section.wrong(
                key, "has '" + part + "', this fabric has " + every() + NearestWord.hint(part, everyName()));
    }

    private List<String> everyName() {
        List<String> all = new ArrayList<>();
        for (int node = 0; node < names.size(); node++) {
            all.add(names.device(node));
        }
        return all;
    }

    private String every() {
        List<String> some = everyName().stream().distinct().toList();
        return some.size() <= 12
                ? String.join(", ", some)
                : String.join(", ", some.subList(0, 3)) + ", ... " + some.getLast();
    }

    /** One host NIC. */
    int host(Section section, String key, @Nullable String standard) throws ScenarioFileException {
        List<Integer> hosts = hosts(section, key, standard);
        if (hosts.size() != 1) {
            throw section.wrong(key, "is " + hosts.size() + " NICs, one was expected");
        }
        return hosts.getFirst();
    }

    /** Any device; of a server with several NICs, all of them. */
    List<Integer> devices(Section section, String key) throws ScenarioFileException {
        List<Integer> nodes = new ArrayList<>();
        for (String part : section.text(key, null).split(",", -1)) {
            List<Integer> device = names.nodes(part.strip());
            nodes.addAll(device.isEmpty() ? part(section, key, part.strip()) : device);
        }
        return nodes;
    }

    /** A port of a device. */
    record PortOf(int node, int port) {}

    /** {@code leaf-0/Ethernet4}, {@code host-3/eth0}; ports of a switch are as many as there are. */
    PortOf port(Section section, String key, PortCount ports) throws ScenarioFileException {
        return port(section, key, section.text(key, null), ports);
    }

    /** Several of them, with commas between. */
    List<PortOf> ports(Section section, String key, PortCount ports) throws ScenarioFileException {
        List<PortOf> all = new ArrayList<>();
        for (String part : section.text(key, null).split(",", -1)) {
            all.add(port(section, key, part.strip(), ports));
        }
        return all;
    }

    private PortOf port(Section section, String key, String text, PortCount ports) throws ScenarioFileException {
        int slash = text.indexOf('/');
        String device = slash < 0 ? text : text.substring(0, slash);
        OptionalInt node = names.node(device);
        if (slash < 0 || node.isEmpty()) {
            throw section.wrong(
                    key,
                    "is '" + text + "', a device and a port such as leaf-0/Ethernet4 was expected; "
                            + "this fabric has " + every());
        }
        List<String> known = new ArrayList<>();
        for (int each : names.nodes(device)) {
            for (int port = 0; port < ports.of(each); port++) {
                known.add(names.port(each, port));
                if (names.port(each, port).equals(text.substring(slash + 1))) {
                    return new PortOf(each, port);
                }
            }
        }
        throw section.wrong(key, "is '" + text + "', " + device + " has " + String.join(", ", known));
    }

    /** How many ports a node has. */
    interface PortCount {
        int of(int node);
    }
}
