package io.stormglass.cli.scoreboard;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;

/** Scenarios at 1G: some seconds of them are few packets. */
public final class Small {
    public static final Refresh.Counters EVERY_200_MS = new Refresh.Counters(200_000_000L);

    private static final String FABRIC = """
            fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 2, linkGbps: 1, propagationMicros: 1}
            switch: {bufferBytes: 4194304}
            nic: {receiveBufferBytes: 100000, retransmitMicros: 1000000}
            transport: {cc: none}
            telemetry: {reads: quick, mirrors: none}
            """;

    private static final String LIGHT = "workloads:\n  - {kind: poisson, sizes: fixed, flowBytes: 32000, load: 0.02}\n";

    private Small() {}

    /** A NIC that pauses for 3.5 s. */
    public static Scenario storm() {
        return read(
                "small-storm", LIGHT, "{kind: nic-pause-storm, host: host-3, fromMicros: 500000, toMicros: 4000000}");
    }

    /** The same for 0.5 s, which cannot be seen. */
    static Scenario blink() {
        return read(
                "small-blink", LIGHT, "{kind: nic-pause-storm, host: host-3, fromMicros: 500000, toMicros: 1000000}");
    }

    /** Three senders to one receiver, held by PFC for all of the time. */
    public static Scenario incast() {
        return read(
                "small-incast",
                "workloads:\n  - {kind: incast, from: \"host-0,host-1,host-2\", senders: 3, receiver: host-3, flowBytes: 2000000,"
                        + " bursts: 0}\n",
                "");
    }

    /** A leaf that tells nothing for a while. */
    public static Scenario silence() {
        return read(
                "small-silence", LIGHT, "{kind: agent-silent, device: leaf-1, fromMicros: 500000, toMicros: 2500000}");
    }

    /** Five switches that wait for each other from 0.5 s on. */
    public static Scenario ring() {
        return parse(ringText(), "small-ring");
    }

    /** The same until a link of the ring goes down for a moment at 4 s and packets are lost. */
    public static Scenario brokenRing() {
        String text = ringText()
                .replace("small-ring", "small-broken-ring")
                .replace("4000000, from", "4000000, messages: 1, from")
                .replace("fromMicros: 500000, cycle", "fromMicros: 500000, toMicros: 4000000, cycle")
                .replace(
                        "durationMicros: 4500000",
                        "  - {kind: link-flap, port: switch-0/Ethernet4, downMicros: 100000, fromMicros: 4000000,"
                                + " toMicros: 4200000}\ndurationMicros: 6500000");
        return parse(text, "small-broken-ring");
    }

    private static String ringText() {
        String ring = "switch-0/Ethernet4,switch-1/Ethernet8,switch-2/Ethernet8,switch-3/Ethernet8,switch-4/Ethernet8";
        String text = """
                name: small-ring
                about: Five switches in a ring with flows two hops on.
                fabric: {topology: ring, switches: 5, hostsPerSwitch: 1, linkGbps: 1, propagationMicros: 1}
                switch: {bufferBytes: 12000000, pfc: "static:100000:80000", ecn: "off"}
                nic: {retransmitMicros: 1000000}
                transport: {cc: none}
                telemetry: {reads: quick, mirrors: none}
                workloads:
                  - {kind: on-off, from: host-0..host-4, to: "host-2,host-3,host-4,host-0,host-1", flowBytes: 4000000, fromMicros: 500000}
                faults:
                  - {kind: as-built, says: deadlock, device: switch-0, priority: 3, fromMicros: 500000, cycle: "RING"}
                durationMicros: 4500000
                ending: at-time
                """;
        return text.replace("RING", ring);
    }

    private static Scenario read(String name, String workloads, String fault) {
        String text = "name: " + name + "\nabout: A small fabric.\n" + FABRIC + workloads
                + (fault.isEmpty() ? "" : "faults:\n  - " + fault + "\n")
                + "durationMicros: 4500000\nending: at-time\n";
        return parse(text, name);
    }

    private static Scenario parse(String text, String name) {
        try {
            return ScenarioFile.parse(text, name).scenario();
        } catch (ScenarioFileException e) {
            throw new AssertionError(e);
        }
    }
}
