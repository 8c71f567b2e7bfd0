package io.stormglass.models.consistency;

import io.stormglass.models.consistency.ConsistencyFinding.Phase;
import io.stormglass.models.event.EntityRole;
import io.stormglass.models.event.LinkFacts;
import io.stormglass.models.event.PortKey;
import io.stormglass.models.event.PortSettings;
import io.stormglass.models.event.QueueEcn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Leaves {@code leaf-0}... with four hosts each (ports {@code e0} to {@code e3}) and an uplink to each spine ({@code u0}...), all set alike until somebody changes
 * that.
 */
final class Site {
    static final String FABRIC = "f";
    static final long SECOND = 1_000_000_000L;
    static final long START = 1_700_000_000L * SECOND;
    static final int HOSTS = 4;
    static final String MAP = "0".repeat(8)
            + "1".repeat(8)
            + "2".repeat(8)
            + "3".repeat(8)
            + "4".repeat(8)
            + "5".repeat(8)
            + "6".repeat(8)
            + "7".repeat(8);

    final Map<PortKey, LinkFacts> facts = new TreeMap<>();
    final Consistency consistency = new Consistency(FABRIC, ConsistencySettings.defaults());
    final List<ConsistencyFinding> told = new ArrayList<>();
    long nowNanos = START;

    Site(int leaves, int spines) {
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int host = 0; host < HOSTS; host++) {
                String name = "host-" + (leaf * HOSTS + host);
                put("leaf-" + leaf, "e" + host, name, "eth0");
                facts.put(port(name, "eth0"), host());
            }
            for (int spine = 0; spine < spines; spine++) {
                put("leaf-" + leaf, "u" + spine, "spine-" + spine, "d" + leaf);
                put("spine-" + spine, "d" + leaf, "leaf-" + leaf, "u" + spine);
            }
        }
    }

    static PortKey port(String device, String port) {
        return new PortKey(FABRIC, device, port);
    }

    private void put(String device, String port, String peerDevice, String peerPort) {
        boolean toHost = peerDevice.startsWith("host");
        facts.put(
                port(device, port),
                LinkFacts.speedOnly(toHost ? 100_000_000_000L : 400_000_000_000L, false)
                        .change()
                        .role(role(device))
                        .peer(peerDevice, peerPort, role(peerDevice))
                        .mtu(9216)
                        .pfc(1 << 3)
                        .done()
                        .withEcn(List.of(new QueueEcn(3, 400_000, 1_600_000)))
                        .with(new PortSettings(
                                false,
                                false,
                                1 << 3,
                                List.of(new PortSettings.QueueHeadroom(3, 100_000)),
                                MAP,
                                6,
                                true,
                                "",
                                "",
                                "",
                                "")));
    }

    /** A host knows nothing of its neighbour. */
    private static LinkFacts host() {
        return LinkFacts.speedOnly(100_000_000_000L, false)
                .change()
                .role(EntityRole.HOST)
                .mtu(9000)
                .pfc(1 << 3)
                .done()
                .with(new PortSettings(
                        false, false, null, List.of(), MAP, 6, null, "CX-7", "28.39.1002", "dcqcn", "preset-a"));
    }

    private static EntityRole role(String device) {
        if (device.startsWith("host")) {
            return EntityRole.HOST;
        }
        return device.startsWith("leaf") ? EntityRole.LEAF : EntityRole.SPINE;
    }

    /** Changes what will be told of a port, or of every port of a device where the port is null. */
    Site change(String device, @Nullable String port, UnaryOperator<LinkFacts> change) {
        facts.replaceAll((key, old) ->
                key.device().equals(device) && (port == null || key.port().equals(port)) ? change.apply(old) : old);
        return this;
    }

    Site changeAll(UnaryOperator<LinkFacts> change) {
        facts.replaceAll((key, old) -> change.apply(old));
        return this;
    }

    /** Tells all facts, now. */
    Site tell() {
        facts.forEach((port, of) -> take(consistency.accept(port, of, nowNanos)));
        return this;
    }

    Site after(long seconds) {
        nowNanos += seconds * SECOND;
        take(consistency.advanceTo(nowNanos));
        return this;
    }

    private void take(List<ConsistencyFinding> changes) {
        changes.stream().filter(ConsistencyFinding::isTold).forEach(told::add);
    }

    /** Tells all and waits until whatever there is has been told. */
    List<ConsistencyFinding> settled() {
        tell().after(61);
        return open();
    }

    /** Findings whose newest version is open. */
    List<ConsistencyFinding> open() {
        Map<String, ConsistencyFinding> newest = new TreeMap<>();
        told.forEach(each -> newest.put(each.id(), each));
        return newest.values().stream()
                .filter(each -> each.phase() == Phase.OPEN)
                .toList();
    }

    static UnaryOperator<LinkFacts> settings(UnaryOperator<PortSettings> change) {
        return facts -> facts.with(change.apply(facts.settings()));
    }

    static LinkFacts pfc(LinkFacts of, @Nullable Integer bits) {
        return of.change().pfc(bits).done();
    }

    /** With another speed, known or assumed, and MTU. */
    static LinkFacts link(LinkFacts of, long bitsPerSecond, boolean assumed, int mtuBytes) {
        return of.change().speed(bitsPerSecond, assumed).mtu(mtuBytes).done();
    }

    static LinkFacts peer(LinkFacts of, String device, String port) {
        return of.change().peer(device, port, of.peerRole()).done();
    }

    static LinkFacts macs(LinkFacts of, String own, String others) {
        return of.change().macs(own, others).done();
    }

    static PortSettings pauses(PortSettings of, @Nullable Boolean sends, @Nullable Boolean obeys) {
        return new PortSettings(
                sends,
                obeys,
                of.ecnPriorities(),
                of.headroom(),
                of.dscpClasses(),
                of.cnpPriority(),
                of.watchdog(),
                of.nicModel(),
                of.nicFirmware(),
                of.ccMode(),
                of.ccSettings());
    }

    static PortSettings queues(
            PortSettings of, @Nullable Integer ecn, List<PortSettings.QueueHeadroom> headroom, String map) {
        return new PortSettings(
                of.sendsPause(),
                of.obeysPause(),
                ecn,
                headroom,
                map,
                of.cnpPriority(),
                of.watchdog(),
                of.nicModel(),
                of.nicFirmware(),
                of.ccMode(),
                of.ccSettings());
    }

    static PortSettings cnp(PortSettings of, @Nullable Integer cnp, @Nullable Boolean watchdog) {
        return new PortSettings(
                of.sendsPause(),
                of.obeysPause(),
                of.ecnPriorities(),
                of.headroom(),
                of.dscpClasses(),
                cnp,
                watchdog,
                of.nicModel(),
                of.nicFirmware(),
                of.ccMode(),
                of.ccSettings());
    }

    static PortSettings nic(PortSettings of, String model, String firmware, String mode, String set) {
        return new PortSettings(
                of.sendsPause(),
                of.obeysPause(),
                of.ecnPriorities(),
                of.headroom(),
                of.dscpClasses(),
                of.cnpPriority(),
                of.watchdog(),
                model,
                firmware,
                mode,
                set);
    }
}
