package io.stormglass.cli;

import io.stormglass.capture.Inspection;
import io.stormglass.replay.Captures;
import io.stormglass.replay.LinksFile;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decodes captures and says what is in them. No Kafka. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Decodes packet captures and prints what they hold; starts no Kafka.",
        footer = {"", "Exit code 2: a file has a fault; what stood before it is counted."})
final class InspectCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description = "pcap or pcapng, plain, gzip or zstd; several are merged by time; '-' is standard input")
    private List<String> files = List.of();

    @Option(names = "--json", description = "Prints one JSON object.")
    private boolean json;

    InspectCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Inputs.check(files);
        Captures captures = Captures.reading(files, terminal.in());
        long startedNanos = System.nanoTime();
        Inspection inspection = captures.inspect(LinksFile.none(null));
        CommandFailure.throwIfInterrupted();
        double seconds = Math.max(1, System.nanoTime() - startedNanos) / 1e9;
        double packetsPerSecond = Math.rint(inspection.counts().packets() / seconds);
        terminal.out()
                .print(
                        json
                                ? Json.text(InspectJson.of(files.size(), inspection, packetsPerSecond)) + "\n"
                                : InspectText.of(files.size(), inspection, packetsPerSecond));
        terminal.out().flush();
        Inputs.sayCopies(terminal, inspection);
        inspection
                .faults()
                .forEach(fault -> terminal.say(fault.file() + ", byte " + fault.offsetBytes() + ": " + fault.what()));
        return inspection.faults().isEmpty() ? ExitCodes.DONE : ExitCodes.USAGE;
    }
}
