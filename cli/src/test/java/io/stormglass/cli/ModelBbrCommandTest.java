package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ModelBbrCommandTest {
    private static final Path TRACES = Path.of(System.getProperty("stormglass.root"), "models/src/test/resources/bbr");
    private static final String HEAD = "t_us,bytes_acked,data_segs_out,unacked,delivered,lost,srtt_us,min_rtt_us,"
            + "delivery_rate_Bps,delivery_rate_app_limited,snd_cwnd";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"tun_bulk_12m_20ms_ack.csv.gz", "tun_steps_40m_10ms_ack.csv.gz"})
    void rowsEqualWhatTheKernelSaidOfItself(String name) throws IOException {
        List<String> trace = lines(TRACES.resolve(name));
        CommandRun run = bbr(TRACES.resolve(name));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        List<String> rows = run.out().lines().toList();
        assertThat(rows.getFirst()).isEqualTo("t_us,bbr_bw_Bps,pacing_rate_Bps,phase");
        assertThat(rows).hasSameSizeAs(trace);
        List<String> names = List.of(trace.getFirst().split(",", -1));
        int bandwidth = 0;
        int pacing = 0;
        for (int i = 2; i < rows.size(); i++) {
            String[] model = rows.get(i).split(",", -1);
            String[] kernel = trace.get(i).split(",", -1);
            assertThat(model[0]).isEqualTo(kernel[0]);
            bandwidth += near(model[1], kernel[names.indexOf("bbr_bw_Bps")], 0.001);
            pacing += near(model[2], kernel[names.indexOf("pacing_rate_Bps")], 0.01);
        }
        assertThat((double) bandwidth / (rows.size() - 2)).isGreaterThanOrEqualTo(0.98);
        assertThat((double) pacing / (rows.size() - 2)).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void whatTheSenderSaysOfItselfIsNotRead() throws IOException {
        Path name = TRACES.resolve("tun_bulk_12m_20ms_ack.csv.gz");
        List<String> trace = lines(name);
        List<String> names = List.of(trace.getFirst().split(",", -1));
        List<String> without = new ArrayList<>();
        for (String line : trace) {
            List<String> cells = new ArrayList<>(Arrays.asList(line.split(",", -1)));
            for (int i = names.size() - 1; i >= 0; i--) {
                if (names.get(i).startsWith("bbr_") || names.get(i).equals("pacing_rate_Bps")) {
                    cells.remove(i);
                }
            }
            without.add(String.join(",", cells));
        }
        Path plain = folder.resolve("without.csv");
        Files.write(plain, without);

        assertThat(bbr(plain).out()).isEqualTo(bbr(name).out());
    }

    @Test
    void wrongTracesAreNamedWithFilePlaceAndExpectation() throws IOException {
        wrong("byte 0: a head and at least one row", "");
        wrong("byte 0: a head and at least one row", HEAD + "\n");
        wrong("byte 0: column 'srtt_us' is missing", HEAD.replace("srtt_us", "rtt") + "\n0,0,0,0,1,0,1,1,0,0,10\n");
        String first = HEAD + "\n5,1,0,0,1,0,20000,20000,0,0,10\n";
        int second = first.length();
        wrong("byte " + second + ": 3 columns, 11 are expected", first + "1,2,3\n");
        wrong("byte " + second + ": srtt_us is '-1'", first + "6,1001,1,1,2,0,-1,20000,0,0,10\n");
        wrong("byte " + second + ": lost is 'x'", first + "6,1001,1,1,2,x,1,20000,0,0,10\n");
        wrong("byte " + second + ": t_us is 4 after 5", first + "4,1001,1,1,2,0,1,20000,0,0,10\n");
        wrong("byte 0: no row tells the segment size", first);
        assertThat(bbr(folder.resolve("none.csv")).code()).isEqualTo(2);
    }

    private void wrong(String expected, String text) throws IOException {
        Path file = folder.resolve("wrong.csv");
        Files.writeString(file, text);
        CommandRun run = bbr(file);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(file + ", ").contains(expected);
    }

    private static int near(String model, String kernel, double share) {
        double expected = Double.parseDouble(kernel);
        return Math.abs(Double.parseDouble(model) - expected) <= share * expected ? 1 : 0;
    }

    private static List<String> lines(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        }
    }

    private static CommandRun bbr(Path file) {
        return CommandRun.of("model", "bbr", "--trace", file.toString());
    }
}
