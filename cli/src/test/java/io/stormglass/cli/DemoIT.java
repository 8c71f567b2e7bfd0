package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
    @TempDir
    Path folder;

    /** A storm that anybody sees who looks for a few seconds, and a queue that passes Kmax with every burst. */
    private static final String SMALL = """
            name: small
            about: A NIC that pauses.
            fabric: {topology: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 2, linkGbps: 10}
            switch: {kminBytes: 20000, kmaxBytes: 80000}
            workloads:
              - {kind: incast, senders: 2, from: "host-0, host-1", receiver: host-2, flowBytes: 300000, bursts: 0, periodMicros: 50000}
              - {kind: incast, senders: 2, from: "host-0, host-1", receiver: host-3, flowBytes: 100000, bursts: 0, periodMicros: 20000}
            faults:
              - {kind: nic-pause-storm, host: host-3, fromMicros: 500000, toMicros: 2000000}
            telemetry: {reads: quick, ackSpanMicros: 1000}
            durationMicros: 600000000
            """;

    @Test
    void aStormOpensAndResolvesAndAQueueIsToldOf() throws Exception {
        Path file = Files.writeString(folder.resolve("small.yaml"), SMALL);
        shows(CommandRun.of("demo", "--scenario", file.toString(), "--seconds", "12", "--speed", "2"));
    }

    private static List<String> shows(CommandRun run) {
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).anyMatch(line -> line.contains("emulator  nic-pause-storm at host-"));
        assertThat(lines).anyMatch(line -> line.contains("STORM     host-") && line.contains(": opened, "));
        assertThat(lines).anyMatch(line -> line.contains("STORM     host-") && line.contains(": resolved, "));
        assertThat(lines).anyMatch(line -> line.contains("ecn       leaf-") && line.contains("past Kmax"));
        assertThat(lines).anyMatch(line -> line.startsWith("The end: "));
        return lines;
    }

    /** The main command of README, at its full length. */
    @Test
    @EnabledIfSystemProperty(
            named = "stormglass.full",
            matches = "true",
            disabledReason = "a minute: run with -Dstormglass.full=true")
    void theDemoOfAMinuteShowsAStormFromItsBeginningToItsEnd() {
        List<String> lines = shows(CommandRun.of("demo", "--seconds", "60"));
        int opened = first(lines, ": opened, ");
        int resolved = first(lines, ": resolved, ");
        assertThat(opened).isLessThan(resolved);
        assertThat(resolved).isLessThan(first(lines, "The end: "));
        assertThat(lines.get(opened)).contains("host-5").contains("leaf-1 Ethernet4");
    }

    private static int first(List<String> lines, String text) {
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).contains(text)) {
                return line;
            }
        }
        throw new AssertionError("nobody says '" + text + "': " + lines);
    }

    @Test
    void whatCannotBeIsSaid() {
        CommandRun unknown = CommandRun.of("demo", "--scenario", "nobody");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no scenario 'nobody'");
        CommandRun slow = CommandRun.of("demo", "--speed", "0");
        assertThat(slow.code()).isEqualTo(2);
        assertThat(slow.err()).contains("--speed is 0.0; give a number above 0");
    }
}
