package io.stormglass.models.consistency;

import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueEcn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A port for itself, and beside others of its kind. */
final class PortRules {
    private static final int PRIORITIES = 8;

    private final Cabling cabling;
    private final List<Misfit> found = new ArrayList<>();
    private final Map<PortKey, String> kinds = new HashMap<>();

    private PortRules(Cabling cabling) {
        this.cabling = cabling;
    }

    static List<Misfit> misfits(Cabling cabling) {
        PortRules rules = new PortRules(cabling);
        cabling.facts().forEach(rules::alone);
        for (int priority = 0; priority < PRIORITIES; priority++) {
            int of = priority;
            rules.offWhereOthersAreOn(
                    new Switch(ConsistencyKind.ECN_OFF, "ECN for priority " + priority), port -> rules.marks(port, of));
        }
        rules.offWhereOthersAreOn(new Switch(ConsistencyKind.WATCHDOG_OFF, "the PFC watchdog"), rules::watchdog);
        rules.thresholds();
        return rules.found;
    }

    private void alone(PortKey port, LinkFacts facts) {
        int lossless = lossless(facts);
        for (PortSettings.QueueHeadroom each : facts.settings().headroom()) {
            if (each.bytes() == 0 && Words.has(lossless, each.priority())) {
                found.add(Misfit.ofDevice(
                        ConsistencyKind.HEADROOM,
                        port,
                        "has PFC on for priority " + each.priority() + " and 0 bytes of headroom for it"));
            }
        }
        Integer cnp = facts.settings().cnpPriority();
        if (cnp != null && cnp == PortSettings.NO_CNP_CLASS) {
            found.add(Misfit.ofDevice(ConsistencyKind.CNP_CLASS, port, "has no class of its own for CNPs"));
        } else if (cnp != null && Words.has(lossless, cnp)) {
            found.add(Misfit.ofDevice(
                    ConsistencyKind.CNP_CLASS,
                    port,
                    "has CNPs in class " + cnp + ", which is lossless (PFC on for " + Words.priorities(lossless)
                            + "): pauses hold them up"));
        }
    }

    private static int lossless(LinkFacts facts) {
        Integer bits = facts.pfcEnabledPriorities();
        return bits == null ? 0 : bits;
    }

    /** Something that is on or off. */
    private record Switch(ConsistencyKind kind, String what) {}

    private @Nullable Boolean marks(PortKey port, int priority) {
        Integer on = cabling.settings(port).ecnPriorities();
        boolean asked = cabling.isSwitch(port) && Words.has(lossless(cabling.facts(port)), priority);
        if (on == null || !asked) {
            return null;
        }
        return Words.has(on, priority);
    }

    private @Nullable Boolean watchdog(PortKey port) {
        Integer lossless = cabling.facts(port).pfcEnabledPriorities();
        boolean asked = cabling.isSwitch(port) && (lossless == null || lossless != 0);
        return asked ? cabling.settings(port).watchdog() : null;
    }

    /** Others are the ports of the same kind; where they do not agree, all switches with a voice each. */
    private void offWhereOthersAreOn(Switch what, Function<PortKey, @Nullable Boolean> value) {
        Map<String, Map<PortKey, Boolean>> byKind = new TreeMap<>();
        for (PortKey port : cabling.facts().keySet()) {
            Boolean on = value.apply(port);
            if (on != null) {
                byKind.computeIfAbsent(kind(port), kind -> new LinkedHashMap<>())
                        .put(port, on);
            }
        }
        if (byKind.values().stream().noneMatch(ports -> ports.containsValue(false))) {
            return;
        }
        Majority<Boolean> switches = cabling.ofDevices(value);
        byKind.forEach((kind, ports) -> {
            Majority<Boolean> most = Majority.of(ports.values(), cabling.least());
            String others = most == null ? "switches" : kind;
            Majority<Boolean> voice = most == null ? switches : most;
            if (voice != null && voice.value()) {
                ports.forEach((port, on) -> {
                    if (!on) {
                        found.add(Misfit.ofDevice(
                                what.kind,
                                port,
                                "has " + what.what + " off, " + voice.count() + " " + others + " have it on"));
                    }
                });
            }
        });
    }

    /** Role of the device, what the port leads to, and its speed. */
    private String kind(PortKey port) {
        return kinds.computeIfAbsent(port, this::makeKind);
    }

    private String makeKind(PortKey port) {
        String peer = cabling.peerDevice(port);
        String to = "";
        if (cabling.role(peer) == EntityRole.HOST) {
            to = " to hosts";
        } else if (cabling.isSwitch(peer)) {
            to = " to switches";
        }
        LinkFacts facts = cabling.facts(port);
        boolean known = facts.linkBitsPerSecond() > 0 && !facts.speedAssumed();
        return Words.role(cabling.role(port.device())) + " ports" + to
                + (known ? " at " + Words.speed(facts.linkBitsPerSecond()) : "");
    }

    private void thresholds() {
        Map<Integer, Map<String, Map<PortKey, QueueEcn>>> byPriority = new TreeMap<>();
        cabling.facts().forEach((port, facts) -> {
            // A speed that nobody read is no kind.
            if (cabling.isSwitch(port) && facts.linkBitsPerSecond() > 0 && !facts.speedAssumed()) {
                for (QueueEcn ecn : facts.ecn()) {
                    byPriority
                            .computeIfAbsent(ecn.priority(), priority -> new TreeMap<>())
                            .computeIfAbsent(kind(port), kind -> new LinkedHashMap<>())
                            .putIfAbsent(port, ecn);
                }
            }
        });
        byPriority.values().forEach(byKind -> byKind.forEach(this::thresholds));
    }

    private void thresholds(String kind, Map<PortKey, QueueEcn> ports) {
        Majority<QueueEcn> most = Majority.of(ports.values(), cabling.least());
        if (most == null) {
            return;
        }
        ports.forEach((port, own) -> {
            if (!own.equals(most.value())) {
                found.add(Misfit.ofDevice(
                        ConsistencyKind.ECN_THRESHOLDS,
                        port,
                        "marks " + words(own) + ", " + most.count() + " " + kind + " " + span(most.value())));
            }
        });
    }

    private static String words(QueueEcn ecn) {
        String what = ecn.priority() == QueueEcn.EVERY_PRIORITY ? "every priority" : "priority " + ecn.priority();
        return what + " " + span(ecn);
    }

    private static String span(QueueEcn ecn) {
        return "from " + ecn.kminBytes() + " to " + ecn.kmaxBytes() + " bytes";
    }
}
