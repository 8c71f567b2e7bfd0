package io.stormglass.cli;

import io.stormglass.models.bbr.BbrV1Parameters;
import io.stormglass.models.bbr.SocketEstimate;
import io.stormglass.models.bbr.SocketReplay;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** BBR over what a socket reported. */
@Command(
        name = "bbr",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "BBRv1 (Linux) over an ACK trace; one row t_us,bbr_bw_Bps,pacing_rate_Bps,phase per row.",
        footer = {
            "",
            "Columns read, in any order: t_us, bytes_acked, data_segs_out, unacked, delivered, lost, srtt_us, min_rtt_us,"
                    + " delivery_rate_Bps, delivery_rate_app_limited, snd_cwnd and, where there, ca_state. What the sender's BBR says of itself"
                    + " (bbr_*, pacing_rate_Bps) is not read.",
            "Where in its gain cycle the sender is follows from the rate at which it sends over the next two cycles."
        })
final class ModelBbrCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(
            names = "--trace",
            required = true,
            paramLabel = "FILE.csv[.gz]",
            description = "A row per acknowledgement below a head.")
    private Path file = Path.of("");

    ModelBbrCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        SocketTraceFile trace = SocketTraceFile.read(file);
        CommandFailure.throwIfInterrupted();
        StringBuilder out = new StringBuilder("t_us,bbr_bw_Bps,pacing_rate_Bps,phase\n");
        for (SocketEstimate estimate :
                SocketReplay.run(BbrV1Parameters.linux(trace.segmentBytes()), trace.readings())) {
            out.append(estimate.timeMicros())
                    .append(',')
                    .append(estimate.bandwidthBytesPerSecond())
                    .append(',')
                    .append(estimate.pacingBytesPerSecond())
                    .append(',')
                    .append(estimate.phase())
                    .append('\n');
        }
        CommandFailure.throwIfInterrupted();
        terminal.out().print(out);
        terminal.out().flush();
        return ExitCodes.DONE;
    }
}
