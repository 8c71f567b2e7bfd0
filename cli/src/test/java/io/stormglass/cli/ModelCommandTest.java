package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCommandTest {
    private static final Path VECTORS =
            Path.of(System.getProperty("stormglass.root"), "models/src/test/resources/dcqcn");

    @TempDir
    Path folder;

    static List<String> vectors() {
        try (Stream<Path> files = Files.list(VECTORS)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(".json"))
                    .map(file -> file.substring(0, file.length() - ".json".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void everyVectorIsPrintedAsItsImplementationPrintedIt(String name) throws IOException {
        String family = name.substring(0, name.indexOf('_'));
        CommandRun run = dcqcn(family.equals("nvfw") ? "nvidia" : family, VECTORS.resolve(name + ".json"));

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo(Files.readString(VECTORS.resolve(name + ".csv")));
    }

    @Test
    void everyMarkIsPrintedAsTheSwitchMadeIt() throws IOException {
        Path file = VECTORS.resolve("hpcc_cp_marking.csv");
        CommandRun run = CommandRun.of("model", "dcqcn-cp", "--vector", file.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo(Files.readString(file));

        Path without = folder.resolve("inputs.csv");
        Files.writeString(without, Files.readString(file).replaceAll(",[^,\n]*\n", "\n"));
        assertThat(CommandRun.of("model", "dcqcn-cp", "--vector", without.toString())
                        .out())
                .isEqualTo(Files.readString(file));
    }

    @Test
    void thePaperRunsOverTheVectorsOfOthersAndCutsBeforeItRaisesAlpha() {
        CommandRun run = dcqcn("paper", VECTORS.resolve("msr_b2_periodic_40g_qcn_noclamp.json"));

        assertThat(run.code()).isZero();
        // alpha 0.5: the cut takes a quarter; then alpha = 15/16 x 0.5 + 1/16.
        assertThat(run.out().lines().toList().subList(0, 3))
                .containsExactly(
                        "t_ns,event,rate_bps,target_bps,alpha,time_stage,byte_stage,phase",
                        "0,INIT,40000000000,40000000000,0.5,0,0,0",
                        "10007,CNP,30000000000,40000000000,0.53125,0,0,1");
    }

    @Test
    void wrongInputIsNamedWithFilePlaceAndExpectation() throws IOException {
        String json = Files.readString(VECTORS.resolve("hpcc_v8_ties_100g.json"));
        wrong("one of paper, hpcc, msr, nvidia is expected", "x", json);
        wrong("'initial_alpha' is missing", "msr", json);
        wrong("'g' is \"a\", a number is expected", "hpcc", json.replaceFirst("\"g\": [0-9.]+", "\"g\": \"a\""));
        wrong("gain is 2.0, 0..1 is needed", "hpcc", json.replaceFirst("\"g\": [0-9.]+", "\"g\": 2"));
        wrong("unknown column 'colour'", "hpcc", json.replace("\"time_stage\"", "\"colour\""));
        wrong("times ascend", "hpcc", json.replace(" 310000,", " 3,"));
        wrong("byte 1", "hpcc", "{");
        wrong("a JSON object is expected", "hpcc", "[]");
        assertThat(dcqcn("hpcc", folder.resolve("none.json")).code()).isEqualTo(2);
        assertThat(CommandRun.of("model", "dcqcn").code()).isEqualTo(2);
        assertThat(CommandRun.of("model").err()).contains("which model? dcqcn");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "kmin_bytes,kmax_bytes\n1,2\n",
                "kmin_bytes,kmax_bytes,pmax,queue_bytes,u\n1,2,0.5\n",
                "kmin_bytes,kmax_bytes,pmax,queue_bytes,u\n1,2,0.5,x,0\n",
                "kmin_bytes,kmax_bytes,pmax,queue_bytes,u\n2,1,0.5,0,0\n",
                "kmin_bytes,kmax_bytes,pmax,queue_bytes,u\n1,2,0.5,0,NaN\n"
            })
    void wrongTablesOfTheMarkingCurveAreRefused(String text) throws IOException {
        Path file = folder.resolve("wrong.csv");
        Files.writeString(file, text);
        CommandRun run = CommandRun.of("model", "dcqcn-cp", "--vector", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(file + ", byte ");
    }

    private static final String FLUID = """
            {"form": "adapted", "flows": 8, "line_rate_bps": 100000000000, "packet_bytes": 4048, "rtt_us": 10,
             "kmin_bytes": 400000, "kmax_bytes": 1600000, "pmax": 0.2, "np_interval_us": 4,
             "params": {"g": 0.00390625, "alpha_interval_us": 1, "rate_decrease_interval_us": 4, "rp_timer_us": 300,
                        "fast_recovery_times": 1, "rate_ai_bps": 20000000, "rate_hai_bps": 200000000,
                        "clamp_target_rate": 0}
            """;

    @Test
    void theFluidModelPrintsItsFixedPointAndItsTrajectory() throws IOException {
        CommandRun alone = fluid(FLUID + "}");
        List<String> lines = alone.out().lines().toList();
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo("p,queue_bytes,rate_bps,target_bps,alpha");
        String[] cells = lines.get(1).split(",", -1);
        double probability = Double.parseDouble(cells[0]);
        assertThat(probability).isBetween(0.0089 * 0.97, 0.0089 * 1.03);
        assertThat(Double.parseDouble(cells[1])).isBetween(453_000.0, 454_000.0);
        assertThat(cells[2]).isEqualTo("12500000000");

        List<String> both = fluid(FLUID + ", \"duration_us\": 1000, \"print_every_us\": 100}")
                .out()
                .lines()
                .toList();
        assertThat(both.subList(0, 2)).isEqualTo(lines);
        assertThat(both.get(2)).isEmpty();
        assertThat(both.get(3)).isEqualTo("t_ns,queue_bytes,rate_bps,target_bps,alpha,p");
        assertThat(both.get(4)).isEqualTo("0,0,100000000000,100000000000,1,0");
        assertThat(both).hasSize(15);
        // Eight flows at line rate: the queue grows by seven lines' worth until the first marks are heard.
        assertThat(Double.parseDouble(both.get(5).split(",", -1)[1])).isGreaterThan(7 * 12_500 * 10.0);
    }

    @Test
    void theFluidModelAsWrittenTakesTheByteCounter() throws IOException {
        CommandRun run = fluid("""
                {"form": "written", "flows": 2, "line_rate_bps": 40000000000, "packet_bytes": 1000, "rtt_us": 4,
                 "kmin_bytes": 5000, "kmax_bytes": 200000, "pmax": 0.01, "np_interval_us": 50,
                 "params": {"g": 0.00390625, "alpha_interval_us": 55, "rp_timer_us": 55, "byte_counter": 10000000,
                            "fast_recovery_times": 5, "rate_ai_bps": 40000000}}
                """);
        assertThat(run.code()).as(run.err()).isZero();
        // The closed form for small p, 0.093 %, is its limit.
        assertThat(Double.parseDouble(run.out().lines().toList().get(1).split(",", -1)[0]))
                .isBetween(0.0007, 0.0010);
    }

    @Test
    void wrongParametersOfTheFluidModelAreNamed() throws IOException {
        wrongFluid("'form' is 'x', one of written, adapted is expected", FLUID.replace("adapted", "x") + "}");
        wrongFluid("unknown key 'colour'", FLUID + ", \"colour\": 1}");
        wrongFluid("params: unknown key 'byte_counter'", FLUID.replace("\"g\"", "\"byte_counter\": 1, \"g\"") + "}");
        wrongFluid("number of flows is 0", FLUID.replace("\"flows\": 8", "\"flows\": 0") + "}");
        wrongFluid("Kmin 400000 and Kmax 1 bytes", FLUID.replace("1600000", "1") + "}");
        wrongFluid("'print_every_us' is missing", FLUID + ", \"duration_us\": 5}");
        wrongFluid("rtt_us is 0", FLUID.replace("\"rtt_us\": 10", "\"rtt_us\": 0") + "}");
    }

    private void wrongFluid(String message, String json) throws IOException {
        CommandRun run = fluid(json);
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(message).contains("fluid.json");
        assertThat(run.out()).isEmpty();
    }

    private CommandRun fluid(String json) throws IOException {
        Path file = folder.resolve("fluid.json");
        Files.writeString(file, json);
        return CommandRun.of("model", "fluid", "--params", file.toString());
    }

    @Test
    void digitsAreThoseOfTheCLibrary() {
        assertThat(List.of(1.0, 0.1, 1e-5, 123456789.125, 1e17, 1e16, 0.0, -2.5e-300, 4.9e-324).stream()
                        .map(SignificantDigits::of))
                .containsExactly(
                        "1",
                        "0.10000000000000001",
                        "1.0000000000000001e-05",
                        "123456789.125",
                        "1e+17",
                        "10000000000000000",
                        "0",
                        "-2.5e-300",
                        "4.9406564584124654e-324");
    }

    private void wrong(String message, String variant, String json) throws IOException {
        Path file = folder.resolve("wrong.json");
        Files.writeString(file, json);
        CommandRun run = dcqcn(variant, file);
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).contains(message);
        assertThat(run.out()).isEmpty();
    }

    private static CommandRun dcqcn(String variant, Path vector) {
        return CommandRun.of("model", "dcqcn", "--variant", variant, "--vector", vector.toString());
    }
}
