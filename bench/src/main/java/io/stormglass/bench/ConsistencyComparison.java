package io.stormglass.bench;

import io.stormglass.models.consistency.Consistency;
import io.stormglass.models.consistency.ConsistencyFinding;
import io.stormglass.models.consistency.ConsistencySettings;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueEcn;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Settings of all ports of a large fabric compared, as happens once a second while facts change. 64 leaves and 16 spines: 10,240 ports. Prints CPU time of the thread
 * that compares, which says the same on a machine that others use; median and most of the measured rounds.
 */
public final class ConsistencyComparison {
    private static final int WARM_ROUNDS = 60;
    private static final int ROUNDS = 40;
    private static final String FABRIC = "bench";
    private static final long T0 = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int LEAVES = 64;
    private static final int SPINES = 16;
    private static final int HOSTS_PER_LEAF = 64;

    private final Map<PortKey, LinkFacts> facts = new TreeMap<>();
    private final Consistency consistency = new Consistency(FABRIC, ConsistencySettings.defaults());
    private long nowNanos = T0;

    /** @param rolledOut half of the leaves have another DSCP map and other PFC priorities; else every port is set as it should be */
    private ConsistencyComparison(boolean rolledOut) {
        for (int leaf = 0; leaf < LEAVES; leaf++) {
            boolean other = rolledOut && leaf % 2 == 1;
            for (int host = 0; host < HOSTS_PER_LEAF; host++) {
                String name = "host-" + (leaf * HOSTS_PER_LEAF + host);
                facts.put(port(leaf(leaf), "Ethernet" + host), toHost(name, other));
                facts.put(port(name, "eth0"), nic());
            }
            for (int spine = 0; spine < SPINES; spine++) {
                facts.put(port(leaf(leaf), "up" + spine), between("spine-" + spine, "down" + leaf, true, other));
                facts.put(port("spine-" + spine, "down" + leaf), between(leaf(leaf), "up" + spine, false, false));
            }
        }
        long before = cpuNanos();
        facts.forEach((port, of) -> consistency.accept(port, of, nowNanos));
        step();
        System.out.printf(Locale.ROOT, "first comparison: %.0f ms CPU%n", (cpuNanos() - before) / 1e6);
    }

    public static void main(String[] args) {
        for (boolean rolledOut : new boolean[] {false, true}) {
            ConsistencyComparison bench = new ConsistencyComparison(rolledOut);
            String settings = rolledOut ? "half of the leaves are set otherwise" : "all ports are set alike";
            measure(bench.facts.size() + " ports, " + settings + ", one port changes", bench::onePortChanges);
            measure(bench.facts.size() + " ports, " + settings + ", the fabric starts", bench::start);
        }
    }

    private static void measure(String what, Supplier<List<ConsistencyFinding>> work) {
        List<Double> millis = new ArrayList<>();
        int findings = 0;
        for (int round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
            long before = cpuNanos();
            findings = Math.max(findings, work.get().size());
            if (round >= WARM_ROUNDS) {
                millis.add((cpuNanos() - before) / 1e6);
            }
        }
        millis.sort(null);
        System.out.printf(
                Locale.ROOT,
                "%s: median %.1f ms, most %.1f ms CPU, up to %d changed findings%n",
                what,
                millis.get(ROUNDS / 2),
                millis.getLast(),
                findings);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static String leaf(int number) {
        return "leaf-" + number;
    }

    private static PortKey port(String device, String port) {
        return new PortKey(FABRIC, device, port);
    }

    private static LinkFacts toHost(String host, boolean other) {
        return of(EntityRole.LEAF, other).peer(host, "eth0", EntityRole.HOST).done();
    }

    private static LinkFacts between(String peer, String port, boolean up, boolean other) {
        return of(up ? EntityRole.LEAF : EntityRole.SPINE, other)
                .peer(peer, port, up ? EntityRole.SPINE : EntityRole.LEAF)
                .done();
    }

    private static LinkFacts.Change of(EntityRole role, boolean other) {
        return LinkFacts.speedOnly(400 * SECOND, false)
                .change()
                .role(role)
                .mtu(9216)
                .pfc(other ? 1 << 4 : 1 << 3)
                .ecn(List.of(new QueueEcn(3, 400_000, 1_600_000)))
                .settings(new PortSettings(
                        false,
                        false,
                        1 << 3,
                        List.of(new PortSettings.QueueHeadroom(3, 100_000)),
                        map(other),
                        6,
                        true,
                        "",
                        "",
                        "",
                        ""));
    }

    private static LinkFacts nic() {
        return LinkFacts.speedOnly(400 * SECOND, false)
                .change()
                .role(EntityRole.HOST)
                .mtu(9000)
                .pfc(1 << 3)
                .settings(new PortSettings(
                        false,
                        false,
                        null,
                        List.of(),
                        map(false),
                        6,
                        null,
                        "ConnectX-7",
                        "28.39.1002",
                        "dcqcn",
                        "rp=on np=on preset=nvidia-firmware"))
                .done();
    }

    /** A text of its own, as one that was read from a record. */
    private static String map(boolean other) {
        StringBuilder text = new StringBuilder(PortSettings.DSCPS);
        for (int dscp = 0; dscp < PortSettings.DSCPS; dscp++) {
            text.append(other && dscp / 8 == 3 ? 4 : dscp / 8);
        }
        return text.toString();
    }

    private List<ConsistencyFinding> step() {
        nowNanos += SECOND;
        return consistency.advanceTo(nowNanos);
    }

    /** One port has another MTU than a second ago; everything is compared. */
    private List<ConsistencyFinding> onePortChanges() {
        PortKey port = port(leaf(0), "Ethernet0");
        int mtu = (int) (9200 + nowNanos / SECOND % 16);
        consistency.accept(port, toHost("host-0", false).change().mtu(mtu).done(), nowNanos);
        return step();
    }

    /** A fabric starts: the facts of all ports come, then they are compared. */
    private List<ConsistencyFinding> start() {
        Consistency fresh = new Consistency(FABRIC, ConsistencySettings.defaults());
        facts.forEach((port, of) -> fresh.accept(port, of, T0));
        return fresh.advanceTo(T0 + SECOND);
    }
}
