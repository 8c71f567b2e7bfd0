package io.stormglass.fabric.scenario;

import io.stormglass.emulator.Topology;
import io.stormglass.emulator.fault.Fault;
import io.stormglass.emulator.fault.ScheduledFault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Reads one element of {@code faults}.
 *
 * @param hosts names
 * @param topology for the number of ports
 * @param time of the run
 */
record FaultReader(HostSets hosts, Topology topology, RunTime time) {
    private static final String[] KINDS = {
        "nic-pause-storm",
        "slow-receiver",
        "pcie-back-pressure",
        "ignores-cnps",
        "cnp-loss",
        "ecn-off",
        "wrong-thresholds",
        "link-flap",
        "link-degraded",
        "wrong-dscp-map",
        "pfc-one-side",
        "host-hang",
        "device-down",
        "agent-silent",
        "agent-clock-skew",
        "counter-reset",
        "duplicated-telemetry",
        "slow-refresh",
        "watermark-cleared",
        "agent-restart",
        "as-built"
    };

    List<ScheduledFault> read(Section section) throws ScenarioFileException {
        String kind = section.word("kind", null, KINDS);
        List<Fault> faults;
        try {
            faults = faults(section, kind);
        } catch (IllegalArgumentException e) {
            throw section.wrong("kind", "(" + kind + ") cannot be: " + e.getMessage());
        }
        long from = time.scaled(section.picos("fromMicros", 0));
        long to = time.scaled(section.picos("toMicros", time.durationMicros()));
        if (to <= from) {
            throw section.wrong("toMicros", "is not after fromMicros");
        }
        if (from >= time.scaled(Math.round(time.durationMicros() * 1e6))) {
            throw section.wrong("fromMicros", "is not before the end of the run (durationMicros)");
        }
        section.done();
        return faults.stream().map(fault -> new ScheduledFault(fault, from, to)).toList();
    }

    private List<Fault> faults(Section section, String kind) throws ScenarioFileException {
        return switch (kind) {
            case "nic-pause-storm" -> {
                int priorities = SettingsReader.set(section.numbers("priorities", "3", 7));
                yield each(section, host -> new Fault.NicPauseStorm(host, priorities));
            }
            case "slow-receiver" -> {
                long drain = section.bitsPerSecond("drainGbps", 10);
                yield each(section, host -> new Fault.SlowReceiver(host, drain));
            }
            case "pcie-back-pressure" -> {
                long drain = section.bitsPerSecond("drainGbps", 100);
                long stall = section.picos("stallMicros", 50);
                long period = section.picos("periodMicros", 500);
                yield each(section, host -> new Fault.PcieBackPressure(host, drain, stall, period));
            }
            case "ignores-cnps" -> each(section, Fault.IgnoresCnps::new);
            case "cnp-loss" -> {
                double probability = section.number("probability", 1, 1e-9, 1);
                yield each(section, host -> new Fault.CnpLoss(host, probability));
            }
            case "host-hang" -> each(section, Fault.HostHang::new);
            case "as-built" -> asBuilt(section);
            case "wrong-thresholds", "link-flap", "link-degraded", "pfc-one-side" -> ofPort(section, kind);
            default -> ofDevice(section, kind);
        };
    }

    private List<Fault> asBuilt(Section section) throws ScenarioFileException {
        String says = section.text("says", null);
        int priority = section.small("priority", -1, -1, 7);
        List<Fault.AsBuilt.PortOf> cycle = section.has("cycle")
                ? hosts.ports(section, "cycle", this::ports).stream()
                        .map(at -> new Fault.AsBuilt.PortOf(at.node(), at.port()))
                        .toList()
                : List.of();
        if (section.has("port")) {
            HostSets.PortOf at = hosts.port(section, "port", this::ports);
            return List.of(new Fault.AsBuilt(says, at.node(), at.port(), priority, cycle));
        }
        return List.of(new Fault.AsBuilt(says, hosts.devices(section, "device").getFirst(), -1, priority, cycle));
    }

    private List<Fault> each(Section section, IntFunction<Fault> fault) throws ScenarioFileException {
        return hosts.hosts(section, "host", null).stream().map(fault::apply).toList();
    }

    private List<Fault> ofPort(Section section, String kind) throws ScenarioFileException {
        HostSets.PortOf at = hosts.port(section, "port", this::ports);
        if (kind.equals("wrong-thresholds")) {
            requireSwitch(section, "port", at.node());
        }
        return List.of(
                switch (kind) {
                    case "wrong-thresholds" ->
                        new Fault.WrongThresholds(at.node(), at.port(), SettingsReader.ecn(section, "port"));
                    case "link-flap" ->
                        new Fault.LinkFlap(
                                at.node(),
                                at.port(),
                                time.scaled(section.picos("downMicros", 1000)),
                                time.scaled(section.picos("periodMicros", 0)));
                    case "link-degraded" ->
                        new Fault.LinkDegraded(
                                at.node(),
                                at.port(),
                                section.bitsPerSecond("linkGbps", lineGbps(at), lineGbps(at)),
                                section.number("frameLoss", 0, 0, 0.999));
                    default -> new Fault.PfcOneSide(at.node(), at.port());
                });
    }

    private void requireSwitch(Section section, String key, int node) throws ScenarioFileException {
        if (node < topology.hosts()) {
            throw section.wrong(key, "is a host, a switch was expected");
        }
    }

    private double lineGbps(HostSets.PortOf at) {
        return topology.cables().stream()
                        .filter(cable -> cable.a() == at.node() || cable.b() == at.node())
                        .skip(at.port())
                        .findFirst()
                        .orElseThrow()
                        .bitsPerSecond()
                / 1e9;
    }

    private int ports(int node) {
        return (int) topology.cables().stream()
                .filter(cable -> cable.a() == node || cable.b() == node)
                .count();
    }

    private List<Fault> ofDevice(Section section, String kind) throws ScenarioFileException {
        List<Fault> faults = new ArrayList<>();
        for (int node : hosts.devices(section, "device")) {
            if (kind.equals("ecn-off") || kind.equals("wrong-dscp-map")) {
                requireSwitch(section, "device", node);
            }
            faults.add(
                    switch (kind) {
                        case "ecn-off" -> new Fault.EcnOff(node);
                        case "wrong-dscp-map" ->
                            new Fault.WrongDscpMap(
                                    node, section.small("fromPriority", 3, 0, 7), section.small("toPriority", 0, 0, 7));
                        case "device-down" -> new Fault.DeviceDown(node);
                        case "agent-silent" -> new Fault.AgentSilent(node);
                        case "agent-clock-skew" ->
                            new Fault.AgentClockSkew(
                                    node,
                                    section.whole("offsetMicros", 1_000_000, -1_000_000_000_000L, 1_000_000_000_000L)
                                            * 1000);
                        case "counter-reset" -> new Fault.CounterReset(node);
                        case "duplicated-telemetry" -> new Fault.DuplicatedTelemetry(node);
                        case "slow-refresh" ->
                            new Fault.SlowRefresh(
                                    node,
                                    section.word("group", "queue", "port", "queue", "watermark", "watchdog"),
                                    section.picos("refreshMicros", 10_000_000) / 1000);
                        case "watermark-cleared" ->
                            new Fault.WatermarkCleared(node, section.picos("periodMicros", 1_000_000) / 1000);
                        case "agent-restart" -> new Fault.AgentRestart(node);
                        default -> throw new IllegalStateException(kind);
                    });
        }
        return faults;
    }
}
