package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
    @TempDir
    Path folder;

    @Test
    void theVersionIsThatOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of(System.getProperty("stormglass.root"), "pom.xml"));

        assertThat(pom).contains("<version>" + Version.NUMBER + "</version>");
        assertThat(CommandRun.of("--version").out()).startsWith("stormglass " + Version.NUMBER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "replay", "run", "topics", "schemas", "model", "doctor"})
    void everyCommandExplainsItselfOnStandardOutput(String command) {
        CommandRun run = CommandRun.of(command, "--help");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Usage: stormglass " + command);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void theUsageNamesEveryCommandAndAnOptionMayStandBeforeOne() {
        CommandRun usage = CommandRun.of("--help");

        assertThat(usage.out())
                .containsSubsequence("inspect ", "replay ", "run ", "topics ", "schemas ", "model ", "doctor ");
        assertThat(CommandRun.of("--verbose", "inspect", "--help").out()).contains("Usage: stormglass inspect");
    }

    @Test
    void aWordThatIsNoCommandIsAnswered() {
        CommandRun run = CommandRun.of("inspct");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("inspct").contains("inspect");
    }

    @Test
    void withoutACommandTheUsageIsPrintedAsAnError() {
        CommandRun run = CommandRun.of();

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("which command?").contains("inspect");
    }

    @Test
    void wrongValuesOfReplayAreNamedBeforeAnythingStarts() {
        String file = CommandRun.fixture("gen/small.pcap").toString();

        wrong("neither max nor a number", "replay", file, "--speed", "fast");
        wrong("must be above 0", "replay", file, "--speed", "-1");
        wrong("must be above 0", "replay", file, "--speed", "0.0");
        for (String odd : List.of("1f", "1d", "1.5D", "0x1p3", "1e3", "NaN", "Infinity", "+1", " 1", "1.", "")) {
            wrong("--speed '" + odd + "' is neither max nor a number", "replay", file, "--speed", odd);
        }
        wrong("not endless", "replay", file, "--speed", "9".repeat(400));
        wrong("read once only", "replay", "-", file, "-");
        wrong("read once only", "inspect", "-", "-");
        wrong("'9' is not a link speed", "replay", file, "--link-speed", "9");
        wrong("'soon' is not a span of time", "replay", file, "--reorder", "soon");
        wrong("'Live!'", "replay", file, "--run-id", "Live!");
        wrong("'live' is the live application", "replay", file, "--run-id", "live");
        wrong("--threads is 0", "replay", file, "--threads", "0");
        wrong("belong together", "replay", file, "--bootstrap-servers", "localhost:9092");
        wrong("--keep is for your own Kafka", "replay", file, "--keep");
        wrong("cannot read links file", "replay", file, "--links", "/does/not/exist");
        wrong("/does/not/exist.pcap", "replay", "/does/not/exist.pcap");
    }

    @Test
    void theConfigurationOfRunIsReadStrictly() throws IOException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, "bootstrapServers: k:9092\nschemaRegistry:\n  url: http://r:8081\n  pasword: x\n");
        wrong("pasword", "run", "--config", file.toString());
        wrong("line 4", "run", "--config", file.toString());
        Files.writeString(file, "schemaRegistry: {url: 'http://r:8081'}\n");
        wrong("bootstrapServers is missing", "run", "--config", file.toString());
        Files.writeString(file, "bootstrapServers: k:9092\n");
        wrong("schemaRegistry is missing", "run", "--config", file.toString());
        wrong("cannot read configuration", "run", "--config", "/does/not/exist.yaml");

        Files.writeString(file, """
                bootstrapServers: k1:9092,k2:9092
                schemaRegistry: {url: "http://r:8081", user: me, passwordFile: secret}
                threads: 3
                client: {security.protocol: SSL}
                """);
        RunConfig config = RunConfig.read(file);
        assertThat(config.threads()).isEqualTo(3);
        assertThat(config.prefix()).isEqualTo("stormglass");
        assertThat(config.client()).containsEntry("security.protocol", "SSL");
    }

    @Test
    void spansOfTimeAreReadAsPeopleWriteThem() {
        assertThat(List.of("1s", "250ms", "10us", "0s", "1.5s", "2min", "7ns").stream()
                        .map(text -> Durations.parseNanos("--reorder", text)))
                .containsExactly(1_000_000_000L, 250_000_000L, 10_000L, 0L, 1_500_000_000L, 120_000_000_000L, 7L);
    }

    @Test
    void tablesAlignNumbersRightAndWordsLeft() {
        assertThat(new Table("lr").row("flow", "packets").row("a", "12,345").toString())
                .isEqualTo("  flow  packets\n  a      12,345\n");
    }

    private static void wrong(String message, String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }
}
