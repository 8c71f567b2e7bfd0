package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "gen/small.pcap, gen/small.pcap",
        "gen/medium.pcapng, gen/medium.pcapng.gz",
        "gen/medium_snap96_ns_le.pcap, gen/medium_snap96_ns_le.pcap",
        "gen/mirrors.pcap, gen/mirrors.pcap",
        "gen/nasty.pcap, gen/nasty.pcap",
        "gen/nasty.pcapng, gen/nasty.pcapng"
    })
    void everyCountOfTheJsonEqualsTheOracle(String row, String file) throws IOException {
        CommandRun run =
                CommandRun.of("inspect", "--json", CommandRun.fixture(file).toString());

        assertThat(run.code()).isZero();
        assertThat(run.out()).endsWith("}\n").hasLineCount(1);
        Map<String, String> oracle = oracle(row);
        for (String count :
                List.of("packets", "rocev2", "rocev1", "ce", "cnp", "ack", "nak", "rnr", "pfc", "pause", "truncated")) {
            assertThat(run.json().get(count).asLong())
                    .as("%s of %s", count, file)
                    .isEqualTo(Long.parseLong(oracle.getOrDefault(count, "")));
        }
    }

    @Test
    void theKeysStandInTheOrderOfTheContract() {
        JsonNode json = small();

        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "files",
                        "packets",
                        "rocev2",
                        "rocev1",
                        "ce",
                        "cnp",
                        "ack",
                        "nak",
                        "rnr",
                        "pfc",
                        "pfcXoff",
                        "pfcXon",
                        "pause",
                        "truncated",
                        "malformed",
                        "firstNanos",
                        "lastNanos",
                        "faults",
                        "flows",
                        "pfcByPriority",
                        "observable",
                        "packetsPerSecond");
        assertThat(json.get("flows").get(0).fieldNames())
                .toIterable()
                .containsExactly(
                        "srcIp",
                        "dstIp",
                        "dstQp",
                        "packets",
                        "bytes",
                        "ce",
                        "cnp",
                        "ack",
                        "nak",
                        "retransmitted",
                        "reordered",
                        "rttScope",
                        "rttNanos");
        assertThat(json.get("flows").get(0).get("rttNanos").fieldNames())
                .toIterable()
                .containsExactly("count", "min", "p50", "p99", "max");
        assertThat(json.get("observable").fieldNames()).toIterable().containsExactly("pfc", "cnp", "rtt");
        assertThat(json.get("firstNanos").asLong()).isEqualTo(1_760_000_000_123_456_000L);
        assertThat(json.get("pfcByPriority").get("3").asLong()).isEqualTo(5);
        assertThat(json.get("flows").get(0).get("rttNanos").get("p50").isIntegralNumber())
                .isTrue();
    }

    @Test
    void dataAndReturnDirectionOfEveryFlowEqualTheOracle() throws IOException {
        JsonNode flows = medium().get("flows");
        JsonNode oracle = JsonMapper.builder()
                .build()
                .readTree(CommandRun.fixture("oracle/medium_per_flow.json").toFile());

        int checked = 0;
        for (JsonNode row : oracle) {
            if (row.get("data").asLong() > 0) {
                checked++;
                JsonNode flow = find(
                        flows,
                        row.get("src").asText(),
                        row.get("dst").asText(),
                        Integer.decode(row.get("dqpn").asText()));
                assertThat(flow.get("packets").asLong())
                        .isEqualTo(row.get("data").asLong());
                assertThat(flow.get("ce").asLong()).isEqualTo(row.get("ce").asLong());
                JsonNode back =
                        find(oracle, row.get("dst").asText(), row.get("src").asText());
                assertThat(flow.get("cnp").asLong()).isEqualTo(back.get("cnp").asLong());
                assertThat(flow.get("ack").asLong()).isEqualTo(back.get("ack").asLong());
                assertThat(flow.get("nak").asLong()).isEqualTo(back.get("nak").asLong());
            }
        }
        assertThat(checked).isPositive().isEqualTo(flows.size());
    }

    @Test
    void roundTripTimesEqualTheOracleWithoutAcknowledgementsOfPacketsSentAgain() throws IOException {
        JsonNode flows = medium().get("flows");
        Map<String, Long> withoutRetransmitted = Map.of("10.0.0.5", 2159L, "10.0.0.2", 238L);
        Matcher row = Pattern.compile(" {3}(\\S+) -> (\\S+) n (\\d+) min (\\d+) p50 (\\d+) max (\\d+) ns")
                .matcher(mediumRows());
        int rows = 0;
        while (row.find()) {
            rows++;
            JsonNode rtt = rtt(flows, row.group(1), row.group(2));
            assertThat(rtt.get("count").asLong())
                    .isEqualTo(withoutRetransmitted.getOrDefault(row.group(1), Long.parseLong(row.group(3))));
            assertThat(rtt.get("min").asLong()).isEqualTo(Long.parseLong(row.group(4)));
            // The oracle gives the lower median; without its repeated packets that of 10.0.0.5 is 4 ns less.
            double median = row.group(1).equals("10.0.0.5") ? 2910 : Double.parseDouble(row.group(5));
            assertThat(rtt.get("p50").asDouble()).isBetween(median - 1.5, median + 1.5);
            assertThat(rtt.get("max").asLong()).isEqualTo(Long.parseLong(row.group(6)));
        }
        assertThat(rows).isPositive();
    }

    @Test
    void aFaultIsNamedWithFileAndOffsetAndTheJsonIsPrintedAllTheSame() {
        String file = CommandRun.fixture("gen/fatal/ng_cut_in_epb.pcapng").toString();
        CommandRun run = CommandRun.of("inspect", "--json", file);

        assertThat(run.code()).isEqualTo(2);
        JsonNode fault = run.json().get("faults").get(0);
        assertThat(fault.get("file").asText()).isEqualTo(file);
        assertThat(fault.get("offset").asLong()).isPositive();
        assertThat(run.err())
                .contains(file)
                .contains("byte " + fault.get("offset").asLong());
    }

    @Test
    void aMissingFileIsAFaultAndTheOthersAreRead() {
        CommandRun run = CommandRun.of(
                "inspect",
                "--json",
                folder.resolve("none.pcap").toString(),
                CommandRun.fixture("gen/small.pcap").toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.json().get("files").asInt()).isEqualTo(2);
        assertThat(run.json().get("packets").asInt()).isEqualTo(100);
        assertThat(run.err()).contains("none.pcap");
    }

    @Test
    void standardInputIsReadWhereTheFileIsADash() throws IOException {
        byte[] capture = Files.readAllBytes(CommandRun.fixture("gen/small.pcap"));

        assertThat(CommandRun.withInput(capture, "inspect", "--json", "-")
                        .json()
                        .get("packets")
                        .asInt())
                .isEqualTo(100);
    }

    @Test
    void aPersonIsToldWhatTheCaptureCouldNotShow() {
        String text = CommandRun.of(
                        "inspect", CommandRun.fixture("real/none.pcap").toString())
                .out();

        assertThat(text).contains("storms: not observable: the capture holds no MAC control frames");
    }

    @Test
    void wrongUsageIsSaidOnStandardErrorOnly() {
        CommandRun none = CommandRun.of("inspect");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("FILE");

        CommandRun unknown = CommandRun.of("inspekt");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("inspekt");
    }

    private static JsonNode small() {
        return CommandRun.of(
                        "inspect",
                        "--json",
                        CommandRun.fixture("gen/small.pcap").toString())
                .json();
    }

    private static JsonNode medium() {
        return CommandRun.of(
                        "inspect",
                        "--json",
                        CommandRun.fixture("gen/medium.pcapng.gz").toString())
                .json();
    }

    private static JsonNode find(JsonNode flows, String src, String dst, int qp) {
        for (JsonNode flow : flows) {
            if (flow.get("srcIp").asText().equals(src)
                    && flow.get("dstIp").asText().equals(dst)
                    && flow.get("dstQp").asInt() == qp) {
                return flow;
            }
        }
        throw new AssertionError("no flow " + src + " to " + dst + ", queue pair " + qp);
    }

    private static JsonNode rtt(JsonNode flows, String src, String dst) {
        for (JsonNode flow : flows) {
            if (flow.get("srcIp").asText().equals(src)
                    && flow.get("dstIp").asText().equals(dst)) {
                return flow.get("rttNanos");
            }
        }
        throw new AssertionError("no flow " + src + " to " + dst);
    }

    private static JsonNode find(JsonNode rows, String src, String dst) {
        for (JsonNode row : rows) {
            if (row.get("src").asText().equals(src) && row.get("dst").asText().equals(dst)) {
                return row;
            }
        }
        throw new AssertionError("no row " + src + " to " + dst);
    }

    private static String mediumRows() throws IOException {
        String text = Files.readString(CommandRun.fixture("oracle/rtt.txt"));
        String rest = text.substring(text.indexOf("gen/medium_ns_be.pcap"));
        int next = rest.indexOf("\ngen/");
        return next < 0 ? rest : rest.substring(0, next);
    }

    private static Map<String, String> oracle(String file) throws IOException {
        List<String> lines = Files.readAllLines(CommandRun.fixture("oracle/gen.tsv"));
        String[] names = lines.get(0).split("\t", -1);
        for (String line : lines) {
            String[] cells = line.split("\t", -1);
            if (cells[0].equals(file)) {
                Map<String, String> row = new HashMap<>();
                for (int column = 0; column < cells.length; column++) {
                    row.put(names[column], cells[column]);
                }
                return row;
            }
        }
        throw new AssertionError("no row " + file);
    }

    @Test
    void aCommandThatIsStoppedPrintsNoResult() {
        Thread.currentThread().interrupt();
        CommandRun run;
        try {
            run = CommandRun.of(
                    "inspect", "--json", CommandRun.fixture("gen/small.pcap").toString());
        } finally {
            // The flag must not reach the next test.
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(run.code()).isEqualTo(ExitCodes.INTERRUPTED);
        assertThat(run.out()).isEmpty();
    }
}
