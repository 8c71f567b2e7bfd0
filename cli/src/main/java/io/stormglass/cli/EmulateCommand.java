package io.stormglass.cli;

import io.stormglass.emulator.Cable;
import io.stormglass.emulator.Topology;
import io.stormglass.fabric.pcap.CaptureTally;
import io.stormglass.fabric.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a scenario in the emulator and says what it was like. No Kafka. */
@Command(
        name = "emulate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Runs a scenario in the emulated fabric and measures it; starts no Kafka.",
        footer = {"", "'stormglass scenarios' lists the library, 'stormglass scenarios SCENARIO' every key of --set."})
final class EmulateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "SCENARIO", description = "name in the library, or a YAML file")
    private String scenario = "";

    @Option(
            names = "--cc",
            paramLabel = "NAME",
            description =
                    "congestion control of all flows: none, dcqcn, hpcc, timely, dctcp, swift, bbr, bbr3, cubic, newreno")
    private @Nullable String cc;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "another seed gives another run (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "another value of a setting; may be given several times")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description = "writes what the agents of the fabric say, a line of JSON per batch")
    private @Nullable Path events;

    @Option(
            names = "--pcap",
            paramLabel = "FILE",
            description = "writes the traffic at a port as pcapng: the most congested egress, or that of --pcap-port")
    private @Nullable Path pcap;

    @Option(names = "--pcap-port", paramLabel = "DEVICE/PORT", description = "which port --pcap captures")
    private @Nullable String pcapPort;

    @Option(
            names = "--pcap-snaplen",
            paramLabel = "BYTES",
            description = "keeps at most so many bytes of a frame; 0 keeps all (default: ${DEFAULT-VALUE})")
    private int pcapSnapLength;

    EmulateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        if (pcapSnapLength < 0 || (pcap == null && (pcapPort != null || pcapSnapLength > 0))) {
            throw CommandFailure.usage("--pcap-port and --pcap-snaplen (0 and up) belong to --pcap FILE", null);
        }
        ScenarioFile file = Scenarios.load(scenario, cc, set);
        EmulationRunner runner = new EmulationRunner(terminal);
        Emulated run = runner.measure(file, Scenarios.label(file, cc), seed);
        CaptureTally captured = capture(runner, run);
        long lines = events == null ? 0 : runner.events(file, seed, events);
        terminal.out().print(json ? Json.text(EmulateJson.of(run)) + "\n" : EmulateText.of(run));
        terminal.out().flush();
        if (pcap != null && captured != null) {
            terminal.say(Words.plural(captured.packets(), "frame", "frames") + " written to " + pcap);
        }
        if (events != null) {
            terminal.say(Words.plural(lines, "batch", "batches") + " of events written to " + events);
        }
        run.notes().forEach(terminal::say);
        return ExitCodes.DONE;
    }

    private @Nullable CaptureTally capture(EmulationRunner runner, Emulated run) {
        Path file = pcap;
        if (file == null) {
            return null;
        }
        return runner.capture(
                run,
                new PcapOptions(
                        file, pcapPort, pcapSnapLength, ports(run.scenario().topology())));
    }

    private static List<Integer> ports(Topology topology) {
        List<Integer> ports = new ArrayList<>(Collections.nCopies(topology.nodes(), 0));
        for (Cable cable : topology.cables()) {
            ports.set(cable.a(), ports.get(cable.a()) + 1);
            ports.set(cable.b(), ports.get(cable.b()) + 1);
        }
        return ports;
    }
}
