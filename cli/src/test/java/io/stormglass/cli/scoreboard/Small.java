package io.stormglass.cli.scoreboard;

import io.stormglass.emulator.scenario.Scenario;
import io.stormglass.fabric.scenario.ScenarioFile;
import io.stormglass.fabric.scenario.ScenarioFileException;

/** Scenarios at 1G: some seconds of them are few packets. */
final class Small {
    static final Refresh.Counters EVERY_200_MS = new Refresh.Counters(200_000_000L);

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
    static Scenario storm() {
        return read(
                "small-storm", LIGHT, "{kind: nic-pause-storm, host: host-3, fromMicros: 500000, toMicros: 4000000}");
    }

    /** The same for 0.5 s, which cannot be seen. */
    static Scenario blink() {
        return read(
                "small-blink", LIGHT, "{kind: nic-pause-storm, host: host-3, fromMicros: 500000, toMicros: 1000000}");
    }

    /** Three senders to one receiver, held by PFC for all of the time. */
    static Scenario incast() {
        return read(
                "small-incast",
                "workloads:\n  - {kind: incast, from: \"host-0,host-1,host-2\", senders: 3, receiver: host-3, flowBytes: 2000000,"
                        + " bursts: 0}\n",
                "");
    }

    /** A leaf that tells nothing for a while. */
    static Scenario silence() {
        return read(
                "small-silence", LIGHT, "{kind: agent-silent, device: leaf-1, fromMicros: 500000, toMicros: 2500000}");
    }

    private static Scenario read(String name, String workloads, String fault) {
        String text = "name: " + name + "\nabout: A small fabric.\n" + FABRIC + workloads
                + (fault.isEmpty() ? "" : "faults:\n  - " + fault + "\n")
                + "durationMicros: 4500000\nending: at-time\n";
        try {
            return ScenarioFile.parse(text, name).scenario();
        } catch (ScenarioFileException e) {
            throw new AssertionError(e);
        }
    }
}
