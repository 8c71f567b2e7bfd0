package io.stormglass.cli;

import io.stormglass.models.dcqcn.MarkingCurve;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The marking curve over a table of queues and draws. */
@Command(
        name = "dcqcn-cp",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "The DCQCN marking curve over kmin_bytes,kmax_bytes,pmax,queue_bytes,u; prints them with marked, 0 or 1.")
final class ModelMarkingCommand implements Callable<Integer> {
    private static final List<String> INPUTS = List.of("kmin_bytes", "kmax_bytes", "pmax", "queue_bytes", "u");
    private static final String RESULT = "marked";

    private final Terminal terminal;

    @Option(
            names = "--vector",
            required = true,
            paramLabel = "FILE.csv",
            description = "Rows below a head that names the five columns; a column 'marked' is not read.")
    private Path file = Path.of("");

    ModelMarkingCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        String text = read();
        StringBuilder out = new StringBuilder(String.join(",", INPUTS))
                .append(',')
                .append(RESULT)
                .append('\n');
        int width = 0;
        int start = 0;
        while (start < text.length()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            String line = text.substring(start, end).strip();
            if (width == 0) {
                width = head(line);
            } else if (!line.isEmpty()) {
                out.append(row(line, start, width)).append('\n');
            }
            start = end + 1;
        }
        if (width == 0) {
            throw CommandFailure.usage(file + ", byte 0: a head " + String.join(",", INPUTS) + " is expected", null);
        }
        CommandFailure.throwIfInterrupted();
        terminal.out().print(out);
        terminal.out().flush();
        return ExitCodes.DONE;
    }

    private String read() {
        try {
            // One char per byte, so that positions in the text are positions in the file.
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
    }

    /** Number of columns. */
    private int head(String line) {
        List<String> names = List.of(line.split(",", -1));
        boolean withResult =
                names.size() == INPUTS.size() + 1 && names.get(INPUTS.size()).equals(RESULT);
        if (!names.equals(INPUTS)
                && !(withResult && names.subList(0, INPUTS.size()).equals(INPUTS))) {
            throw CommandFailure.usage(
                    file + ", byte 0: the head is '" + line + "', " + String.join(",", INPUTS) + " is expected", null);
        }
        return names.size();
    }

    private String row(String line, int offsetBytes, int width) {
        String[] cells = line.split(",", -1);
        if (cells.length != width) {
            throw wrong(offsetBytes, cells.length + " columns, " + width + " are expected", null);
        }
        try {
            MarkingCurve curve =
                    new MarkingCurve(Long.parseLong(cells[0]), Long.parseLong(cells[1]), Double.parseDouble(cells[2]));
            long queueBytes = Long.parseLong(cells[3]);
            double uniform = Double.parseDouble(cells[4]);
            if (queueBytes < 0 || !(uniform >= 0 && uniform <= 1)) {
                throw wrong(offsetBytes, "queue_bytes must not be negative and u be 0..1: '" + line + "'", null);
            }
            String inputs = String.join(",", List.of(cells).subList(0, INPUTS.size()));
            return inputs + (curve.marks(queueBytes, uniform) ? ",1" : ",0");
        } catch (NumberFormatException e) {
            throw wrong(offsetBytes, "numbers are expected: '" + line + "'", e);
        } catch (IllegalArgumentException e) {
            throw wrong(offsetBytes, String.valueOf(e.getMessage()), e);
        }
    }

    private CommandFailure wrong(int offsetBytes, String what, @Nullable Throwable cause) {
        return CommandFailure.usage(file + ", byte " + offsetBytes + ": " + what, cause);
    }
}
