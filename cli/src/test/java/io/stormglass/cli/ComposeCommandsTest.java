package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code docker-compose.yml} starts our image with is understood by the command and by the readers of its files, without Docker. */
final class ComposeCommandsTest {
    private static final Path ROOT = Path.of(System.getProperty("stormglass.root", "."));
    private static final String IMAGE = "stormglass:local";

    private static JsonNode services() throws IOException {
        return YAMLMapper.builder()
                .build()
                .readTree(ROOT.resolve("docker-compose.yml").toFile())
                .get("services");
    }

    private static List<JsonNode> ours() throws IOException {
        List<JsonNode> ours = new ArrayList<>();
        services().forEach(service -> {
            if (service.path("image").asText().equals(IMAGE)) {
                ours.add(service);
            }
        });
        return ours;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static CommandLine.ParseResult parsed(List<String> command) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Terminal terminal = new Terminal(InputStream.nullInputStream(), nowhere, nowhere, false, false, Map.of());
        String[] arguments = command.toArray(String[]::new);
        return Command.line(terminal, arguments).parseArgs(arguments);
    }

    @Test
    void everyCommandLineIsUnderstood() throws IOException {
        assertThat(ours()).hasSizeGreaterThanOrEqualTo(2);
        for (JsonNode service : ours()) {
            List<String> command = texts(service.get("command"));
            CommandLine.ParseResult result = parsed(command);
            assertThat(result.hasSubcommand()).as(command.toString()).isTrue();
            assertThat(result.subcommand().commandSpec().name()).isEqualTo(command.getFirst());
        }
    }

    @Test
    void anOptionThatTheCommandDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> parsed(List.of("run", "--config", "run.yaml", "--threads", "2")))
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining("--threads");
    }

    @Test
    void theConfigurationThatIsMountedIsReadAndNamesServicesOfTheFile() throws IOException {
        int read = 0;
        for (JsonNode service : ours()) {
            List<String> command = texts(service.get("command"));
            int option = command.indexOf("--config");
            if (option >= 0) {
                RunConfig config = RunConfig.read(mounted(service, command.get(option + 1)));
                requireService(config.bootstrapServers());
                requireService(URI.create(config.schemaRegistry().url()).getAuthority());
                SinksConfig sinks = Objects.requireNonNull(config.sinks());
                for (String url : Objects.requireNonNull(
                        Objects.requireNonNull(sinks.alertmanager()).urls())) {
                    requireService(URI.create(url).getAuthority());
                }
                read++;
            }
        }
        assertThat(read).isPositive();
    }

    /** The file of this repository that a service sees under a path. */
    private static Path mounted(JsonNode service, String path) {
        for (String volume : texts(service.get("volumes"))) {
            String[] parts = volume.split(":", -1);
            if (parts[1].equals(path)) {
                return ROOT.resolve(parts[0]).normalize();
            }
        }
        throw new AssertionError("no volume gives " + path + ": " + service.get("volumes"));
    }

    private static void requireService(String hostAndPort) throws IOException {
        String host = hostAndPort.substring(0, hostAndPort.indexOf(':'));
        assertThat(services().has(host)).as("service " + host).isTrue();
    }
}
