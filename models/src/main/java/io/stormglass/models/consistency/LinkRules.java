package io.stormglass.models.consistency;

import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Both ends of a link. Of two values that differ the one that most devices do not have is at fault; where that does not tell, the finding is the link's. */
final class LinkRules {
    private final Cabling cabling;
    private final ConsistencySettings settings;
    private final List<Misfit> found = new ArrayList<>();

    private LinkRules(Cabling cabling, ConsistencySettings settings) {
        this.cabling = cabling;
        this.settings = settings;
    }

    static List<Misfit> misfits(Cabling cabling, ConsistencySettings settings) {
        LinkRules rules = new LinkRules(cabling, settings);
        rules.peers();
        rules.compare(
                ConsistencyKind.PFC,
                port -> cabling.facts(port).pfcEnabledPriorities(),
                bits -> "has PFC on for " + Words.priorities(bits));
        rules.compare(
                ConsistencyKind.CNP_CLASS,
                port -> cnpClass(cabling.settings(port)),
                priority -> "has CNPs in class " + priority);
        rules.compare(ConsistencyKind.LINK_PAUSE, port -> pauses(cabling.settings(port)), LinkRules::words);
        for (Cabling.Link link : cabling.links()) {
            rules.speed(link);
            rules.mtu(link);
        }
        return rules.found;
    }

    private void peers() {
        for (PortKey port : cabling.facts().keySet()) {
            PortKey peer = cabling.named(port);
            if (peer == null) {
                continue;
            }
            PortKey back = cabling.named(peer);
            if (back != null && !back.equals(port)) {
                found.add(new Misfit(
                        ConsistencyKind.PEER,
                        Words.link(port, peer),
                        port,
                        peer,
                        "names " + Words.port(peer) + " as its peer, which names " + Words.port(back)));
            }
        }
    }

    /** Whether the port sends 802.3x pauses and obeys them, where both are known. */
    private record LinkPause(boolean sends, boolean obeys) {
        boolean fits(LinkPause other) {
            return sends == other.obeys && obeys == other.sends;
        }
    }

    private static @Nullable LinkPause pauses(PortSettings of) {
        Boolean sends = of.sendsPause();
        Boolean obeys = of.obeysPause();
        return sends == null || obeys == null ? null : new LinkPause(sends, obeys);
    }

    private static String words(LinkPause pause) {
        return (pause.sends ? "sends" : "does not send") + " 802.3x pauses and "
                + (pause.obeys ? "obeys" : "does not obey") + " them";
    }

    private static boolean fit(Object a, Object b) {
        if (a instanceof LinkPause one && b instanceof LinkPause two) {
            return one.fits(two);
        }
        return a.equals(b);
    }

    /** A class that both ends have for CNPs; one without a class is no matter of the link. */
    private static @Nullable Integer cnpClass(PortSettings of) {
        Integer priority = of.cnpPriority();
        return priority == null || priority == PortSettings.NO_CNP_CLASS ? null : priority;
    }

    private <V> void compare(ConsistencyKind kind, Function<PortKey, @Nullable V> value, Function<V, String> words) {
        Majority<V> most = cabling.ofDevices(value);
        for (Cabling.Link link : cabling.links()) {
            V a = value.apply(link.a());
            V b = value.apply(link.b());
            if (a == null || b == null || fit(a, b)) {
                continue;
            }
            if (most != null && a.equals(most.value())) {
                blame(kind, link.b(), link.a(), words.apply(b), words.apply(a) + like(most));
            } else if (most != null && b.equals(most.value())) {
                blame(kind, link.a(), link.b(), words.apply(a), words.apply(b) + like(most));
            } else {
                disagree(kind, link, words.apply(a), words.apply(b));
            }
        }
    }

    private static String like(Majority<?> most) {
        return ", like " + most.count() + " devices";
    }

    private void blame(ConsistencyKind kind, PortKey port, PortKey other, String own, String others) {
        found.add(new Misfit(
                kind, port.device(), port, other, own + ", " + Words.port(other) + " at the other end " + others));
    }

    private void disagree(ConsistencyKind kind, Cabling.Link link, String ofA, String ofB) {
        found.add(new Misfit(
                kind,
                Words.link(link.a(), link.b()),
                link.a(),
                link.b(),
                ofA + ", " + Words.port(link.b()) + " at the other end " + ofB));
    }

    private void speed(Cabling.Link link) {
        long a = speed(link.ofA());
        long b = speed(link.ofB());
        if (a > 0 && b > 0 && a != b) {
            disagree(ConsistencyKind.SPEED, link, "runs at " + Words.speed(a), "at " + Words.speed(b));
        }
    }

    private static long speed(LinkFacts facts) {
        return facts.speedAssumed() ? 0 : facts.linkBitsPerSecond();
    }

    private void mtu(Cabling.Link link) {
        int a = link.ofA().mtuBytes();
        int b = link.ofB().mtuBytes();
        if (a > 0 && b > 0 && a != b && !fits(link.a(), a, b) && !fits(link.b(), b, a)) {
            disagree(ConsistencyKind.MTU, link, "has an MTU of " + a + " bytes", "one of " + b + " bytes");
        }
    }

    /** A host sends no headers of the fabric: its MTU may be a little smaller. */
    private boolean fits(PortKey port, int own, int others) {
        return cabling.isHost(port) && own < others && others - own <= settings.hostMtuSlackBytes();
    }
}
