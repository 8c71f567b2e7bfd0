package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.fabric.scenario.ScenarioLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EmulationCommandsTest {
    private static final List<String> KEYS = List.of(
            "scenario",
            "cc",
            "seed",
            "params",
            "flows",
            "flowCompletionMicros",
            "packetDelayMicros",
            "probeRttMicros",
            "queueBytes",
            "steady",
            "goodputGbps",
            "utilization",
            "jain",
            "xoffFrames",
            "xonFrames",
            "xoffPerGigabyte",
            "pausedRatio",
            "dropped",
            "ecnMarked",
            "cnps",
            "packets",
            "packetHops",
            "simulatedMicros",
            "wallMillis",
            "packetHopsPerSecond",
            "steps",
            "recoveryMicros",
            "eventLogHash");

    @TempDir
    Path folder;

    private static CommandRun small(String... more) {
        List<String> args = new ArrayList<>(List.of("emulate", "incast-8", "--set", "flowBytes=400000", "--json"));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static String hash(CommandRun run) {
        return run.json().get("eventLogHash").asText();
    }

    // ---- emulate

    @Test
    void theJsonOfARunHasEveryKeyOfTheContract() {
        CommandRun run = small();
        assertThat(run.code()).isZero();
        assertThat(run.out()).endsWith("}\n").hasLineCount(1);
        JsonNode json = run.json();
        assertThat(names(json)).containsExactlyElementsOf(KEYS);
        for (String summary : List.of("flowCompletionMicros", "packetDelayMicros", "probeRttMicros")) {
            assertThat(names(json.get(summary))).containsExactly("mean", "p50", "p99", "max");
        }
        assertThat(names(json.get("queueBytes"))).containsExactly("mean", "p99", "max", "steady");
        assertThat(names(json.get("steady"))).containsExactly("packetDelayMicros", "probeRttMicros");
        assertThat(names(json.get("steps"))).containsExactly("count", "micros", "busGbps");
        assertThat(names(json.get("recoveryMicros"))).containsExactly("p50", "max");
        assertThat(names(json.get("params")))
                .isSorted()
                .contains("flowBytes", "senders", "window", "pfc", "floorNanos");
        assertThat(json.get("params").get("flowBytes").isIntegralNumber()).isTrue();
        assertThat(json.get("eventLogHash").asText()).matches("[0-9a-f]{16}");
        assertThat(json.get("steps").get("count").asInt()).isZero();
        assertThat(json.get("recoveryMicros").get("p50").isNull()).isTrue();
    }

    @Test
    void theNumbersOfARunFitTogether() {
        JsonNode json = small().json();
        assertThat(json.get("scenario").asText()).isEqualTo("incast-8");
        assertThat(json.get("cc").asText()).isEqualTo("dcqcn");
        assertThat(json.get("flows").asInt()).isEqualTo(8);
        assertThat(json.get("packets").asLong()).isEqualTo(800);
        // Data and ACK of each packet cross two links, CNPs ride on ACKs; probes come on top.
        assertThat(json.get("packetHops").asLong()).isBetween(3_200L, 3_600L);
        assertThat(json.get("dropped").asInt()).isZero();
        assertThat(json.get("xoffFrames").asInt())
                .isEqualTo(json.get("xonFrames").asInt());
        double last = json.get("flowCompletionMicros").get("max").asDouble();
        // 8 x 400,000 bytes in packets of 4048 for 4000 at 50,000 bytes/us, and a base round trip.
        assertThat(last).isGreaterThan(8 * 400_000 * 1.012 / 50_000);
        assertThat(json.get("goodputGbps").asDouble()).isCloseTo(8 * 400_000 * 8 / 1e3 / last, within(10.0));
        assertThat(json.get("packetDelayMicros").get("max").asDouble()).isLessThan(last);
        assertThat(json.get("queueBytes").get("mean").asDouble())
                .isLessThan(json.get("queueBytes").get("max").asDouble());
    }

    @Test
    void theSameSeedGivesTheSameRunAndAnotherSeedAnother() {
        String hash = hash(small());
        assertThat(hash(small())).isEqualTo(hash);
        assertThat(hash(small("--seed", "1"))).isEqualTo(hash);
        assertThat(hash(small("--seed", "2"))).isNotEqualTo(hash);
    }

    @Test
    void twoProcessesGiveTheSameRun() throws IOException, InterruptedException {
        String hash = hash(small());
        for (int i = 0; i < 2; i++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "emulate",
                            "incast-8",
                            "--set",
                            "flowBytes=400000",
                            "--json")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream out = process.getInputStream()) {
                String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
                assertThat(process.waitFor()).isZero();
                assertThat(JsonMapper.builder()
                                .build()
                                .readTree(text)
                                .get("eventLogHash")
                                .asText())
                        .isEqualTo(hash);
            }
        }
    }

    @Test
    void anIdlePathIsWhatItsCablesAndPacketsTake() {
        // One sender at line rate: no queue. 2 us of cables and two transmissions of 4048 bytes at 20 ps each.
        JsonNode json = CommandRun.of("emulate", "incast-8", "--json", "--cc", "none", "--set", "senders=1")
                .json();
        assertThat(json.get("packetDelayMicros").get("p50").asDouble()).isCloseTo(2.16192, within(1e-9));
        assertThat(json.get("probeRttMicros").get("p50").asDouble()).isCloseTo(4.044, within(0.1));
        assertThat(json.get("cc").asText()).isEqualTo("none");
    }

    @Test
    void aSettingIsGivenOnce() {
        for (String[] twice : new String[][] {{"hpcc:cc=none"}, {"none", "--set", "cc=hpcc"}}) {
            List<String> line = new ArrayList<>(List.of("emulate", "incast-8", "--cc"));
            line.addAll(List.of(twice));
            CommandRun run = CommandRun.of(line.toArray(String[]::new));
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("setting 'cc' is given twice");
        }
    }

    @Test
    void aCaptureIsWrittenAndInspectReadsIt() {
        Path file = folder.resolve("port.pcapng");
        CommandRun run = small("--pcap", file.toString(), "--pcap-snaplen", "128");
        assertThat(run.code()).isZero();
        assertThat(hash(run)).isEqualTo(hash(small()));
        JsonNode seen = CommandRun.of("inspect", "--json", file.toString()).json();
        assertThat(run.err())
                .contains(String.format("%,d frames", seen.get("packets").asLong()));
        // The most congested egress leads to the receiver: all data passes it.
        long data = 0;
        for (JsonNode flow : seen.get("flows")) {
            data += flow.get("bytes").asLong() > 10_000 ? flow.get("packets").asLong() : 0;
        }
        assertThat(data).isEqualTo(800);
        assertThat(seen.get("ce").asLong())
                .isEqualTo(run.json().get("ecnMarked").asLong());
        assertThat(seen.get("faults")).isEmpty();
    }

    @Test
    void whatTheAgentsSayIsWrittenAsLines() throws IOException {
        Path file = folder.resolve("events.ndjson");
        CommandRun run = small("--events", file.toString());
        assertThat(run.code()).isZero();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).isNotEmpty();
        assertThat(run.err()).contains(lines.size() + " batches");
        for (String line : lines) {
            JsonNode batch = JsonMapper.builder().build().readTree(line);
            assertThat(batch.get("topic").asText()).isIn("flow-events", "port-events");
            assertThat(batch.get("events")).isNotEmpty();
        }
    }

    @Test
    void aScenarioAtTheLevelOfTelemetrySaysSo() {
        CommandRun run = CommandRun.of("emulate", "watchdog-flapping", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.json().get("packets").asLong()).isZero();
        assertThat(run.json().get("packetDelayMicros").isNull()).isTrue();
        assertThat(run.err()).contains("level of telemetry");
    }

    @Test
    void aLossIsRecoveredAndStepsHaveABusBandwidth() {
        JsonNode lossy = CommandRun.of("emulate", "link-flap-recovery", "--json", "--set", "durationMicros=1145000")
                .json();
        assertThat(lossy.get("dropped").asLong()).isPositive();
        assertThat(lossy.get("recoveryMicros").get("max").asDouble()).isGreaterThan(100);
        JsonNode ring = CommandRun.of("emulate", "all-reduce-healthy", "--json", "--set", "vectorBytes=1600000")
                .json();
        // A ring of 16: 30 steps a round; at 100 Gb/s no link carries more payload than 4096 of 4178 bytes.
        assertThat(ring.get("steps").get("count").asInt() % 30).isZero();
        assertThat(ring.get("steps").get("busGbps").asDouble()).isBetween(20.0, 100 * 4096 / 4178.0);
        assertThat(ring.get("probeRttMicros").isNull()).isTrue();
    }

    @Test
    void workloadsThatShareAFabricStandApartInTheText() {
        CommandRun run = CommandRun.of("emulate", "two-tenants-separated", "--set", "durationMicros=2000");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("completion by workload")
                .contains("priority")
                .contains("messages");
    }

    @Test
    void theTextNamesWhatMustBeTheSameToCompare() {
        CommandRun run = CommandRun.of("emulate", "incast-8", "--set", "flowBytes=400000");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("burst, bytes per sender")
                .contains("start jitter, us")
                .contains("initial window")
                .contains("DCQCN preset")
                .contains("message completion")
                .contains("one-way delay of a data packet")
                .contains("round trip of a probe")
                .doesNotContain("\u001b");
        assertThat(run.err()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "emulate incats-8|incast-8",
                "emulate incast-8 --set flowBtes=1|flowBytes",
                "emulate incast-8 --cc dcqnc|dcqcn",
                "emulate incast-8 --set senders=none|senders",
                "emulate incast-8 --set nothing|KEY=VALUE",
                "emulate incast-8 --pcap-port switch-0/Ethernet0|--pcap",
                "compare incast-8 --cc none,bbrr|bbr",
                "compare incast-8 --cc dcqcn:window|KEY=VALUE",
                "scenarios nonsense|incast-8"
            })
    void whatCannotBeIsRefusedWithWordsThatHelp(String commandAndWord) {
        String[] parts = commandAndWord.split("\\|", -1);
        CommandRun run = CommandRun.of(parts[0].split(" ", -1));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(parts[1]);
    }

    @Test
    void aPortThatDoesNotExistIsRefusedWithTheNamesOfThoseThatDo() {
        CommandRun run = small("--pcap", folder.resolve("x.pcapng").toString(), "--pcap-port", "switch-0/Ethernet3");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("switch-0/Ethernet0").contains("switch-0/Ethernet32");
    }

    // ---- compare

    @Test
    void comparedRunsStandInTheOrderOfTheirLawsAndAreThoseOfEmulate() {
        JsonNode json = CommandRun.of(
                        "compare",
                        "incast-8",
                        "--set",
                        "flowBytes=400000",
                        "--json",
                        "--cc",
                        "none,dcqcn,hpcc,dcqcn:window=bdp")
                .json();
        assertThat(names(json)).containsExactly("scenario", "seed", "results");
        List<String> laws = new ArrayList<>();
        json.get("results").forEach(result -> {
            laws.add(result.get("cc").asText());
            assertThat(names(result)).containsExactlyElementsOf(KEYS);
        });
        assertThat(laws).containsExactly("none", "dcqcn", "hpcc", "dcqcn:window=bdp");
        assertThat(json.get("results").get(1).get("eventLogHash").asText()).isEqualTo(hash(small()));
    }

    @Test
    void theOrderOfTheLawsAt64IsThatOfTheReference() {
        JsonNode json = CommandRun.of(
                        "compare", "incast-64", "--json", "--set", "flowBytes=1000000", "--cc", "none,dcqcn,dctcp,hpcc")
                .json();
        double[] queues = new double[4];
        double[] goodputs = new double[4];
        for (int i = 0; i < 4; i++) {
            queues[i] = json.get("results").get(i).get("queueBytes").get("mean").asDouble();
            goodputs[i] = json.get("results").get(i).get("goodputGbps").asDouble();
        }
        // By mean queue: no control > DCQCN without window > DCTCP > HPCC. HPCC leaves 5 % of the link free.
        assertThat(queues[0]).isGreaterThan(queues[1]);
        assertThat(queues[1]).isGreaterThan(queues[2]);
        assertThat(queues[2]).isGreaterThan(queues[3]);
        assertThat(goodputs[2]).isGreaterThan(goodputs[3]);
        assertThat(json.get("results").get(0).get("xoffFrames").asInt()).isPositive();
        assertThat(json.get("results").get(3).get("xoffFrames").asInt()).isZero();
    }

    @Test
    void thePostsTableStandsBesideTheRunAndSaysWhatCannotBe() {
        CommandRun run = CommandRun.of("compare", "incast-64", "--set", "flowBytes=200000", "--cc", "dcqcn,bbr");
        assertThat(run.code()).isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("post: DCQCN")
                .contains("1,482,900")
                .contains("320.5")
                // 64 x 200,000 bytes of payload take 259 us of wire time at 400 Gb/s.
                .contains("64 of them at least 263 us")
                .contains("impossible: dcqcn mean 48.2 us as completion");
        assertThat(CommandRun.of("compare", "incast-8", "--set", "flowBytes=40000", "--cc", "none")
                        .out())
                .doesNotContain("post: DCQCN");
    }

    // ---- scenarios

    @Test
    void theLibraryIsListedWithItsLabels() {
        JsonNode json = CommandRun.of("scenarios", "--json").json();
        List<String> listed = new ArrayList<>();
        for (JsonNode scenario : json.get("scenarios")) {
            listed.add(scenario.get("name").asText());
            assertThat(names(scenario)).containsExactly("name", "about", "faults");
            for (JsonNode fault : scenario.get("faults")) {
                List<String> expected =
                        new ArrayList<>(List.of("kind", "device", "port", "priority", "fromMicros", "toMicros"));
                if (fault.get("kind").asText().equals("deadlock")) {
                    expected.add("cycle");
                }
                assertThat(names(fault)).containsExactlyElementsOf(expected);
            }
        }
        assertThat(listed).isSorted().isEqualTo(ScenarioLibrary.all());
        CommandRun text = CommandRun.of("scenarios");
        assertThat(text.code()).isZero();
        listed.forEach(name -> assertThat(text.out()).contains("  " + name + " "));
    }

    @Test
    void oneScenarioShowsEverySettingWithItsValue() {
        CommandRun run = CommandRun.of("scenarios", "incast-64");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("senders")
                .contains("kminBytes")
                .contains("120000")
                .contains("none");
        JsonNode params = CommandRun.of("scenarios", "incast-64", "--json")
                .json()
                .get("scenarios")
                .get(0)
                .get("params");
        assertThat(params.get("kmaxBytes").asLong()).isEqualTo(600_000);
    }

    @Test
    void aFileOfTheUsersRunsLikeOneOfTheLibrary() throws IOException {
        Path file = folder.resolve("mine.yaml");
        Files.writeString(file, """
                name: mine
                about: Two to one.
                fabric: {topology: star, hosts: 4}
                workloads:
                  - {kind: incast, senders: 2, flowBytes: 40000}
                durationMicros: 10000
                """);
        JsonNode json = CommandRun.of("emulate", file.toString(), "--json").json();
        assertThat(json.get("scenario").asText()).isEqualTo("mine");
        assertThat(json.get("flows").asInt()).isEqualTo(2);
        // A host is idle, so there is a probe although the file has none.
        assertThat(json.get("probeRttMicros").get("p50").asDouble()).isPositive();
    }
}
