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
