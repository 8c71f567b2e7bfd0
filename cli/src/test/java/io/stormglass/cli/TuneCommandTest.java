package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stormglass.cli.tune.TuneReport;
import io.stormglass.cli.tune.TuneReportTest;
import io.stormglass.cli.tune.TuneRunTest;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The closed loop from the command line, through the real topologies. */
final class TuneCommandTest {
    @TempDir
    Path folder = Path.of("unset");

    @Test
    void theLoopEndsNearTheBestOfTheSweep() throws Exception {
        Path file = folder.resolve("slow.yaml");
        Files.writeString(file, TuneRunTest.slowText("kminBytes: 30000, kmaxBytes: 30000, pmax: 1"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(InputStream.nullInputStream(), print, print, false, false, Map.of());

        int exit = new CommandLine(new TuneCommand(terminal, TuneRunTest.SMALL)).execute(file.toString(), "--json");

        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(exit).as(text).isZero();
        JsonNode json = JsonMapper.builder().build().readTree(text);
        System.out.println(json.path("cost") + " regret " + json.path("regret") + " " + json.path("recommended")
                + " best " + json.path("bestStaticThresholds"));
        JsonNode steps = json.path("steps");
        assertThat(steps.path(0).path("status").asText()).as(text).isEqualTo("change");
        assertThat(steps.path(0).path("current").path("kminBytes").asLong()).isEqualTo(30_000);
        assertThat(steps.path(1).path("current")).isEqualTo(steps.path(0).path("next"));
        assertThat(steps.path(steps.size() - 1).path("status").asText())
                .as("it comes to rest")
                .isEqualTo("declined");
        double before = json.path("cost").path("before").asDouble();
        double after = json.path("cost").path("after").asDouble();
        double best = json.path("cost").path("best").asDouble();
        assertThat(json.path("cost").path("worst").asDouble()).isGreaterThan(1.3 * best);
        // At 10G a packet lasts as long as a round trip at 100G: the library, at full size, is what regrets are
        // promised of.
        assertThat(after).isLessThan(before - 0.4 * (before - best));
        assertThat(json.path("regret").asDouble()).isCloseTo((after - best) / Math.max(best, 1), within(1e-5));
        assertThat(json.path("after").path("params").path("kminBytes").asLong())
                .isEqualTo(json.path("recommended").path("kminBytes").asLong());
        assertThat(json.path("bestStatic").path("packets").asLong()).isPositive();
        assertThat(json.path("named").size()).isEqualTo(9);
    }

    @Test
    void wrongUsageSaysWhatIsPossible() {
        assertThat(CommandRun.of("tune").err()).contains("give a SCENARIO, or --library");
        assertThat(CommandRun.of("tune", "ecn-100g-no-bursts", "--profile", "cheap")
                        .err())
                .contains("latency, balanced, throughput");
        assertThat(CommandRun.of("tune", "ecn-100g-no-bursts", "--threads", "0").code())
                .isEqualTo(ExitCodes.USAGE);
        assertThat(CommandRun.of("tune", "watchdog-flapping").err()).contains("no packet is emulated");
        assertThat(CommandRun.of("tune", "ecn-100g-no-bursts", "--hide", "colour")
                        .code())
                .isEqualTo(ExitCodes.USAGE);
    }

    @Test
    void aRowAndALibraryAreTables() {
        String one = TuneText.of(TuneReportTest.good("made-up"), "switch-0/Ethernet96");
        assertThat(one)
                .contains("made-up at switch-0/Ethernet96, 100 Gb/s, base round trip 10.0 us")
                .contains("regret 0.032 +- ")
                .contains("predicted for what it ended with: 1.60 (1.50 to 1.70), measured 1.60: within")
                .doesNotContain("null");
        String all = TuneText.of(new TuneReport(List.of(TuneReportTest.good("a"), TuneReportTest.good("b"))));
        assertThat(all)
                .containsPattern("ours +1.600")
                .containsPattern("balanced +2 +0.032 +0.032 +0 %")
                .doesNotContain("null");
    }
}
