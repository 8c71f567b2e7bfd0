package io.stormglass.cli;

import io.stormglass.models.dcqcn.DcqcnParameters;
import io.stormglass.models.dcqcn.ReactionPoint;
import io.stormglass.models.dcqcn.ReactionTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The DCQCN reaction point over the CNPs of a vector file. */
@Command(
        name = "dcqcn",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "The DCQCN reaction point over the parameters and CNP times of a vector file; one row after every event.",
        footer = {
            "",
            "FILE.json holds columns, params and cnp_times_ns. The columns are chosen from t_ns, event, rate_bps, target_bps, alpha,"
                    + " time_stage, byte_stage, phase, rate_mbps, target_mbps, alpha_fp10."
        })
final class ModelDcqcnCommand implements Callable<Integer> {
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final int FLUSH_CHARS = 1 << 16;

    private final Terminal terminal;

    @Option(
            names = "--variant",
            required = true,
            paramLabel = "NAME",
            description = "Whose order of operations and arithmetic: paper, hpcc, msr or nvidia.")
    private String variant = "";

    @Option(names = "--vector", required = true, paramLabel = "FILE.json", description = "Parameters and CNP times.")
    private Path file = Path.of("");

    ModelDcqcnCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        DcqcnVariant chosen = ModelOptions.oneOf("--variant", variant, DcqcnVariant.values());
        ParameterFile vector = ParameterFile.read(file);
        List<String> columns = vector.words("columns");
        ParameterFile params = vector.part("params");
        DcqcnParameters parameters;
        ReactionTrace.Inputs inputs;
        try {
            parameters = chosen.read(params);
            inputs =
                    new ReactionTrace.Inputs(params.whole("duration_ns"), vector.wholes("cnp_times_ns"), sends(params));
        } catch (IllegalArgumentException e) {
            throw vector.wrong(String.valueOf(e.getMessage()), e);
        }
        List<Column> printed =
                columns.stream().map(name -> column(vector, name)).toList();
        StringBuilder text = new StringBuilder(String.join(",", columns)).append('\n');
        ReactionTrace.run(parameters.start(), inputs, (at, event, after) -> {
            String separator = "";
            for (Column column : printed) {
                text.append(separator).append(column.cell(at, event, after));
                separator = ",";
            }
            text.append('\n');
            if (text.length() > FLUSH_CHARS) {
                flush(text);
            }
        });
        flush(text);
        return ExitCodes.DONE;
    }

    private void flush(StringBuilder text) {
        CommandFailure.throwIfInterrupted();
        terminal.out().print(text);
        terminal.out().flush();
        text.setLength(0);
    }

    private static ReactionTrace.Sends sends(ParameterFile params) {
        if (!params.has("tx_interval_ns")) {
            return ReactionTrace.Sends.NONE;
        }
        return new ReactionTrace.Sends(
                params.whole("tx_start_ns"), params.whole("tx_interval_ns"), params.whole("tx_chunk_bytes"));
    }

    /** One cell of a row. */
    private interface Column {
        String cell(long atNanos, String event, ReactionPoint after);
    }

    private static Column column(ParameterFile vector, String name) {
        return switch (name) {
            case "t_ns" -> (at, event, after) -> Long.toString(at);
            case "event" -> (at, event, after) -> event;
            case "rate_bps" -> (at, event, after) -> Long.toString(after.rateBitsPerSecond());
            case "target_bps" -> (at, event, after) -> Long.toString(after.targetBitsPerSecond());
            case "rate_mbps" -> (at, event, after) -> Long.toString(after.rateBitsPerSecond() / BITS_PER_MEGABIT);
            case "target_mbps" -> (at, event, after) -> Long.toString(after.targetBitsPerSecond() / BITS_PER_MEGABIT);
            case "alpha" -> (at, event, after) -> SignificantDigits.of(after.alpha());
            case "alpha_fp10" -> (at, event, after) -> Long.toString((long) (after.alpha() * 1024));
            case "time_stage" -> (at, event, after) -> Integer.toString(after.timeStage());
            case "byte_stage" -> (at, event, after) -> Integer.toString(after.byteStage());
            case "phase" -> (at, event, after) -> Integer.toString(after.phase().code());
            default -> throw vector.wrong("unknown column '" + name + "'", new IllegalArgumentException(name));
        };
    }
}
