package io.stormglass.models.consistency;

import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which class a DSCP is put into: as most devices do it; where there is no majority, as the other end of the link does. */
final class DscpRule {
    private static final char UNKNOWN = '-';

    private final Cabling cabling;
    private final List<@Nullable Majority<Character>> most = new ArrayList<>();
    private final Map<String, String> wordsOfMap = new HashMap<>();

    private DscpRule(Cabling cabling) {
        this.cabling = cabling;
        // Nearly all ports have the same map: only code points at which any two differ are counted.
        Set<String> maps = new HashSet<>();
        cabling.facts().keySet().forEach(port -> maps.add(map(port)));
        maps.remove("");
        for (int each = 0; each < PortSettings.DSCPS; each++) {
            int dscp = each;
            boolean alike =
                    maps.stream().map(map -> map.charAt(dscp)).distinct().count() < 2;
            most.add(alike ? null : cabling.ofDevices(port -> known(map(port), dscp)));
        }
    }

    static List<Misfit> misfits(Cabling cabling) {
        DscpRule rule = new DscpRule(cabling);
        List<Misfit> found = new ArrayList<>();
        for (PortKey port : cabling.facts().keySet()) {
            String words = rule.wordsOfMap.computeIfAbsent(rule.map(port), rule::againstMost);
            if (!words.isEmpty()) {
                found.add(Misfit.ofDevice(ConsistencyKind.DSCP_MAP, port, words));
            }
        }
        for (Cabling.Link link : cabling.links()) {
            String words = rule.againstEachOther(link);
            if (!words.isEmpty()) {
                found.add(new Misfit(
                        ConsistencyKind.DSCP_MAP, Words.link(link.a(), link.b()), link.a(), link.b(), words));
            }
        }
        return found;
    }

    private String map(PortKey port) {
        return cabling.settings(port).dscpClasses();
    }

    private static @Nullable Character known(String map, int dscp) {
        return map.isEmpty() || map.charAt(dscp) == UNKNOWN ? null : (Character) map.charAt(dscp);
    }

    private String againstMost(String map) {
        return ranges(dscp -> {
            Majority<Character> others = most.get(dscp);
            Character own = known(map, dscp);
            return others == null || own == null || own.equals(others.value())
                    ? ""
                    : "into class " + own + ", " + others.count() + " devices into class " + others.value();
        });
    }

    private String againstEachOther(Cabling.Link link) {
        String a = map(link.a());
        String b = map(link.b());
        if (a.equals(b)) {
            return "";
        }
        return ranges(dscp -> {
            Character ofA = known(a, dscp);
            Character ofB = known(b, dscp);
            return most.get(dscp) != null || ofA == null || ofB == null || ofA.equals(ofB)
                    ? ""
                    : "into class " + ofA + ", " + Words.port(link.b()) + " at the other end into class " + ofB;
        });
    }

    /** What is said of a code point; empty where it is as it should be. */
    private interface Saying {
        String of(int dscp);
    }

    /** Neighbours of which the same is said are said together. */
    private static String ranges(Saying saying) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        while (from < PortSettings.DSCPS) {
            String said = saying.of(from);
            int to = from;
            while (to + 1 < PortSettings.DSCPS && saying.of(to + 1).equals(said)) {
                to++;
            }
            if (!said.isEmpty()) {
                parts.add("DSCP " + (from == to ? String.valueOf(from) : from + "-" + to) + " " + said);
            }
            from = to + 1;
        }
        return parts.isEmpty() ? "" : "puts " + String.join("; ", parts);
    }
}
