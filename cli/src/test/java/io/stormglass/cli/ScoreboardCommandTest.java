package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options and results of {@code scoreboard}. */
final class ScoreboardCommandTest {
    static final String STORM = """
            name: one-storm
            about: A NIC that pauses for 3.5 s.
            fabric: {topology: star, hosts: 4, linkGbps: 1}
            switch: {bufferBytes: 4194304}
            nic: {retransmitMicros: 1000000}
            transport: {cc: none}
            workloads: [{kind: poisson, sizes: fixed, flowBytes: 32000, load: 0.02}]
            faults: [{kind: nic-pause-storm, host: host-3, fromMicros: 500000, toMicros: 4000000}]
            durationMicros: 4500000
            telemetry: {mirrors: none}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seeds 0 | --seeds is 0; give 1 to 100000",
                "--generated -1 | --generated is -1; give 0 to 100000",
                "--threads 0 | --threads is 0",
                "--loss 1 | --loss is 1.0; give 0 to below 1",
                "--refresh soon | --refresh 'soon' is not a span of time",
                "--refresh 10us | 1 ms and up is possible",
                "--scenarios no-such | there is no scenario 'no-such'",
                "--keep-cases x | --keep-cases belongs to --generated N",
                "--broker --loss 0.1 | not with --broker",
            })
    void whatCannotBeIsRefused(String options, String message) {
        CommandRun run = CommandRun.of(Stream.concat(Stream.of("scoreboard"), Stream.of(options.split(" ")))
                .toArray(String[]::new));
        assertThat(run.err()).contains(message);
        assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aScenarioWithAFaultThatNobodyJudgesIsRefused() throws IOException {
        Path file = Files.writeString(
                folder.resolve("odd.yaml"),
                STORM.replace(
                        "kind: nic-pause-storm, host: host-3", "kind: as-built, says: gremlins, device: switch-0"));
        CommandRun run = CommandRun.of("scoreboard", "--scenarios", file.toString());
        assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("scenario one-storm").contains("'gremlins'");
    }

    @Test
    void aStormIsARowWithItsLabelAndItsIncident() throws IOException {
        Path file = Files.writeString(folder.resolve("storm.yaml"), STORM);
        Path calm = Files.writeString(
                folder.resolve("calm.yaml"),
                STORM.replace("one-storm", "calm").replaceFirst("faults: .*\n", "ending: at-time\n"));
        CommandRun run = CommandRun.of("scoreboard", "--scenarios", file + "," + calm, "--seeds", "1", "--json");
        JsonNode json = run.json();
        assertThat(json.get("scenarios").asInt()).isEqualTo(2);
        assertThat(json.get("healthy").asInt()).isOne();
        assertThat(json.get("truePositives").asInt()).isOne();
        assertThat(json.get("falsePositives").asInt()).isZero();
        assertThat(json.get("falseNegatives").asInt()).isZero();
        assertThat(json.get("precision").asDouble()).isOne();
        assertThat(json.get("recall").asDouble()).isOne();
        assertThat(json.get("originAccuracy").asDouble()).isOne();
        assertThat(json.get("causeAccuracy").asDouble()).isOne();
        assertThat(json.get("pagesPerStorm").asDouble()).isOne();
        assertThat(json.get("wrongPages").asInt()).isZero();
        assertThat(json.get("detectMillis").get("max").asDouble()).isBetween(300.0, 700.0);
        JsonNode row = json.get("rows").get(1);
        assertThat(row.get("scenario").asText()).isEqualTo("one-storm");
        assertThat(row.get("outcome").asText()).isEqualTo("found");
        assertThat(row.get("label").get("kind").asText()).isEqualTo("nic-pause-storm");
        assertThat(row.get("incident").get("origin").get("entity").asText()).isEqualTo("host-3");
        assertThat(row.get("incident").get("origin").get("port").asText()).isEqualTo("Ethernet12");
        assertThat(row.get("pageWanted").asBoolean()).isTrue();
    }

    @Test
    void aReportOfEachRunTellsOfLabelsIncidentsAndTheVerdict() throws IOException {
        Path file = Files.writeString(folder.resolve("storm.yaml"), STORM);
        Path reports = folder.resolve("reports");
        CommandRun run =
                CommandRun.of("scoreboard", "--scenarios", file.toString(), "--seeds", "2", "--report", "" + reports);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(reports).isDirectoryContaining("glob:**one-storm-1.txt");
        String report = Files.readString(reports.resolve("one-storm-2.txt"));
        assertThat(report.lines())
                .startsWith("one-storm, seed 2, refresh 200ms")
                .contains(
                        "  0.500  to 4.000 s  nic-pause-storm host-3 eth0, priority 3",
                        "  As it paged, " + pagedAt(report) + " s",
                        "    origin    host-3, pauses switch-0/Ethernet12, priority 3",
                        "Judged",
                        "  expected  a storm by host-3, nic-pause-storm; one page",
                        "  verdict   found, right");
        assertThat(report).doesNotContainPattern("\\d{15}");
    }

    private static String pagedAt(String report) {
        return report.lines()
                .filter(line -> line.startsWith("    page      "))
                .map(line -> line.substring(14, line.indexOf(" s,")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aStormThatNobodyCanSeeEndsInAnswerOne() throws IOException {
        Path file = Files.writeString(
                folder.resolve("hidden.yaml"),
                STORM.replace(
                        "faults: [",
                        "faults: [{kind: agent-silent, device: switch-0}, {kind: agent-silent, device: host-3}, "));
        CommandRun run = CommandRun.of("scoreboard", "--scenarios", file.toString(), "--seeds", "1");
        assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
        assertThat(run.err()).contains("recall is 0.0000, at least 1.00 is needed");
        assertThat(run.out()).contains("missed").contains("nic-pause-storm host-3");
    }

    @Test
    void aGeneratedCaseIsKeptAndCanBeReadAgain() throws IOException {
        Path cases = folder.resolve("cases");
        CommandRun run = CommandRun.of(
                "scoreboard", "--generated", "1", "--seed", "25", "--keep-cases", cases.toString(), "--json");
        String again = cases.resolve("generated-25.yaml").toString();
        JsonNode rows = run.json().get("rows");
        try (Stream<Path> files = Files.list(cases)) {
            assertThat(files.map(each -> each.getFileName().toString()).sorted())
                    .isEqualTo(List.of("generated-25.yaml"));
        }
        assertThat(rows.get(0).get("scenario").asText()).isEqualTo("generated-25");
        assertThat(rows.get(0).get("seed").asLong()).isEqualTo(25);
        assertThat(CommandRun.of("scenarios", again, "--json")
                        .json()
                        .get("scenarios")
                        .get(0)
                        .get("name")
                        .asText())
                .isEqualTo("generated-25");
    }
}
