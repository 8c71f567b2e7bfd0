package io.stormglass.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.streams.ConsumerPauses;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.ToIntFunction;
import picocli.CommandLine;

/** One run of the command inside the test. */
record CommandRun(int code, String out, String err) {
    static CommandRun of(String... args) {
        return withInput(InputStream.nullInputStream(), args);
    }

    static CommandRun withInput(byte[] input, String... args) {
        return withInput(new ByteArrayInputStream(input), args);
    }

    private static CommandRun withInput(InputStream input, String... args) {
        return capturing(input, terminal -> Command.run(terminal, args));
    }

    /** A replay with consumers that are held up. */
    static CommandRun replay(ConsumerPauses pauses, String... args) {
        return capturing(InputStream.nullInputStream(), terminal -> {
            CommandLine line = new CommandLine(new ReplayCommand(terminal, pauses));
            line.setExecutionExceptionHandler((error, failed, parsed) -> {
                error.printStackTrace(terminal.err());
                return ExitCodes.FAILED;
            });
            return line.execute(args);
        });
    }

    private static CommandRun capturing(InputStream input, ToIntFunction<Terminal> body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                input,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                Map.of());
        int code = body.applyAsInt(terminal);
        return new CommandRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    JsonNode json() {
        try {
            return JsonMapper.builder().build().readTree(out);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON on standard output (code " + code + "): " + out + "\n" + err, e);
        }
    }

    /** A capture of the decoder's fixtures. */
    static Path fixture(String name) {
        return Path.of(System.getProperty("stormglass.root"), "producers/capture/src/test/resources/captures", name);
    }
}
